// Package parallel runs independent pieces of work on all cores and carries a panic back to its caller.
//
//	n pieces  ->  Do: one worker per core takes the next index until none is left  ->  Do returns
//	                 a piece panics: no worker starts another piece, Do panics with the cause and its stack
//
// Results stay the same however many cores there are: each piece writes to its own place, and the caller adds up in
// order.
package parallel
