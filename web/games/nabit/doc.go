// Package nabit draws NAB-IT! on the pages: its board with what is in doubt, the last turn, the words and whose they are. Scoreboard turns
// the rules' state into what a table shows, TurnOf a play into its last turn.
package nabit
