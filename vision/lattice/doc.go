// Package lattice holds the square lattice that tiles lie in: which places are taken, how high each stack is, and which
// places are neighbors. It knows no picture and no camera.
//
//	Levels{place: level} -> Places (sorted), Boundary (free neighbors), Component (linked), NeighborIndices
//
// Glossary:
//   - place: a row and a column.
//   - level: how many tiles lie at and below a face; 1 is a single tile on the table.
//   - component: places that are linked side by side.
//   - boundary: free places beside taken ones.
package lattice
