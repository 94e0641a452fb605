package hue

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Hue is a color without brightness: the logarithms of red and of blue against green. The lamp's color and the camera's
// white balance shift all hues of a picture together.
type Hue [2]float64

// HueFloor is added to each channel before the logarithm, 8-bit levels: it bounds the noise of dark channels.
const HueFloor = 16

// HueOf is the hue of a color.
func HueOf(c picture.BGR) Hue {
	g := math.Log(c[1] + HueFloor)
	return Hue{math.Log(c[2]+HueFloor) - g, math.Log(c[0]+HueFloor) - g}
}

// Brightness is that of a color, logarithmic. The addend keeps dark pixels' noise small.
func Brightness(c picture.BGR) float64 { return math.Log((c[0] + 2*c[1] + c[2] + 24) / 4) }

// plasticHue is the Gaussian of a plastic's hue over many sets, lamps and cameras: its mean, and its covariance (two variances and the
// covariance) about the picture's common shift.
type plasticHue struct {
	Mean       Hue
	xx, yy, xy float64
}

// paleSpread is the standard deviation of the share of a hue that a reflection, haze or darkness takes away. A pale face then keeps its color
// more easily than one with another hue.
const paleSpread = 0.25

// palePlastic is a plastic whose hue may be paler than its mean: its covariance grows along the line to gray.
func palePlastic(mean Hue, xx, yy, xy float64) plasticHue {
	const k = paleSpread * paleSpread
	return plasticHue{mean, xx + k*mean[0]*mean[0], yy + k*mean[1]*mean[1], xy + k*mean[0]*mean[1]}
}

// det is the determinant of the covariance.
func (p *plasticHue) det() float64 { return p.xx*p.yy - p.xy*p.xy }

// Mahalanobis is the squared Mahalanobis distance of a hue from the plastic's mean under a shift.
func (p *plasticHue) Mahalanobis(h, shift Hue) float64 {
	x, y := h[0]-shift[0]-p.Mean[0], h[1]-shift[1]-p.Mean[1]
	return (p.yy*x*x - 2*p.xy*x*y + p.xx*y*y) / p.det()
}

// PlasticHues are the players' plastics in the order of engine.PlayerColors: means and covariances of the faces of the rendered training
// scenes.
var PlasticHues = [4]plasticHue{
	palePlastic(Hue{0.959, -0.018}, 0.018, 0.014, 0.0055),
	palePlastic(Hue{0.392, 0.558}, 0.0105, 0.023, 0.005),
	palePlastic(Hue{0.228, -0.963}, 0.0095, 0.023, 0.003),
	palePlastic(Hue{-0.579, -0.482}, 0.028, 0.0125, 0.008),
}

// shiftSpread is the prior standard deviation of a picture's common shift, in each logarithm.
const shiftSpread = 0.14

// LogLikelihoods are the log-likelihoods of the players' colors for a hue under a shift.
func (h Hue) LogLikelihoods(shift Hue) engine.ColorLikelihoods {
	var l engine.ColorLikelihoods
	for i := range PlasticHues {
		p := &PlasticHues[i]
		d := p.Mahalanobis(h, shift)
		l[i] = -0.5*d/(1+d/farHue) - 0.5*math.Log(p.det())
	}
	return l
}

// farHue is the squared distance at which the tails flatten (Geman and McClure 1985): far from every color a hue is a glare or a stain, and
// the colors are nearly equally likely.
const farHue = 40

// MostLikelyColor is the index of the likeliest player's color.
func MostLikelyColor(l engine.ColorLikelihoods) int { return floats.MaxIdx(l[:]) }

// CommonShift estimates the picture's shift from faces of unknown color. It alternates between assigning each face its likeliest color and
// solving for the shift (hard expectation maximization). All faces of a color share one plastic, so many of them weigh as much as one.
func CommonShift(hues []Hue) Hue {
	var shift Hue
	for range shiftRounds {
		var off [len(PlasticHues)]Hue
		var count [len(PlasticHues)]float64
		for _, h := range hues {
			best := MostLikelyColor(h.LogLikelihoods(shift))
			count[best]++
			for k := range h {
				off[best][k] += min(max(h[k]-PlasticHues[best].Mean[k], -mostShifted), mostShifted)
			}
		}
		// The prior: a shift of zero within shiftSpread.
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

const (
	shiftRounds = 6   // rounds of either estimate
	mostShifted = 0.8 // in CommonShift a face's offset counts no more than this, in each logarithm
)

// MeanShift is the mean offset of the faces' hues from their likeliest colors. Loose tiles and banks take it, since the bank
// classifier was trained with it; the tiles of the structure take CommonShift.
func MeanShift(hues []Hue) Hue {
	var shift Hue
	for range shiftRounds {
		var sum Hue
		for _, h := range hues {
			best := MostLikelyColor(h.LogLikelihoods(shift))
			for k := range sum {
				sum[k] += min(max(h[k]-PlasticHues[best].Mean[k], -mostOff), mostOff)
			}
		}
		weight := float64(len(hues)) + faceVariance/(shiftSpread*shiftSpread) // the prior weighs like so many faces
		for k := range shift {
			shift[k] = sum[k] / weight
		}
	}
	return shift
}

const (
	mostOff      = 0.5  // in MeanShift a face's offset counts no more than this, in each logarithm
	faceVariance = 0.04 // of the shift as one face shows it: a standard deviation of 0.2
)

// NearestHueDistance is the distance from a hue to the nearest of some others; infinite if there are none.
func NearestHueDistance(h Hue, all []Hue) float64 {
	best := math.Inf(1)
	for _, o := range all {
		best = min(best, HueDistance(h, o))
	}
	return best
}

// TableLogRatio is the log-likelihood ratio of a hue being the table's against being a tile's: each has a Gaussian about its nearest example.
func TableLogRatio(h Hue, plastic, table []Hue) float64 {
	a, b := NearestHueDistance(h, plastic), NearestHueDistance(h, table)
	return (a*a - b*b) / (2 * tileface.HueSigma * tileface.HueSigma)
}

// HueDistance is the Euclidean distance of two hues.
func HueDistance(a, b Hue) float64 {
	x, y := a[0]-b[0], a[1]-b[1]
	return math.Sqrt(x*x + y*y) // hues do not overflow
}
