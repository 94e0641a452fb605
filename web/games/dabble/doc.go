// Package dabble draws DABBLE on the pages: everybody's rack, the timer, the score card, the sheets to write a rack down and to challenge a
// word, and photos in words. Scoreboard turns the rules' state into what a table shows.
package dabble
