package dabble

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
)

// localGround is the color of the tiles' plastic near a point.
func (s *scan) localGround(k *rack, at engine.Point) [3]float64 {
	var sum [3]float64
	total := 0.0
	for n, m := range k.Cells {
		d := geom.Dist(s.candidates[m].At, at) / max(k.Step(n), 1)
		w := math.Exp(-d*d/4) + 1e-3
		for c := range sum {
			sum[c] += w * s.candidates[m].Ground[c]
		}
		total += w
	}
	for c := range sum {
		sum[c] /= total
	}
	return sum
}

// median of some numbers; 0 of none. It sorts them.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return blob.Median(v)
}
