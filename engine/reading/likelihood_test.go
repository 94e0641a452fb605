package reading_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine/reading"
	"tilewatch/engine/reading/madeup"
)

// TestLikelihoodDistinguishesWordsFromTheirMirrorImages lays letters that look the same in the mirror: only the words decide which is which.
func TestLikelihoodDistinguishesWordsFromTheirMirrorImages(t *testing.T) {
	words := dictionary(t)
	for _, row := range []string{"MOTH", "HAT", "AUTOMATA"} {
		obs := madeup.Oblique.Observe(rand.New(rand.NewPCG(1, 2)), madeup.Board(row), madeup.Pose{}, 0, 0)
		mirrored := slices.Clone(obs.Cells)
		for i := range mirrored {
			mirrored[i].Place.Col = -mirrored[i].Place.Col
		}
		as, mirror := reading.Likelihood(obs.Cells, words), reading.Likelihood(mirrored, words)
		if as < mirror+2 {
			t.Errorf("%s: likelihood %.1f, in the mirror %.1f", row, as, mirror)
		}
		if as, mirror := reading.Likelihood(obs.Cells, nil), reading.Likelihood(mirrored, nil); as != mirror {
			t.Errorf("%s: without words %.3f and %.3f", row, as, mirror)
		}
	}
}

// TestLikelihoodOfLetters: what looks less like any letter is less likely, whichever it then looks like; nothing is neither.
func TestLikelihoodOfLetters(t *testing.T) {
	obs := madeup.Oblique.Observe(rand.New(rand.NewPCG(1, 2)), madeup.Board("GAME"), madeup.Pose{}, 0, 0)
	before := reading.Likelihood(obs.Cells, nil)
	lessLike := 0.0
	for i := range obs.Cells {
		c := &obs.Cells[i]
		for turn := range c.Letter {
			for l := range c.Letter[turn] {
				c.Letter[turn][l] -= 2
			}
		}
		if c.Tile > 0 {
			lessLike += 2
		}
	}
	if after := reading.Likelihood(obs.Cells, nil); after > before-lessLike+1e-6 || after < before-lessLike-1e-6 {
		t.Errorf("%.3f after %.3f, %.0f less wanted", after, before, lessLike)
	}
	if got := reading.Likelihood(nil, nil); got != 0 {
		t.Errorf("nothing has likelihood %g", got)
	}
}
