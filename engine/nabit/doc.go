// Package nabit holds the rules of NAB-IT!: words and who controls them, what a legal play is, nabbing and
// banking, the score, and a game as a fold over its events.
//
// The board functions (Words, Controllers, Check, Place, NewWords, Nabbed, Scores, Winners) are pure: they
// change nothing they are given and keep no state. Game stands on them: every event is checked first, a
// refused one changes nothing, and correcting or undoing are events too. It counts the 25 tiles of every player, so
// that impossible readings are noticed. Where the rule sheet leaves room, Options names the readings; its zero value
// is the product's own reading.
//
// Coordinates are the caller's: rows grow downwards, columns rightwards, both may be negative.
package nabit
