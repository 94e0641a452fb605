package thickness

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// Likelihood is what sides say of the tiles' thickness: the log-likelihood of each bin.
type Likelihood [Bins]float64

// How sides of one picture vote together. Hand-set.
const (
	alike      = 0.3  // how much two of them repeat each other: lamp, table and make are the same
	misled     = 0.02 // probability that all of them show something else, such as tabs or a shadow
	anySigma   = 0.35 // of the logarithm of a set's thickness: from a tenth of a pitch to half of one; a fit to edges alone is held tighter
	leastSigma = 0.06 // of the logarithm of a thickness, however many sides show it
)

// Measure looks at the sides of a structure's single tiles.
func Measure(r *picture.Raster, s *hypothesis.Hypothesis) (l Likelihood) {
	var places []engine.Place
	for _, at := range s.Cells.Places() {
		if s.Cells[at] == 1 && s.Evidence[at] != nil {
			places = append(places, at)
		}
	}
	found := make([][]Profile, len(places))
	parallel.Do(len(places), func(i int) {
		found[i] = Of(r, &s.Pose, s.Cells, places[i], s.Evidence[places[i]].Face[0].Plastic, 1)
	})
	n := 0.0
	for _, profiles := range found {
		for i := range profiles {
			n++
			for k, x := range LogLikelihoods(network(), &profiles[i]) {
				l[k] += x
			}
		}
	}
	if n == 0 {
		return l
	}
	for k := range l {
		l[k] /= 1 + alike*(n-1)
	}
	total := floats.LogSumExp(l[:]) - math.Log(Bins)
	for k := range l {
		l[k] = math.Log((1-misled)*math.Exp(l[k]-total) + misled)
	}
	return l
}

// Nats is how much it says: the log-likelihood of the likeliest thickness against all alike.
func (l *Likelihood) Nats() float64 { return floats.Max(l[:]) }

// Contradicts says that tiles so thick, as a share of the pitch, show no such sides: nearly all of the likelihood lies at others, half as thick again or
// thinner by a third.
func (l *Likelihood) Contradicts(share float64) bool {
	share = min(max(share, least), most)
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

// Prior is a prior with what the sides say: a Gaussian of the same mean and deviation as the posterior.
func (l Likelihood) Prior(g *camerapose.IntrinsicsPrior) *camerapose.IntrinsicsPrior {
	if l == (Likelihood{}) {
		return g
	}
	posterior := l
	for k := range posterior {
		off := (math.Log(ShareOf(k)) - g.Expected[camerapose.FreeThickness]) / anySigma
		posterior[k] -= off * off / 2
	}
	total := floats.LogSumExp(posterior[:])
	var mean, square float64
	for k := range posterior {
		p, x := math.Exp(posterior[k]-total), math.Log(ShareOf(k))
		mean, square = mean+p*x, square+p*x*x
	}
	return g.WithThickness(mean, math.Sqrt(max(square-mean*mean, 0)+leastSigma*leastSigma))
}
