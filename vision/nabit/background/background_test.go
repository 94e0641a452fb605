package background

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

// TestAClothIsMadeOfItsSquares lays weak cells of the color that lies around beside sure tiles: they are a cloth's if they are the larger part,
// which must be much larger before they were looked at closely, and if no sure tile has their color.
func TestAClothIsMadeOfItsSquares(t *testing.T) {
	red, green := picture.BGR{40, 40, 190}, picture.BGR{60, 140, 50}
	for _, c := range []struct {
		weak           int
		tiles          picture.BGR
		cloth, plainly bool
	}{{10, red, false, false}, {36, red, true, false}, {54, red, true, true}, {36, green, false, false}} {
		s := hypothesis.Hypothesis{Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}}
		for i := range ClothSuspicious + 10 {
			if show(&s, 2, i, -9, green); i < c.weak {
				show(&s, 0, i, clothWeak-1, green)
			} else {
				show(&s, 0, i, clothSure+1, c.tiles)
			}
		}
		for share, want := range map[float64]bool{ClothShare: c.cloth, ClothShareUnrefined: c.plainly} {
			if hues := ClothHues(&s, share); (hues != nil) != want {
				t.Errorf("%d of %d cells are weak, the others %v: %d are the cloth's, of a share of %g", c.weak, len(s.Cells), c.tiles, len(hues), share)
			}
		}
	}
}
