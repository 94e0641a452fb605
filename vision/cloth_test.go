package vision

import (
	"testing"

	"tilewatch/engine"
)

// TestAClothIsMadeOfItsSquares lays weak cells of the color that lies around beside sure tiles: they are a cloth's if they are the larger part,
// which must be much larger before they were looked at closely, and if no sure tile has their color.
func TestAClothIsMadeOfItsSquares(t *testing.T) {
	red, green := rgb{40, 40, 190}, rgb{60, 140, 50}
	for _, c := range []struct {
		weak           int
		tiles          rgb
		cloth, plainly bool
	}{{10, red, false, false}, {36, red, true, false}, {54, red, true, true}, {36, green, false, false}} {
		s := structure{cells: stacks{}, evidence: map[engine.Place]*placeEvidence{}}
		for i := range clothWide + 10 {
			if s.show(2, i, -9, green); i < c.weak {
				s.show(0, i, clothWeak-1, green)
			} else {
				s.show(0, i, clothSure+1, c.tiles)
			}
		}
		for share, want := range map[float64]bool{clothShare: c.cloth, clothPlain: c.plainly} {
			if hues := s.clothOf(share); (hues != nil) != want {
				t.Errorf("%d of %d cells are weak, the others %v: %d are the cloth's, of a share of %g", c.weak, len(s.cells), c.tiles, len(hues), share)
			}
		}
	}
}
