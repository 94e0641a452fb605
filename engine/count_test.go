package engine

import "testing"

func TestOneThingIsNoPlural(t *testing.T) {
	for want, n := range map[string]int{"0 games": 0, "1 game": 1, "2 games": 2} {
		if got := Count(n, "game"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
