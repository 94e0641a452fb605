// Package record keeps what the follower believes has happened in a game.
//
//	Turn     one play with the boards before and after it, and how sure the follower is of it
//	Ledger   the players, the first board and the turns that stand: the follower's belief about the past
//	Game     a ledger, the banks and nabit's own game; both sides change together
//	Growth   the events that a caller must store, as the game accepts them
//	Past     a game stored earlier that may still lie on the table
//
// A camera can be wrong about a turn long after the next ones were played. Then the ledger is corrected first, and Rebuild replays it
// into a new nabit game.
package record
