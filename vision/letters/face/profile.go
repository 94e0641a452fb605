package face

import (
	"math"
)

// profile is how much the gray level changes to the right and downwards, for each column and row of a patch, along its middle.
type Profile struct{ Right, Down [PatchSide]float32 }

// profile is that of the patch.
func (p *Patch) Profile() (e Profile) {
	const low, high = PatchSide * 35 / 100, PatchSide * 65 / 100
	for i := 1; i < PatchSide-1; i++ {
		for j := low; j < high; j++ {
			e.Right[i] += float32(math.Abs(float64(p.gray[j*PatchSide+i+1] - p.gray[j*PatchSide+i-1])))
			e.Down[i] += float32(math.Abs(float64(p.gray[(i+1)*PatchSide+j] - p.gray[(i-1)*PatchSide+j])))
		}
	}
	return e
}

// mostOff is how far from a tile's middle its letters stand at most, in pixels of a patch.
const mostOff = 8

// offset is where the middle between two edges lies that are a step apart, in steps.
func Offset(e *[PatchSide]float32) float64 {
	const half = PatchSide * 5 / 14
	best, at := float32(-1), 0
	for d := -mostOff; d <= mostOff; d++ {
		mid := PatchSide/2 + d
		score := float32(0)
		for k := -2; k <= 2; k++ { // gaps are wide
			score += e[mid-half+k] + e[mid+half-1+k]
		}
		if score > best {
			best, at = score, d
		}
	}
	return float64(at) / PerStep
}
