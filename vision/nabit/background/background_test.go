package background

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/inventory"
	"tilewatch/vision/picture"
)

// TestAClothIsMadeOfItsSquares lays weak cells of the color that lies around beside sure tiles: they are a cloth's if they are the larger part,
// which must be much larger before refinement, and if no sure tile has their color.
func TestAClothIsMadeOfItsSquares(t *testing.T) {
	red, green := picture.BGR{40, 40, 190}, picture.BGR{60, 140, 50}
	for _, c := range []struct {
		weak           int
		tiles          picture.BGR
		cloth, plainly bool
	}{{10, red, false, false}, {28, red, true, false}, {42, red, true, true}, {28, green, false, false}} {
		s := hypothesis.Hypothesis{Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}}
		for i := range 2*inventory.PerColor - 2 { // no more than a set holds
			if show(&s, 2, i, -9, green); i < c.weak {
				show(&s, 0, i, clothMaxTile-1, green)
			} else {
				show(&s, 0, i, clothSureTile+1, c.tiles)
			}
		}
		for share, want := range map[float64]bool{ClothShare: c.cloth, ClothShareUnrefined: c.plainly} {
			if hues := ClothHues(&s, share); (hues != nil) != want {
				t.Errorf("%d of %d cells are weak, the others %v: %d are the cloth's, of a share of %g", c.weak, len(s.Cells), c.tiles, len(hues), share)
			}
		}
	}
}

// TestMoreOfAHueThanASetHoldsIsACloth lays cells that all look like sure tiles of one color, and some of others: a player has 25 tiles, and two
// players' tiles may look alike.
func TestMoreOfAHueThanASetHoldsIsACloth(t *testing.T) {
	red, green := picture.BGR{40, 40, 190}, picture.BGR{60, 140, 50}
	for _, c := range []struct {
		alike int
		cloth bool
	}{{2 * inventory.PerColor, false}, {2*inventory.PerColor + 1, true}} {
		s := hypothesis.Hypothesis{Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}}
		for i := range c.alike {
			show(&s, 0, i, clothSureTile+1, red)
			show(&s, 2, i, -9, green)
		}
		for i := range 5 {
			show(&s, 1, i, clothSureTile+1, green)
		}
		cloth := ClothHues(&s, ClothShare)
		if len(cloth) > 0 != c.cloth || c.cloth && len(cloth) != c.alike {
			t.Errorf("of %d alike %d are the cloth's", c.alike, len(cloth))
		}
	}
}
