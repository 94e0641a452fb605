package snag

import (
	"math"
	"math/rand/v2"
	"testing"
)

// kind is squares that look alike, but for what a camera adds.
type kind struct {
	ground, ink color
	stroke      float64 // pitches
	corners     float64
	tile        bool
	n           int
}

// several makes squares of these kinds, each a little different.
func several(kinds ...kind) (squares []square, tiles []bool) {
	random := rand.New(rand.NewPCG(1, 2))
	about := func(v, by float64) float64 { return v + by*random.NormFloat64() }
	for _, k := range kinds {
		for range k.n {
			q := square{stroke: about(k.stroke, 0.001), corners: min(max(about(k.corners, 0.5), 0), 4)}
			for c := range q.ground {
				q.ground[c], q.ink[c] = about(k.ground[c], 3), about(k.ink[c], 5)
			}
			squares, tiles = append(squares, q), append(tiles, k.tile)
		}
	}
	return squares, tiles
}

func TestTilesAndBareSquares(t *testing.T) {
	cream, tan, orange, brown, black := color{520, 530, 540}, color{490, 505, 515}, color{380, 470, 535}, color{430, 460, 480}, color{290, 330, 350}
	bare := kind{ground: cream, ink: brown, stroke: 0.031, corners: 3.9, n: 50}
	tiles := kind{ground: orange, ink: black, stroke: 0.055, corners: 0.2, tile: true, n: 20}
	with := func(k kind, change func(k *kind)) kind { change(&k); return k }
	tests := map[string][]kind{
		"tiles of another color":     {bare, tiles},
		"an empty board has no tile": {with(bare, func(k *kind) { k.n = 76 })},
		"a single tile":              {with(bare, func(k *kind) { k.n = 75 }), with(tiles, func(k *kind) { k.n = 1 })},
		"a board nearly full":        {with(tiles, func(k *kind) { k.n = 70 }), with(bare, func(k *kind) { k.n = 6 })},
		"cream tiles on cream squares are told by their bolder, darker print": {bare, with(tiles, func(k *kind) { k.ground, k.corners = cream, 3.1 })},
		"and by their print alone where no edge is seen":                      {bare, with(tiles, func(k *kind) { k.ground, k.corners = cream, 3.7 })},
		"one of them":                                     {with(bare, func(k *kind) { k.n = 75 }), with(tiles, func(k *kind) { k.ground, k.corners, k.n = cream, 3.1, 1 })},
		"squares in two tones are both bare":              {bare, with(bare, func(k *kind) { k.ground, k.ink, k.corners, k.n = tan, color{395, 430, 455}, 3.5, 25 })},
		"two tones that differ much are both bare":        {with(bare, func(k *kind) { k.n = 28 }), with(bare, func(k *kind) { k.ground, k.ink, k.corners, k.n = color{440, 455, 460}, color{520, 530, 540}, 3.6, 25 }), with(tiles, func(k *kind) { k.n = 15 })},
		"a poor camera that hides the corners of squares": {with(bare, func(k *kind) { k.corners, k.stroke = 2.1, 0.056 }), with(tiles, func(k *kind) { k.stroke = 0.061 })},
		"such a camera on a board without tiles":          {with(bare, func(k *kind) { k.corners, k.n = 2.1, 76 })},
	}
	for name, kinds := range tests {
		t.Run(name, func(t *testing.T) {
			squares, tiles := several(kinds...)
			classifyGroups(squares)
			for i, q := range squares {
				if math.IsNaN(q.logOdds) || (q.logOdds > 0) != tiles[i] {
					t.Fatalf("square %d of %v: %.1f, want a tile: %t", i, kinds, q.logOdds, tiles[i])
				}
			}
		})
	}
}
