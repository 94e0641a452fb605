// Package stream keeps tables and sends their states to every phone, by server-sent events.
//
// A state's way:
//
//	Publish -> Table (one goroutine: numbers it, completes it, remembers it)
//	        -> fan (one for each processor: brings the event to its share of the phones)
//	        -> stream (one for each phone: what does not leave at once waits; 16 events late, and the phone is disconnected)
//	        -> packet (what leaves, made once for all phones that show the same) -> line (the connection)
//
// A phone that comes back gets what it missed and a full snapshot. A Registry knows the open tables; Server answers requests for streams.
package stream
