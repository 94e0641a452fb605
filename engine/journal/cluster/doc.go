// Package cluster keeps games on a NATS server, or on a cluster of them: for a club whose tables are more than one
// machine carries. Every program connected to it finds all games there, hears what others append, and may append
// itself; the server orders two that append to the same game at once, so no game is ever forked.
//
// There is one JetStream stream for each club. A game's subject is CLUB.table.TABLE.GAME, and what was appended together
// is one message there. With three servers every message is on all of them before it is acknowledged.
package cluster
