package recognize

import "testing"

func TestTilesThatNobodyHasAreForeign(t *testing.T) {
	for name, c := range map[string]struct {
		seen Seen
		want bool
	}{
		"a player's tiles":                           {Seen{Named: [4]int{5}}, false},
		"a fifth of a player, the others of bricks":  {Seen{Named: [4]int{0, 4}, Unnamed: 15}, false},
		"two players' colors that look alike":        {Seen{Named: [4]int{2, 0, 0, 2}, Unnamed: 12}, false},
		"three tiles of a plastic that no map knows": {Seen{Unnamed: 3}, false},
		"a first word of it":                         {Seen{Unnamed: 5}, false},
		"the same, and one is hard to see":           {Seen{Unnamed: 4, Unseen: 1}, false},
		"two of them, where the map sees one":        {Seen{Unnamed: 1, Unseen: 1}, true},
		"a rack of wood":                             {Seen{Unnamed: 7}, true},
		"a board of wood with two red squares":       {Seen{Named: [4]int{2}, Unnamed: 62}, true},
		"print":                                      {Seen{Unseen: 40}, true},
	} {
		if got := c.seen.foreign(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
