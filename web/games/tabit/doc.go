// Package tabit draws TABIT on the pages: everybody's cards, the score card, the sheet to write a round down, and photos in words. Scoreboard
// turns the rules' state into what a table shows.
package tabit
