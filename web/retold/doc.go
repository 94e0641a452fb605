// Package retold tells a game that was kept. Kept is what the pages after a game show of any game: who stands where, each step of a replay, the
// result, a picture to share, a table, a notation.
//
// A Game is a Kept for every game whose rules are a game.Fold: Steps, each an event that stands with the state after it, as the game's page
// draws it. A game with more to tell, as NAB-IT! has, brings its own. A Reader is who reads: a language, and what the players are called.
package retold
