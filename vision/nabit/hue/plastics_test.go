package hue

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine"
)

// TestAStainTurnsNoColors draws tables of two to four plastics in any hues, of which each keeps its name, and lets one thing that is no tile lie among the
// tiles of a later picture: it changes no tile's color.
func TestAStainTurnsNoColors(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 4))
	alone, learned, all := 0, 0, 0
	for range 400 {
		colors, hues := rng.Perm(len(PlasticHues))[:2+rng.IntN(3)], map[int]Hue{}
		for _, c := range colors {
			m, others := PlasticHues[c].Mean, slices.Collect(maps.Values(hues))
			for { // nobody could play with less
				if hues[c] = (Hue{m[0] + 0.2*rng.NormFloat64(), m[1] + 0.2*rng.NormFloat64()}); NearestHueDistance(hues[c], others) > 0.35 {
					break
				}
			}
		}
		var plastics Plastics
		var faces []Face
		var truth []int
		for range 6 + rng.IntN(12) {
			c := colors[rng.IntN(len(colors))]
			seen := func() Hue {
				return Hue{hues[c][0] + 0.02*rng.NormFloat64(), hues[c][1] + 0.02*rng.NormFloat64()}
			}
			plastics.Learn(seen(), c, 1)
			faces, truth = append(faces, Face{Hue: seen(), Tile: true}), append(truth, c)
		}
		faces = append(faces, Face{Hue: Hue{rng.NormFloat64(), rng.NormFloat64()}, Tile: true})
		right := func() (n int) {
			for i, l := range Explain(faces, Told{}).Faces[:len(truth)] {
				if MostLikelyColor(l) == truth[i] {
					n++
				}
			}
			return n
		}
		all += len(truth)
		alone += right()
		for i := range faces {
			faces[i].Other = plastics.LogLikelihoods(faces[i].Hue)
		}
		learned += right()
	}
	t.Logf("of %d tiles %d have their color by the picture alone, %d with the pictures before", all, alone, learned)
	if learned < all*97/100 || all-learned > (all-alone)/3 {
		t.Errorf("of %d tiles %d keep their color, %d by the picture alone", all, learned, alone)
	}
}

func TestPlasticsFollowTheLamp(t *testing.T) {
	var p Plastics
	if got := p.LogLikelihoods(Hue{0.3, 0.1}); got != (engine.ColorLikelihoods{otherPlastic, otherPlastic, otherPlastic, otherPlastic}) {
		t.Errorf("nobody has shown a tile, and a hue has %v", got)
	}
	now := PlasticHues[1].Mean
	for range 400 {
		p.Learn(now, 1, 1)
		now[0] += 0.002
	}
	l := p.LogLikelihoods(now)
	if l[1] < -1 {
		t.Errorf("a lamp that changes slowly takes a plastic's name: %.1f", l)
	}
	if l := p.LogLikelihoods(Hue{now[0] - 2, now[1]}); l != (engine.ColorLikelihoods{otherPlastic, otherPlastic, otherPlastic, otherPlastic}) {
		t.Errorf("far from the one plastic that is known, the colors have %.1f", l)
	}
}
