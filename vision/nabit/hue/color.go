package hue

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Hue is a color without brightness: the logarithms of red and of blue against green. The lamp's color and the camera's
// white balance shift all hues of a picture together.
type Hue [2]float64

// HueFloor keeps dark channels from counting for more than their noise allows; 8-bit levels.
const HueFloor = 16

func HueOf(c picture.BGR) Hue {
	g := math.Log(c[1] + HueFloor)
	return Hue{math.Log(c[2]+HueFloor) - g, math.Log(c[0]+HueFloor) - g}
}

// plasticHue is what a plastic's hue is over many sets, lamps and cameras: its mean, and its covariance (two variances and
// the covariance) about the picture's common shift.
type plasticHue struct {
	Mean       Hue
	xx, yy, xy float64
}

// paleSpread is the standard deviation of what a lamp's reflection, haze or the dark takes from a hue, as a share of it: what is pale is
// another color less easily than what has another hue.
const paleSpread = 0.25

// palePlastic is a plastic whose hue may be pale.
func palePlastic(mean Hue, xx, yy, xy float64) plasticHue {
	const k = paleSpread * paleSpread
	return plasticHue{mean, xx + k*mean[0]*mean[0], yy + k*mean[1]*mean[1], xy + k*mean[0]*mean[1]}
}

func (p *plasticHue) det() float64 { return p.xx*p.yy - p.xy*p.xy }

// Mahalanobis is how far a hue is off the plastic's under a shift: squared, in standard deviations.
func (p *plasticHue) Mahalanobis(h, shift Hue) float64 {
	x, y := h[0]-shift[0]-p.Mean[0], h[1]-shift[1]-p.Mean[1]
	return (p.yy*x*x - 2*p.xy*x*y + p.xx*y*y) / p.det()
}

// Fitted to the rendered scenes meant for it; in the order of engine.PlayerColors.
var PlasticHues = [4]plasticHue{
	palePlastic(Hue{0.959, -0.018}, 0.018, 0.014, 0.0055),
	palePlastic(Hue{0.392, 0.558}, 0.0105, 0.023, 0.005),
	palePlastic(Hue{0.228, -0.963}, 0.0095, 0.023, 0.003),
	palePlastic(Hue{-0.579, -0.482}, 0.028, 0.0125, 0.008),
}

// shiftSpread is the standard deviation of a picture's common shift, of either logarithm.
const shiftSpread = 0.14

// LogLikelihoods of a hue for each player's color under a shift.
func (h Hue) LogLikelihoods(shift Hue) engine.ColorLikelihoods {
	var l engine.ColorLikelihoods
	for i := range PlasticHues {
		p := &PlasticHues[i]
		d := p.Mahalanobis(h, shift)
		// Far from every color one is hardly better than another: a glare or a stain.
		l[i] = -0.5*d/(1+d/40) - 0.5*math.Log(p.det())
	}
	return l
}

// MostLikelyColor is the place of the likeliest of the players' colors.
func MostLikelyColor(l engine.ColorLikelihoods) (best int) {
	for i := range l {
		if l[i] > l[best] {
			best = i
		}
	}
	return best
}

// CommonShift is how far the picture's light moves all hues, estimated from faces whose colors are not known: each counts for
// the color it most likely has. The plastic of a color is the same in all faces, so that many of them tell no more than one.
func CommonShift(hues []Hue) Hue {
	var shift Hue
	for range 6 {
		var off [len(PlasticHues)]Hue
		var count [len(PlasticHues)]float64
		for _, h := range hues {
			best := MostLikelyColor(h.LogLikelihoods(shift))
			count[best]++
			for k := range h {
				off[best][k] += min(max(h[k]-PlasticHues[best].Mean[k], -mostShifted), mostShifted)
			}
		}
		// Before any face is seen the shift is zero within shiftSpread.
		xx, yy, xy := 1/(shiftSpread*shiftSpread), 1/(shiftSpread*shiftSpread), 0.0
		var sum Hue
		for i, p := range PlasticHues {
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
		shift = Hue{(yy*sum[0] - xy*sum[1]) / det, (xx*sum[1] - xy*sum[0]) / det}
	}
	return shift
}

// mostShifted is how far off a face's hue counts.
const mostShifted = 0.8

// MeanShift is how far faces' hues are shifted on average, each against that of the color it most likely has: what the judge of banks
// learned with.
func MeanShift(hues []Hue) Hue {
	var shift Hue
	for range 6 {
		var sum Hue
		for _, h := range hues {
			best := MostLikelyColor(h.LogLikelihoods(shift))
			for k := range sum {
				sum[k] += min(max(h[k]-PlasticHues[best].Mean[k], -0.5), 0.5)
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

// NearestHueDistance is how far the nearest of some hues is from one.
func NearestHueDistance(h Hue, all []Hue) float64 {
	best := math.Inf(1)
	for _, o := range all {
		best = min(best, HueDistance(h, o))
	}
	return best
}

// TableLogRatio is how much likelier (logarithm) a hue is the table's than that of tiles.
func TableLogRatio(h Hue, plastic, table []Hue) float64 {
	a, b := NearestHueDistance(h, plastic), NearestHueDistance(h, table)
	return (a*a - b*b) / (2 * tileface.HueSigma * tileface.HueSigma)
}

// HueDistance is how far two hues are apart.
func HueDistance(a, b Hue) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
