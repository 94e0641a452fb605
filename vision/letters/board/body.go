package board

import "math"

// What a body is worth, in log-odds.
const (
	bodyWeight = 0.8 // of its log-likelihood ratio: real tiles are not made up
	bodyPrior  = 1.0 // of a tile against print, where something reads as a letter
)

// OnTile are the log-odds of a tile, by those of its print against nothing: what reads as a letter is on a tile, or printed on the board, and a body
// alone tells one from the other.
func (c *Cell) OnTile(odds float64) float64 {
	if !c.BodyKnown {
		return odds
	}
	seen := bodyWeight * c.Body
	odds += seen
	if !c.Lettered {
		return odds
	}
	return -math.Log(math.Exp(-odds) + math.Exp(-seen-bodyPrior))
}
