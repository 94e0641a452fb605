// Package game says what every game is made of, so that a new one is a package of rules below engine, a profile of
// how it is seen below vision, and one line where the program lists its games.
//
// The rules (a Game) keep a Table, which answers events; say what a single picture means (Read); and follow a game
// from picture to picture (a Follower). Rules and positions are plain data and pure functions: Fold turns a start
// and an apply function into a Table that can undo, redo, correct any earlier event and be replayed. L is what the game's eyes report of one
// picture, in the engine's words: likelihoods and outlines, nothing decided.
package game
