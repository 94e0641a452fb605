package face

import (
	"math"
)

// side is what lies along one side of a place: the logarithms of how dark and how light it gets there, beside the face. Where tiles
// meet there are gaps, where nothing lies a board's lines.
type Side [2]float64

// The strip along a side, in steps.
const (
	sideReach = 0.15 // before and beyond the side
	sideLong  = 0.3  // from its middle
)

// sides are the patch's sides to the right, below, to the left and above, around a face of that gray level.
func (p *Patch) Sides(ground float64) (all [4]Side) {
	const floor, from, to = 12, int((PatchReach + 0.5 - sideReach) * PerStep), int((PatchReach + 0.5 + sideReach) * PerStep)
	const low, high = int((PatchReach - sideLong) * PerStep), int((PatchReach + sideLong) * PerStep)
	for k := range all {
		dark, light := math.Inf(1), math.Inf(-1)
		for x := from; x <= to; x++ {
			sum := float32(0)
			for y := low; y < high; y++ {
				sum += p.gray[turnedIndex(x, y, k)]
			}
			level := math.Log((float64(sum)/float64(high-low) + floor) / (ground + floor))
			dark, light = min(dark, level), max(light, level)
		}
		all[k] = Side{dark, light}
	}
	return all
}

// turnedIndex is the index of a patch's pixel after so many quarter turns clockwise around the patch's middle.
func turnedIndex(x, y, quarters int) int {
	for range quarters {
		x, y = PatchSide-1-y, x
	}
	return y*PatchSide + x
}
