package tabit

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine/tabit"
)

// Cards of one picture are printed alike. So a card is also what those cards of the same photo are that look most like it: the
// drawing may be strange, but it is the same on all of them.
const (
	likes     = 5    // how many of the most similar cards have a say
	likeness  = 0.4  // weight of what one says that looks the same
	unlike    = 0.28 // root mean square between the strokes of cards that have nothing in common
	same      = 0.18 // the same of cards that look the same
	loudest   = 4.0  // natural logarithm: no card says more than that of another
	pictureOf = -1.5 // natural logarithm of how probable a box's picture is, for it to have a say
)

// difference is how different the strokes of two looks are.
func difference(a, b *vector) float64 {
	sum := 0.0
	for i := range strokes {
		d := float64(a[i] - b[i])
		sum += d * d
	}
	return math.Sqrt(sum / strokes)
}

// liken lets cards that look alike agree on what they show. views are the closer looks at the boxes.
func liken(cards []*tabit.Box, views []*vector) {
	said := make([][len(tabit.Pictures)]float64, len(cards))
	for i, c := range cards {
		top := slices.Max(c.Pictures[:])
		for k, p := range c.Pictures {
			said[i][k] = max(p-top, -loudest)
		}
	}
	for i, c := range cards {
		if c.Picture < pictureOf {
			continue
		}
		for n, w := range weights(i, cards, views) {
			if w == 0 {
				continue
			}
			for k := range c.Pictures {
				c.Pictures[k] += w * said[n][k]
			}
		}
	}
}

// weights are how much each other card says of card i.
func weights(i int, cards []*tabit.Box, views []*vector) []float64 {
	out := make([]float64, len(cards))
	type other struct {
		card int
		far  float64
	}
	var others []other
	for j := range cards {
		if j != i && cards[j].Picture >= pictureOf {
			others = append(others, other{j, difference(views[i], views[j])})
		}
	}
	slices.SortFunc(others, func(a, b other) int { return cmp.Compare(a.far, b.far) })
	for _, o := range others[:min(likes, len(others))] {
		out[o.card] = likeness * min(1, max(0, (unlike-o.far)/(unlike-same)))
	}
	return out
}
