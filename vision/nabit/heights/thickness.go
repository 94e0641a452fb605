package heights

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// ThicknessLikelihood is what sides say of the tiles' thickness: the log-likelihood of each bin.
type ThicknessLikelihood [ThicknessBins]float64

// How sides of one picture vote together. Hand-set.
const (
	sidesAlike = 0.3  // how much two of them repeat each other: lamp, table and make are the same
	misled     = 0.02 // probability that all of them show something else, such as tabs or a shadow
	anySigma   = 0.35 // of the logarithm of a set's thickness: from a tenth of a pitch to half of one; a fit to edges alone is held tighter
	leastSigma = 0.06 // of the logarithm of a thickness, however many sides show it
)

// MeasureThickness looks at the sides of a structure's single tiles.
func MeasureThickness(r *picture.Raster, s *hypothesis.Hypothesis) (l ThicknessLikelihood) {
	var places []engine.Place
	for _, at := range s.Cells.Places() {
		if s.Cells[at] == 1 && s.Evidence[at] != nil {
			places = append(places, at)
		}
	}
	found := make([][]SideProfile, len(places))
	parallel.Do(len(places), func(i int) {
		found[i] = SidesOf(r, &s.Pose, s.Cells, places[i], s.Evidence[places[i]].Face[0].Plastic, 1)
	})
	n := 0.0
	for _, profiles := range found {
		for i := range profiles {
			n++
			for k, x := range SideLogLikelihoods(sideNetwork(), &profiles[i]) {
				l[k] += x
			}
		}
	}
	if n == 0 {
		return l
	}
	for k := range l {
		l[k] /= 1 + sidesAlike*(n-1)
	}
	total := floats.LogSumExp(l[:]) - math.Log(ThicknessBins)
	for k := range l {
		l[k] = math.Log((1-misled)*math.Exp(l[k]-total) + misled)
	}
	return l
}

// Nats is how much it says: the log-likelihood of the likeliest thickness against all alike.
func (l *ThicknessLikelihood) Nats() float64 { return floats.Max(l[:]) }

// Contradicts says that tiles so thick, as a share of the pitch, show no such sides: nearly all of the likelihood lies at others, half as thick again or
// thinner by a third.
func (l *ThicknessLikelihood) Contradicts(share float64) bool {
	share = min(max(share, leastShare), mostShare)
	near, total := 0.0, 0.0
	for k, x := range l {
		p := math.Exp(x)
		if total += p; math.Abs(math.Log(ShareOf(k)/share)) < farOff {
			near += p
		}
	}
	return near < leastNear*total
}

// Of a contradiction: how far off, of the logarithm, a thickness is another one, and the share of the likelihood that must lie nearer. Hand-set.
const (
	farOff    = 0.4
	leastNear = 0.03
)

// Prior is a prior with what the sides say, and with what a game before found where they agree: a Gaussian of the same mean and deviation as the posterior.
func (l ThicknessLikelihood) Prior(g *camerapose.IntrinsicsPrior, found calibration.Estimate) *camerapose.IntrinsicsPrior {
	again := 0.0
	if l.Agrees(found) {
		again = sameSet
	}
	if l == (ThicknessLikelihood{}) && again == 0 {
		return g
	}
	posterior, same := l, math.Hypot(found.Sigma, leastSigma)
	for k := range posterior {
		x := math.Log(ShareOf(k))
		likely := (1 - again) * normal((x-g.Expected[camerapose.FreeThickness])/anySigma) / anySigma
		if again > 0 {
			likely += again * normal((x-math.Log(found.Ratio))/same) / same
		}
		posterior[k] += math.Log(likely)
	}
	mean, sigma := posterior.moments()
	return g.WithThickness(mean, math.Hypot(sigma, leastSigma))
}

// sameSet is the probability that the tiles before a camera are those of the last game before it: another evening, others may lie there. Hand-set.
const sameSet = 0.8

// normal is the standard normal density, but for its factor.
func normal(x float64) float64 { return math.Exp(-x * x / 2) }

// Agrees says that a game before found a thickness, and that sides show no other one. Where they say something, what was found must be within one standard
// deviation of it: between the truth and another set's thickness lies no prior worth having.
func (l ThicknessLikelihood) Agrees(found calibration.Estimate) bool {
	mean, sigma := l.moments()
	return found.Known() && (l.Nats() < SidesSpoken || math.Abs(math.Log(found.Ratio)-mean) < sigma)
}

// SidesSpoken is from how many nats on sides are believed. Hand-set: in eight films they say 2.2 to 2.7, in pictures from straight above 1 to 2, and are often wrong.
const SidesSpoken = 2.0

// moments are the mean and the standard deviation of the logarithm of a thickness that is so likely.
func (l ThicknessLikelihood) moments() (mean, sigma float64) {
	total, square := floats.LogSumExp(l[:]), 0.0
	for k := range l {
		p, x := math.Exp(l[k]-total), math.Log(ShareOf(k))
		mean, square = mean+p*x, square+p*x*x
	}
	return mean, math.Sqrt(max(square-mean*mean, 0))
}
