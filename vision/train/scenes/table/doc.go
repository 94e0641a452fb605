// Package table draws tables without end: cloths, wood, stone, prints and mats, from which a finder of tiles must learn to tell tiles.
//
// Its stages: colors (palette.go), a family that paints one repeat of its pattern on a canvas (families.go, cloth.go, floor.go, stone.go, print.go, page.go),
// the canvas as a texture with all its coarser levels (texture.go), mats, runners, papers and the table's end over it (cover.go), the table (table.go).
//
// Glossary: a family is a kind of pattern; a repeat is the rectangle that a pattern repeats; the period is the length of its motif, a third of a tile to
// four tiles. Lengths are millimetres, x to the right and y up as seen from above; colors are linear reflectances, 0 to 1. Equal seeds give equal tables.
package table
