// Package replay prints and exports a kept game. A View says what to show of the game, and how.
//
//	journal.Game ──> steps: the turns as they stand, or everything as recorded ──> text for a terminal, or JSON lines
//	             └─> history.Game: a table (CSV), notation, or a picture of the board (SVG, PNG)
//	retold.Game ────> the same, of any other game
//
// A step is one event with the rules' answer to it. A turn "as it stands" is corrected, and nothing that was undone is left in it.
package replay
