// Package tabit has TABIT's rules: letter and picture cards on a board for two to four players, scored in rounds until one has
// 1000 points. What the board was dealt and who holds what in hand stays at the table; the game knows what lies face up, who
// drew the TABIT card, and what each player tabbed.
package tabit
