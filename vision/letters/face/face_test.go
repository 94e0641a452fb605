package face

import (
	"math"
	"testing"
)

func TestEdgeOffset(t *testing.T) {
	for _, off := range []int{-6, 0, 5} {
		var e [PatchSide]float32
		e[PatchSide/2+off-30], e[PatchSide/2+off+29] = 100, 100
		if got := EdgeOffset(&e) * PerStep; math.Abs(got-float64(off)) > 2 {
			t.Errorf("edges off by %d pixels give an offset of %.0f", off, got)
		}
	}
}
