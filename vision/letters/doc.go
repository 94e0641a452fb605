// Package letters sees letter tiles of any make in a photo, without knowing the game: where they lie, which of them stand
// on one lattice, and what their letters look like. It decides no word: engine/reading does.
//
// The way of a picture: marks that may be letters are found (mark.go), marks of one size that repeat in two directions are
// gathered to lattices (lattice.go), each place of a lattice is cut out upright and its print taken apart into letter and
// value (face.go, print.go), and every place is judged by its letter, its size and its color (board.go). What lies beside the
// lattice and looks like its tiles is told too (loose.go).
package letters
