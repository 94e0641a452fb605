// Package snag draws SNAG on the pages: the board of numbers, the run taken last, the score card, the players' SNAG! buttons, and photos in
// words. Scoreboard turns the rules' state into what a table shows.
package snag
