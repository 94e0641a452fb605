package vision

import (
	"math"

	"tilewatch/vision/kernel"
	"tilewatch/vision/nn"
)

// A locator tells where the edge of a tile's top face runs, from the colors across the place where it is expected. What
// an edge looks like differs from set to set and from lamp to lamp: a rounded rim, a printed frame beside it, the tile's own
// side face below it, a neighbor of the same color. So the rule is learned (see LearnEdges).
type locator struct {
	Step float32 // between taps and between bins, in pitches
	net  *nn.Net
}

const (
	locatorTaps    = kernel.Taps     // across an edge
	locatorInner   = kernel.Inner    // of them inside of where it is expected
	locatorInputs  = kernel.Inputs   // their colors, and three of the face
	locatorBins    = 21              // places told apart, the middle one where the edge is expected
	locatorAnswers = locatorBins + 1 // and one more means: no edge in reach
)

// locatorShape is that of all locators.
var locatorShape = nn.Shape{Inputs: locatorInputs, Hidden: 48, Outputs: locatorAnswers, Activation: nn.Tanh, Softmax: true}

// stepConstant is the constant of a locator's file that holds its step.
const stepConstant = "step"

func embeddedLocator(name string, file []byte) *locator {
	n := embedded(name, file, locatorShape)
	return &locator{constant(n, stepConstant, 1)[0], n}
}

// located is what a locator says of half a side.
type located struct {
	offset float64 // of the edge from where it was expected, outward, in pitches
	sigma  float64 // its standard deviation
	none   float64 // probability that there is no edge in reach
	here   float64 // probability density of the edge just where it was expected, against one anywhere in reach
}

// halfSides is how many parts of a face's border are looked at apart.
const halfSides = kernel.Halves

// likelihoods are, for a face's half sides one after the other, the probabilities of each bin, and last of no edge in reach.
type likelihoods [halfSides * locatorAnswers]float32

// half are those of half a side.
func (p *likelihoods) half(i int) *[locatorAnswers]float32 {
	return (*[locatorAnswers]float32)(p[i*locatorAnswers:])
}

func (l *locator) likelihoods(seen *kernel.Borders) (p likelihoods) {
	l.net.Forward(seen[:], p[:])
	return p
}

// locate finds the edges of a face's half sides.
func (l *locator) locate(seen *kernel.Borders) (all [halfSides]located) {
	p := l.likelihoods(seen)
	for i := range all {
		all[i] = l.found(p.half(i))
	}
	return all
}

// found is what the probabilities of each bin, and of no edge in reach, say.
func (l *locator) found(p *[locatorAnswers]float32) located {
	const mid = locatorBins / 2
	found := located{none: float64(p[locatorBins])}
	found.here = locatorBins * float64(0.25*p[mid-1]+0.5*p[mid]+0.25*p[mid+1])
	best, most := 0, p[0]
	for k, likely := range p[:locatorBins] {
		if likely > most {
			best, most = k, likely
		}
	}
	var sum, mean, square float64
	for k := max(0, best-2); k <= min(locatorBins-1, best+2); k++ {
		w, d := float64(p[k]), float64(k-mid)
		sum, mean, square = sum+w, mean+w*d, square+w*d*d
	}
	mean /= sum
	found.offset = mean * float64(l.Step)
	found.sigma = math.Sqrt(max(square/sum-mean*mean, 0.1)) * float64(l.Step)
	// What lies elsewhere may be right, too.
	found.none = 1 - sum
	return found
}
