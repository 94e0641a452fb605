// Package snag keeps the rules of SNAG: numbered tiles are laid on a board of 76 squares, four or more in line are a
// run, and who calls it first takes it.
//
// The board is 10 columns by 10 rows with its corners cut off by triangles of 3+2+1 squares; number n lies in row
// (n-1)/10, column (n-1)%10. The Table is a fold over events (see engine/game): start, place, call, lying, captured,
// award, replace, finish, next_game, undo, redo. Its position is a value.
//
// # Our readings, beside those of the options
//
// Racks are known by counting: four tiles each, one drawn after each that is placed, until the pile of 76 - 4k is used up.
// A player without a tile is passed over, so that all tiles are played, however many moves were lost. A game that is taken
// up under way (lying) has won tiles that nobody saw: there the counts are the most that can be left, and whoever places is
// believed.
//
// A move is lost by the players strictly between the run's maker and who calls it; who has no tile has none to lose. Of two
// players nobody sits between: the one who calls the other's run spends the move on it, and the maker moves again.
//
// A run of the very last tile waits for its call, or for finish.
package snag
