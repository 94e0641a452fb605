package letters

import (
	"slices"
	"testing"
)

// Tiles of a kind that the network hardly knows have low ratios of a body, and printed squares have higher ones than other print: what a ratio says depends on
// those beside it.
func TestTheSharesOfTilesAndPrintDecideWhatAFaceIs(t *testing.T) {
	for _, c := range []struct {
		rule   string
		ratios []float64
		tiles  int
	}{
		{"tiles", []float64{5, 4.6, 5.5, 6, 4.2, 5.8}, 6},
		{"one of many tiles lies in glare", []float64{5, 4.6, 5.5, 6, 4.2, 5.8, 4.9, 5.1, -1}, 9},
		{"tiles of an unknown kind", []float64{2.9, 3.4, 2.1, 1.6, 3.0, 2.5, 0.9, 1.2}, 8},
		{"print", []float64{-4, -2.5, 0.3, -5.1, 1.2, -3.3}, 0},
		{"printed squares", []float64{1.4, 0.2, 2.6, -1.1, -0.8, 1.9, -2, 0.4, -0.3, 0.9}, 0},
		{"a few tiles on a board full of print", []float64{5.5, 4.9, 6, -3, -1.2, -4, -0.4, -2.2, 0.1, -5, -2.8, -1.6}, 3},
	} {
		b := bodies{ratios: slices.Clone(c.ratios)}
		b.fitShare(onLattice.share)
		tiles := 0
		for _, ratio := range c.ratios {
			if b.oddsOf(ratio) > 0 {
				tiles++
			}
		}
		if tiles != c.tiles {
			t.Errorf("%s: %d of %d faces are tiles, want %d (their share is %.2f)", c.rule, tiles, len(c.ratios), c.tiles, b.share)
		}
	}
}
