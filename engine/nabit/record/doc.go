// Package record reads NAB-IT! games that a journal keeps.
package record

// Kind is the kind of game that this package reads.
const Kind = "nabit"
