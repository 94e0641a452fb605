package dabble

import (
	"testing"

	"tilewatch/engine/lexicon"
)

func TestTheBestRackIsFound(t *testing.T) {
	builder := NewBuilder(lexicon.New("few", []string{"AT", "IT", "CUP", "CAP", "LAMP", "STONE", "CARPET", "CAN'T", "QUIT"}))
	tiles := func(letters string) (all []Tile) {
		for _, l := range letters {
			t, err := parseTile(string(l))
			if err != nil {
				panic(err)
			}
			all = append(all, Tile{Letter: t.Letter, As: t.As, Value: map[rune]int{'Q': 10, 'C': 3, '?': 0, '\'': 0}[l] + 1*btoi(l >= 'A' && l <= 'Z')})
		}
		return all
	}
	for _, tt := range []struct {
		name, tiles string
		want        [Tiers]string
		points      int
	}{
		{"five words of all tiles", "ATCUPLAMPSTONECARPET", [Tiers]string{"AT", "CUP", "LAMP", "STONE", "CARPET"}, 20 + 2*3},
		{"the word of more points", "QUIT", [Tiers]string{"", "", "QUIT", "", ""}, 4 + 10},
		{"a blank stands for what is missing", "?T", [Tiers]string{"AT", "", "", "", ""}, 1},
		{"an apostrophe doubles", "CANT'", [Tiers]string{"", "", "", "CAN'T", ""}, 2 * (4 + 3)},
		{"as many words as possible", "ATCUIT", [Tiers]string{"AT", "", "", "", ""}, 2},
		{"nothing", "ZZ", [Tiers]string{}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			best := builder.Best(tiles(tt.tiles))
			var words [Tiers]string
			for i, tier := range best.Tiers {
				if tier.Valid {
					words[i] = tier.Word
				}
			}
			if words != tt.want || best.Points != tt.points {
				t.Errorf("%v for %d points, want %v for %d", words, best.Points, tt.want, tt.points)
			}
		})
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
