package follow_test

import (
	"testing"

	"tilewatch/engine"
)

// From above, the camera counts a stack of two as one now and then: the player does not lose a banked tile by that.
func TestABankDoesNotShrinkSoon(t *testing.T) {
	for _, c := range []struct {
		name  string
		hands int // that come and go meanwhile
		want  int
	}{
		{"undercounted for a few turns", 4, 1},
		{"gone for long", 12, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := newTable(red, green)
			table.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "T")
			table.banks = []engine.Bank{{Color: green, Tiles: 1}}
			table.see(5)
			table.banks = []engine.Bank{{Color: green, Tiles: 0}}
			for range c.hands {
				table.see(4)
			}
			for _, s := range table.State().Scores {
				if s.Color == green && s.Banked != c.want {
					t.Errorf("green has banked %d, want %d", s.Banked, c.want)
				}
			}
		})
	}
}
