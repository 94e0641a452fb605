package nabit

import (
	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/inventory"
)

// why is what the evidence of a place rests on. color is what the map says of its color.
func why(s *hypothesis.Hypothesis, at engine.Place, color engine.ColorLikelihoods) *engine.Why {
	e := s.Evidence[at]
	w := &engine.Why{Face: e.Height, Color: color}
	for l := range e.Height {
		if e.Face[l].Inside && e.Height[l] > hypothesis.NoFace {
			w.Map[l] = s.OnMap(e.Face[l].Quad)
			w.Face[l] -= w.Map[l]
		}
	}
	for _, c := range e.Corrections {
		w.Corrections = append(w.Corrections, engine.Correction{By: string(c.By), Nats: c.Tile})
	}
	return w
}

// settle is inventory.Settle; what it takes from cells is told as the set's word.
func settle(cells []engine.CellEvidence, structure lattice.Levels) []engine.Place {
	before := make([]float64, len(cells))
	for i := range cells {
		before[i] = cells[i].Tile
	}
	gone := inventory.Settle(cells, structure)
	for i := range cells {
		if c := &cells[i]; c.Why != nil && c.Tile != before[i] {
			c.Why.Corrections = append(c.Why.Corrections, engine.Correction{By: "set", Nats: c.Tile - before[i]})
		}
	}
	return gone
}
