package follow

import "testing"

func TestALetterSeenAtAnotherLevelIsNotTheTiles(t *testing.T) {
	seen := mean{look: look{tile: 2, visible: 0.9}, tiles: [5]float64{-11, -11, -11, 0, -11}}
	for _, test := range []struct {
		rule   string
		change func(*mean)
		height int
		tells  bool
	}{
		{"the letter of the level that is seen", func(*mean) {}, 4, true},
		{"of a tile that lies lower, behind the stack before it, nothing is seen", func(*mean) {}, 1, false},
		{"a level that may be mistaken for the next is told by its letter", func(m *mean) { m.tiles[2] = -4 }, 3, true},
		{"half a face tells nothing", func(m *mean) { m.visible = 0.4 }, 4, false},
		{"what is hardly a tile tells nothing", func(m *mean) { m.tile = -1 }, 4, false},
	} {
		m := seen
		if test.change(&m); m.tells(test.height) != test.tells {
			t.Errorf("%s: %v", test.rule, !test.tells)
		}
	}
}
