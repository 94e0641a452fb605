// Package tabit sees TABIT's board in a picture: where it lies, and for each of its 32 boxes how likely it is empty or holds a
// card face down, a letter, or a picture. It decides no rules.
//
// The way of a picture: outlines with four corners are found (quad.go), joined to rows and blocks of boxes (row.go), and the
// board is fitted to them (board.go, fit.go); then each box is cut out, straightened and judged (card.go, judge.go).
package tabit
