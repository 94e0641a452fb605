// Package snag sees a SNAG board: where its 76 squares are in the picture, on which of them tiles lie, and what their
// numbers look like. It decides nothing: engine/snag does.
//
// The way of a picture: spots of ink are found and joined to numbers (spot.go), numbers that stand on one square
// lattice are gathered (lattice.go), the board's plane is fitted to them and to its printed lines (plane.go,
// line.go), the octagon and the numbers say where the lattice begins and which way is up (board.go), and every
// square is judged by its outline, its colors and its print (square.go, outline.go, number.go).
package snag
