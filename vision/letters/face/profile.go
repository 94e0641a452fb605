package face

import (
	"math"
)

// Profile is the gradient along the middle of a patch: for each column to the right, for each row downward.
type Profile struct{ Right, Down [PatchSide]float32 }

// Profile is the patch's profile.
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

// mostShift is how far a tile's middle lies from its letter at most, in pixels of a patch.
const mostShift = 8

// EdgeOffset is the middle between the two strongest edges a step apart, in steps from the patch's middle.
func EdgeOffset(e *[PatchSide]float32) float64 {
	const half = PatchSide * 5 / 14
	best, at := float32(-1), 0
	for d := -mostShift; d <= mostShift; d++ {
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
