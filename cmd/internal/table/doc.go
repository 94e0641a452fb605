// Package table is a table at which a camera and people play any game.
//
//	people, pages, other programs --command--> desk --record--> keeper --> journal
//	camera (a pipeline) ----------picture----> desk --state---> page
//
// The words:
//
//   - The desk owns the table's game: one goroutine, Desk.Run, takes commands and pictures, one after another. Nothing else touches the
//     game, so there is no lock.
//   - The game is the rules with what the table's page shows of them. Each game brings its own Game.
//   - A record is what the game has grown by. The desk keeps it before it shows the state that follows.
//   - The keeper writes records into the journal. What cannot be written waits, and the page warns.
//
// What not every game can do is a small interface of its own, which a game's definition sets or leaves nil: hints (Adviser), and what
// the camera makes of single places (Places).
package table
