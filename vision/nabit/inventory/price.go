package inventory

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// PerColor is how many tiles of a color a set holds, by the rule sheet.
const PerColor = 25

// charge lowers the worth of the faces of a color with more than PerColor likely tiles, by a price (Lagrange multiplier) at which the set's tiles
// suffice: what the first tile too many is worth, or what it costs to give that another color. No face pays more than another color costs it.
func charge(faces []face) {
	var of [colors][]int
	for i := range faces {
		if faces[i].tile > 0 {
			k := floats.MaxIdx(faces[i].color[:])
			of[k] = append(of[k], i)
		}
	}
	for k, some := range of {
		if len(some) <= PerColor {
			continue
		}
		costs := make([]float64, len(some))
		for j, i := range some {
			costs[j] = min(faces[i].worth(), faces[i].recolored(k))
		}
		slices.Sort(costs)
		price := max(0, costs[len(costs)-PerColor-1])
		for _, i := range some {
			faces[i].pay(min(price, faces[i].recolored(k)))
		}
	}
}

// recolored is what it costs a face to have another color than its likeliest, k.
func (f *face) recolored(k int) float64 {
	return f.color[k] - slices.Max(slices.Delete(slices.Clone(f.color[:]), k, k+1))
}

// worth is the worth of what the face most likely is.
func (f *face) worth() float64 { return max(f.letter, slices.Max(f.blank[:])) }

// pay lowers all that the face may be.
func (f *face) pay(price float64) {
	f.letter -= price
	for k := range f.blank {
		f.blank[k] -= price
	}
}
