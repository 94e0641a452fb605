package vision

import (
	"math"

	"tilewatch/engine"
)

// hue is a color without brightness: the logarithms of red and of blue against green. The lamp's color and the camera's
// white balance shift all hues of a picture together.
type hue [2]float64

// hueFloor keeps dark channels from counting for more than their noise allows; 8-bit levels.
const hueFloor = 16

func hueOf(c rgb) hue {
	g := math.Log(c[1] + hueFloor)
	return hue{math.Log(c[2]+hueFloor) - g, math.Log(c[0]+hueFloor) - g}
}

// plasticHue is what a plastic's hue is over many sets, lamps and cameras: its mean, and its covariance (two variances and
// the covariance) about the picture's common shift.
type plasticHue struct {
	mean       hue
	xx, yy, xy float64
}

// Fitted to the rendered scenes meant for it; in the order of engine.PlayerColors.
var plasticHues = [4]plasticHue{
	{hue{0.959, -0.018}, 0.036, 0.028, 0.011},
	{hue{0.392, 0.558}, 0.021, 0.046, 0.010},
	{hue{0.228, -0.963}, 0.019, 0.046, 0.006},
	{hue{-0.579, -0.482}, 0.056, 0.025, 0.016},
}

// shiftSpread is the standard deviation of a picture's common shift, of either logarithm.
const shiftSpread = 0.14

// logLikelihood of a hue for each player's color under a shift.
func (h hue) logLikelihood(shift hue) engine.ColorLikelihoods {
	var l engine.ColorLikelihoods
	for i, p := range plasticHues {
		x, y := h[0]-shift[0]-p.mean[0], h[1]-shift[1]-p.mean[1]
		det := p.xx*p.yy - p.xy*p.xy
		d := (p.yy*x*x - 2*p.xy*x*y + p.xx*y*y) / det
		// Far from every color one is hardly better than another: a glare or a stain.
		l[i] = -0.5*d/(1+d/40) - 0.5*math.Log(det)
	}
	return l
}

// commonShift is how far the picture's light moves all hues, estimated from faces whose colors are not known: each counts for
// the color it most likely has.
func commonShift(hues []hue) hue {
	var shift hue
	for range 6 {
		var sum hue
		for _, h := range hues {
			l := h.logLikelihood(shift)
			best := 0
			for i := range l {
				if l[i] > l[best] {
					best = i
				}
			}
			for k := range sum {
				sum[k] += min(max(h[k]-plasticHues[best].mean[k], -0.5), 0.5)
			}
		}
		// Each face tells the shift to about 0.2; before any, it is zero within shiftSpread.
		weight := float64(len(hues)) + 0.04/(shiftSpread*shiftSpread)
		for k := range shift {
			shift[k] = sum[k] / weight
		}
	}
	return shift
}
