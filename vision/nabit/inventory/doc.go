// Package inventory decides together which faces of a board are tiles, by what a set can hold.
//
// It takes the evidence of a board's cells (engine.CellEvidence) and lowers the log-likelihood ratio of a tile where the limits of the set say so. It
// samples no picture. Seen alone, each square of a patterned cloth may pass for a blank; a dozen of them on one board cannot, for each player has one.
//
//	Settle
//	    facesOf    each cell as a lettered tile or a blank of each color, in nats against the background   (face.go)
//	    charge     the price of a color with more tiles than a set holds                          (price.go)
//	    optimum    the best faces, with at most one blank of each color: exact dynamic programming         (assign.go)
//	    connect    the same among connected boards: greedy descent, only if the optimum falls apart        (connect.go)
//	    odds       what each cell adds to the whole: a difference of max-marginals, its new ratio          (settle.go)
//
// Limits of the rule sheet:
//
//   - "25 each of 4 colors": at most 25 faces of a color are tiles. The colors of covered tiles are unknown; so they do not count.
//   - "Each player has one blank tile": at most one visible blank of each color.
//   - Each tile "except for the blank shows a letter on each side": a visible face that shows neither a letter nor a blank pays for it.
//   - "On each turn that you nab, you get to bank one tile": never more banked than nabbed. A still does not show how often a player
//     nabbed; the engine, which knows the game, counts that.
//
// Glossary
//
//   - margin: the log-likelihood ratio of any letter against a blank, as the letter reader gives it
//   - worth: a face's log-likelihood ratio, tile and what it shows, against the background
//   - max-marginal: the worth of the best board that holds a cell, or of the best one that does not
//   - price: what a face of a color pays because the set is used up (a Lagrange multiplier)
package inventory
