// Package scoreboard holds what a table shows, as plain data, and the door through which games enter.
//
//   - State is all that a scoreboard shows: players, board, words, the last turn, a question.
//   - Game is the door: a package under web/games fills it, and a server takes a list of them.
//   - Complete derives what follows from a state and the one before: ranks, points won, and what the game itself knows.
//   - Chosen are the house rules that a host chooses in a form; Sheet is a dialog; Photo is a photo in words.
package scoreboard
