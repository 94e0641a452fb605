// Package dabble is the word game DABBLE: what a rack of five tiers is worth, and the rules of a game of rounds as a
// fold over its events. Nothing is ever erased: undoing and correcting are events too, and the same events always make
// the same game.
//
// Reader settles what a camera saw of racks with the words' help. The clock is the caller's: a timer event says when
// the sand began to run, and the state says until when.
package dabble
