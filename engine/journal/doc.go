// Package journal keeps games for good: each is an append-only list of numbered events. What Create or Append has
// answered without an error survives the end of the program at any instant, and a loss of power. The journal knows
// nothing of rules: an event is a JSON object, whose meaning belongs to its kind of game.
//
// Every event carries a checksum over itself and the one before. So whatever is cut off, edited or lost is noticed,
// reported with the number of the first event that is wrong (Damage), and mended by keeping the good events and putting
// the rest aside. Nothing is ever deleted.
//
// A file of games is NDJSON, for export, import and backup: a header line for each game, a line for each event, an
// end line (see Write).
//
// Memory keeps games for as long as the program runs, package sqlite in a file, package cluster on several computers.
package journal
