// Package pipeline watches one table of any game: pictures in, events out.
//
//	source --frame--> motion gate --still frame--> eyes --look--> follower --lines--> table
//	                                                ^                 |
//	                                                +------hint-------+
//
// The words:
//
//   - A frame is one picture of the source. The motion gate says whether the table lies still in it.
//   - The eyes are the game's: they read a still frame and report a look, plain data in the engine's words.
//   - The follower is the game's, too: it decides what a look means, and writes a line for each thing that happened.
//   - A hint is what the follower knows that helps the eyes to read the next frame.
//   - The table owns the follower: one goroutine that everybody asks. The pipeline's own goroutine does what takes long: it waits for
//     frames and reads them.
//
// L is the type of a look and H the type of a hint; each game chooses its own.
package pipeline
