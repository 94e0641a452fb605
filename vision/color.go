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

// paleSpread is the standard deviation of what a lamp's reflection, haze or the dark takes from a hue, as a share of it: what is pale is
// another color less easily than what has another hue.
const paleSpread = 0.25

// palePlastic is a plastic whose hue may be pale.
func palePlastic(mean hue, xx, yy, xy float64) plasticHue {
	const k = paleSpread * paleSpread
	return plasticHue{mean, xx + k*mean[0]*mean[0], yy + k*mean[1]*mean[1], xy + k*mean[0]*mean[1]}
}

func (p *plasticHue) det() float64 { return p.xx*p.yy - p.xy*p.xy }

// off is how far a hue is off the plastic's under a shift: squared, in standard deviations.
func (p *plasticHue) off(h, shift hue) float64 {
	x, y := h[0]-shift[0]-p.mean[0], h[1]-shift[1]-p.mean[1]
	return (p.yy*x*x - 2*p.xy*x*y + p.xx*y*y) / p.det()
}

// Fitted to the rendered scenes meant for it; in the order of engine.PlayerColors.
var plasticHues = [4]plasticHue{
	palePlastic(hue{0.959, -0.018}, 0.018, 0.014, 0.0055),
	palePlastic(hue{0.392, 0.558}, 0.0105, 0.023, 0.005),
	palePlastic(hue{0.228, -0.963}, 0.0095, 0.023, 0.003),
	palePlastic(hue{-0.579, -0.482}, 0.028, 0.0125, 0.008),
}

// shiftSpread is the standard deviation of a picture's common shift, of either logarithm.
const shiftSpread = 0.14

// logLikelihood of a hue for each player's color under a shift.
func (h hue) logLikelihood(shift hue) engine.ColorLikelihoods {
	var l engine.ColorLikelihoods
	for i := range plasticHues {
		p := &plasticHues[i]
		d := p.off(h, shift)
		// Far from every color one is hardly better than another: a glare or a stain.
		l[i] = -0.5*d/(1+d/40) - 0.5*math.Log(p.det())
	}
	return l
}

// likeliestColor is the place of the likeliest of the players' colors.
func likeliestColor(l engine.ColorLikelihoods) (best int) {
	for i := range l {
		if l[i] > l[best] {
			best = i
		}
	}
	return best
}

// commonShift is how far the picture's light moves all hues, estimated from faces whose colors are not known: each counts for
// the color it most likely has. The plastic of a color is the same in all faces, so that many of them tell no more than one.
func commonShift(hues []hue) hue {
	var shift hue
	for range 6 {
		var off [len(plasticHues)]hue
		var count [len(plasticHues)]float64
		for _, h := range hues {
			best := likeliestColor(h.logLikelihood(shift))
			count[best]++
			for k := range h {
				off[best][k] += min(max(h[k]-plasticHues[best].mean[k], -mostShifted), mostShifted)
			}
		}
		// Before any face is seen the shift is zero within shiftSpread.
		xx, yy, xy := 1/(shiftSpread*shiftSpread), 1/(shiftSpread*shiftSpread), 0.0
		var sum hue
		for i, p := range plasticHues {
			if count[i] == 0 {
				continue
			}
			det := p.det()
			x, y := off[i][0]/count[i], off[i][1]/count[i]
			xx, yy, xy = xx+p.yy/det, yy+p.xx/det, xy-p.xy/det
			sum[0] += (p.yy*x - p.xy*y) / det
			sum[1] += (p.xx*y - p.xy*x) / det
		}
		det := xx*yy - xy*xy
		shift = hue{(yy*sum[0] - xy*sum[1]) / det, (xx*sum[1] - xy*sum[0]) / det}
	}
	return shift
}

// mostShifted is how far off a face's hue counts.
const mostShifted = 0.8

// meanShift is how far faces' hues are shifted on average, each against that of the color it most likely has: what the judge of banks
// learned with.
func meanShift(hues []hue) hue {
	var shift hue
	for range 6 {
		var sum hue
		for _, h := range hues {
			best := likeliestColor(h.logLikelihood(shift))
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

// nearestHue is how far the nearest of some hues is from one.
func nearestHue(h hue, all []hue) float64 {
	best := math.Inf(1)
	for _, o := range all {
		best = min(best, colorGapOfHues(h, o))
	}
	return best
}

// holeSpread is the standard deviation of hues that are alike, of either logarithm.
const holeSpread = 0.1

// tableLikelier is how much likelier (logarithm) a hue is the table's than that of tiles.
func tableLikelier(h hue, plastic, table []hue) float64 {
	a, b := nearestHue(h, plastic), nearestHue(h, table)
	return (a*a - b*b) / (2 * holeSpread * holeSpread)
}

// colorGapOfHues is how far two hues are apart.
func colorGapOfHues(a, b hue) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
