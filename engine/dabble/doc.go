// Package dabble is the word game DABBLE: what a rack of five tiers is worth, and the rules of a game of rounds as a
// fold over its events. Nothing is ever erased: undoing and correcting are events too, and the same events always make
// the same game.
//
// # Words with an apostrophe
//
// "Each player including the winner of the round gets double points for a word with an apostrophe." Our reading: the points of
// such a word are twice the sum of its tiles, in one way wherever a word's points count: on its tier, when all have finished and
// their highest words are compared, for a word of the category, and in what an upheld challenge takes. Every player adds them to
// the round's score (option apostrophe_bonus), once: where the winner's highest word has an apostrophe, its points are what the
// winner scores already.
//
// Reader settles what a camera saw of racks with the words' help. The clock is the caller's: a timer event says when
// the sand began to run, and the state says until when.
package dabble
