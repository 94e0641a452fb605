package printed

import (
	"math/rand/v2"
	"testing"
)

// TestAPageHasLinesOfPrint looks over many pages: all have letters, and none only letters.
func TestAPageHasLinesOfPrint(t *testing.T) {
	for seed := range uint64(20) {
		p := DrawPage(rand.New(rand.NewPCG(seed, 0)), 0.3, 20, func(_ int, u, v, _ float64) float64 {
			if max(u, -u, v, -v) < 0.3 {
				return 1
			}
			return 0
		}, seed%2 == 1)
		inked, all := 0, 0
		for x := -100.0; x < 100; x += 1.7 {
			for y := -100.0; y < 100; y += 1.7 {
				if p.AtArea(x, y, 0.1) != p.base {
					inked++
				}
				all++
			}
		}
		if share := float64(inked) / float64(all); share < 0.01 || share > 0.5 && p.plate.frame == 0 {
			t.Errorf("page %d: %.3f of it is ink", seed, share)
		}
	}
}
