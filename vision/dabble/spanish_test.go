package dabble_test

import (
	"strconv"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
	"tilewatch/vision/dabble"
)

// TestSpanishStills has Ñ, LL and RR on racks and an LL before one, blanks among letters, and places left empty.
func TestSpanishStills(t *testing.T) {
	eyes, err := dabble.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	words := lexicon.SpanishWords()
	for _, name := range []string{"spanish1", "spanish2"} {
		want, seen := look(t, eyes, name)
		if len(seen.Racks) != len(want.Racks) {
			t.Fatalf("%s: %d racks, want %d", name, len(seen.Racks), len(want.Racks))
		}
		read := racksOf(t, seen, words)
		for i, w := range want.Racks {
			for k, tier := range w.Tiers {
				var tiles []string
				for _, tile := range tier.Tiles {
					tiles = append(tiles, tile.Letter+strconv.Itoa(tile.Value))
				}
				var got []string
				for _, tile := range read[i].Tiers[k].Tiles {
					got = append(got, tile.Letter+strconv.Itoa(tile.Value))
				}
				if g, w := strings.Join(got, " "), strings.Join(tiles, " "); g != w {
					t.Errorf("%s: a tier of rack %d reads %s, want %s", name, i, g, w)
				}
			}
			if read[i].Points != w.Points {
				t.Errorf("%s: rack %d has %d points, want %d", name, i, read[i].Points, w.Points)
			}
		}
	}
}
