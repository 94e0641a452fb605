// Package advice finds plays: for a board and a rack of two-sided tiles every legal play whose new words are all in
// the word list.
package advice
