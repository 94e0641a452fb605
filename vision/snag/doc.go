// Package snag finds a SNAG board: where its 76 squares are in the picture, on which of them tiles lie, and what their numbers look like.
// It decides nothing: engine/snag does.
//
//	picture -> numerals   blobs of ink with a digit's shape, joined in pairs to numbers (numeral.go, on vision/blob)
//	        -> lattice    numerals that repeat in two directions (lattice.go, find.go, on vision/gridfit)
//	        -> layout     where the octagon lies on the lattice and which way is up, by its outline and by the numbers read (layout.go, board.go)
//	        -> plane      homography and lens distortion, fitted to all numerals by robust Levenberg-Marquardt (plane.go)
//	        -> squares    colors, corners and strokes of each square (measure.go), clustered (group.go): tiles or bare board
//	        -> tiles      their size (offset.go) and their numbers (number.go, on vision/number)
//
// Eyes.Look and scene.find are the pipeline, line by line.
//
// Glossary:
//
//	numeral   ink of a number's size: one digit, or two joined
//	pitch     the distance from one square to the next; lengths on the board are in pitches
//	layout    a hypothesis of how the lattice lies on the board: quarter turns and an offset
//	ground    a face's color without its print
//	group     squares that look alike, from single-linkage clustering
//
// Constants without another source are hand-set: they were fitted on the rendered boards of testdata/snag and of the development scenes,
// seven and eight pictures.
package snag
