// Package snag keeps the rules of SNAG: numbered tiles are laid on a board of 76 squares, four or more in line are a
// run, and who calls it first takes it.
//
// The board is 10 columns by 10 rows with its corners cut off by triangles of 3+2+1 squares; number n lies in row
// (n-1)/10, column (n-1)%10. The Table is a fold over events (see engine/game): start, place, call, remove, finish,
// next_game, undo, redo. Its position is a value.
package snag
