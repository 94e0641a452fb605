package dabble_test

import (
	"strconv"
	"strings"
	"testing"

	"tilewatch/vision/dabble"
	"tilewatch/vision/sharetest"
)

// TestSpanishStills has Ñ, LL and RR on racks and an LL before one, blanks among letters, and places left empty.
func TestSpanishStills(t *testing.T) {
	eyes, err := dabble.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	words := spanishWordsOf(t)
	var tiers, racks sharetest.Share
	for _, name := range []string{"spanish1", "spanish2"} {
		want, seen := look(t, eyes, name)
		if len(seen.Racks) > len(want.Racks) {
			t.Errorf("%s: %d racks, there are %d", name, len(seen.Racks), len(want.Racks))
		}
		read := racksOf(t, seen, words)
		for i, w := range want.Racks {
			if i >= len(read) {
				tiers.Of, racks.Of = tiers.Of+len(w.Tiers), racks.Of+1
				t.Logf("%s: rack %d is not found", name, i)
				continue
			}
			for k, tier := range w.Tiers {
				var tiles, got []string
				for _, tile := range tier.Tiles {
					tiles = append(tiles, tile.Letter+strconv.Itoa(tile.Value))
				}
				for _, tile := range read[i].Tiers[k].Tiles {
					got = append(got, tile.Letter+strconv.Itoa(tile.Value))
				}
				g, w := strings.Join(got, " "), strings.Join(tiles, " ")
				if tiers.Count(g == w); g != w {
					t.Logf("%s: a tier of rack %d reads %s, want %s", name, i, g, w)
				}
			}
			if racks.Count(read[i].Points == w.Points); read[i].Points != w.Points {
				t.Logf("%s: rack %d has %d points, want %d", name, i, read[i].Points, w.Points)
			}
		}
	}
	tiers.AsMeasured(t, "tiers", sharetest.Share{Right: 15, Of: 15}, 2)
	racks.AsMeasured(t, "racks with their points", sharetest.Share{Right: 3, Of: 3}, 3)
}
