// Package history replays a kept game turn by turn, as it stands: corrected, and without what was undone. It says how the
// game was decided, what each player did, and writes the game as a table (CSV) and in a notation that people can read.
package history
