// Package replay shows and exports a kept game in a terminal. A View says what to show of the game, and how; a Game has its steps.
//
//	journal.Game ──> Game: Steps, each with its text for a terminal, and its line in JSON
//	             ├─> a picture of the board (SVG, PNG)
//	             └─> retold.Kept: a table (CSV), notation
//
// Told is the Game of every game that is told by its rules; one with more to say, as NAB-IT! has, brings its own.
package replay
