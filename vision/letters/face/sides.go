package face

import (
	"math"
)

// Side is the strip along one side of a place: the logarithms of its darkest and its lightest gray level, as shares of the face's. Between tiles
// there are dark gaps; empty places of a board have lines.
type Side [2]float64

// The strip along a side, in steps.
const (
	sideReach = 0.15 // before and beyond the side
	sideLong  = 0.3  // from its middle
)

// Sides are the strips to the right, below, to the left and above, around a face with that gray level.
func (p *Patch) Sides(ground float64) (all [4]Side) {
	const floor, from, to = 12, int((PatchReach + 0.5 - sideReach) * PerStep), int((PatchReach + 0.5 + sideReach) * PerStep)
	const low, high = int((PatchReach - sideLong) * PerStep), int((PatchReach + sideLong) * PerStep)
	for k := range all {
		dark, light := math.Inf(1), math.Inf(-1)
		for x := from; x <= to; x++ {
			sum := float32(0)
			for y := low; y < high; y++ {
				sum += p.gray[rotated(x, y, k)]
			}
			level := math.Log((float64(sum)/float64(high-low) + floor) / (ground + floor))
			dark, light = min(dark, level), max(light, level)
		}
		all[k] = Side{dark, light}
	}
	return all
}

// rotated is the index of a patch's pixel after quarter turns clockwise about the patch's middle.
func rotated(x, y, quarters int) int {
	for range quarters {
		x, y = PatchSide-1-y, x
	}
	return y*PatchSide + x
}
