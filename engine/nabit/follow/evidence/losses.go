package evidence

import "tilewatch/engine"

// Log-likelihoods of tiles that no picture reports. When a reader loses a part of the structure, it loses all that hangs on that part, so
// the first lost tile costs most. A tile that a tall stack may occlude is lost at no cost. Hand-set. With
// lost at -1, a play taken back is missed (TestWhatIsReported); at -16, TestWhereRealityAndRecordPartThePlacesAreNamedOnce fails.
const (
	lost     = -4.0 // the first
	AlsoLost = -0.7 // each further one
)

// Losses returns the log-likelihood of the tiles that the pictures should report and do not.
func (v View) Losses(b engine.Board, open Unoccluded) float64 {
	most, sum := 0.0, 0.0
	for p, c := range b {
		if away := 1 - v.Looks[p].Share; c.Height > 0 && away > 0 && !Occluded(p, b, open[p]) {
			most, sum = max(most, away), sum+away
		}
	}
	return v.Weight * (lost*most + AlsoLost*(sum-most))
}
