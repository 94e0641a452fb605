// Package vision turns pictures of a table into observations: where tiles lie, how high they are stacked,
// what color they have and what is printed on them, each with its likelihood. It decides nothing: the engine
// does.
//
// The way of a picture: glyph-like marks are found (mark.go), the table's plane is estimated from the
// directions of the edges around them (plane.go), the marks are linked into square lattices that know about
// stacks (seed.go, lattice.go), the camera's pose over a lattice is refined from the tiles' edges (pose.go),
// every place of the lattice is judged at each of the five levels (face.go, structure.go), and of the
// structures found that way the one that explains most is brought to its end (finish.go). What the judges of faces doubt the letters
// tell (witness.go), also which level a face has (centered.go); what links like tiles and shows none is no structure (legible.go). Of a
// still, gaps of the cloth's color are left out (hole.go) and all heights are weighed together at last, by what is seen between stacks
// and down their sides (step.go, weigh.go, bordered.go, stepped.go).
package vision
