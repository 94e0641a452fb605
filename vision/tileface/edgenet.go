package tileface

import (
	"math"

	"tilewatch/vision/kernel"
	"tilewatch/vision/nn"
)

// A locator tells where the edge of a tile's top face runs, from the colors across the place where it is expected. What
// an edge looks like differs from set to set and from lamp to lamp: a rounded rim, a printed frame beside it, the tile's own
// side face below it, a neighbor of the same color. So the rule is learned (see LearnEdges).
type EdgeNet struct {
	Step float32 // between taps and between bins, in pitches
	Net  *nn.Net
}

const (
	locatorTaps    = kernel.Taps   // across an edge
	locatorInner   = kernel.Inner  // of them inside of where it is expected
	EdgeNetInputs  = kernel.Inputs // their colors, and three of the face
	EdgeBins       = 21            // places told apart, the middle one where the edge is expected
	EdgeNetOutputs = EdgeBins + 1  // and one more means: no edge in reach
)

// LocatorShape is that of all locators.
var EdgeNetShape = nn.Shape{Inputs: EdgeNetInputs, Hidden: 48, Outputs: EdgeNetOutputs, Activation: nn.Tanh, Softmax: true}

// StepConstant is the constant of a locator's file that holds its step.
const StepConstant = "step"

func embeddedLocator(name string, file []byte) *EdgeNet {
	n := Embedded(name, file, EdgeNetShape)
	return &EdgeNet{Constant(n, StepConstant, 1)[0], n}
}

// edgeOffset is what a locator says of half a side.
type edgeOffset struct {
	Offset float64 // of the edge from where it was expected, outward, in pitches
	Sigma  float64 // its standard deviation
	None   float64 // probability that there is no edge in reach
	Here   float64 // probability density of the edge just where it was expected, against one anywhere in reach
}

// HalfSides is how many parts of a face's border are looked at apart.
const HalfSides = kernel.Halves

// likelihoods are, for a face's half sides one after the other, the probabilities of each bin, and last of no edge in reach.
type likelihoods [HalfSides * EdgeNetOutputs]float32

// Half are those of half a side.
func (p *likelihoods) Half(i int) *[EdgeNetOutputs]float32 {
	return (*[EdgeNetOutputs]float32)(p[i*EdgeNetOutputs:])
}

func (l *EdgeNet) Probabilities(seen *kernel.Borders) (p likelihoods) {
	l.Net.Forward(seen[:], p[:])
	return p
}

// Locate finds the edges of a face's half sides.
func (l *EdgeNet) Locate(seen *kernel.Borders) (all [HalfSides]edgeOffset) {
	p := l.Probabilities(seen)
	for i := range all {
		all[i] = l.Found(p.Half(i))
	}
	return all
}

// Found is what the probabilities of each bin, and of no edge in reach, say.
func (l *EdgeNet) Found(p *[EdgeNetOutputs]float32) edgeOffset {
	const mid = EdgeBins / 2
	found := edgeOffset{None: float64(p[EdgeBins])}
	found.Here = EdgeBins * float64(0.25*p[mid-1]+0.5*p[mid]+0.25*p[mid+1])
	best, most := 0, p[0]
	for k, likely := range p[:EdgeBins] {
		if likely > most {
			best, most = k, likely
		}
	}
	var sum, mean, square float64
	for k := max(0, best-2); k <= min(EdgeBins-1, best+2); k++ {
		w, d := float64(p[k]), float64(k-mid)
		sum, mean, square = sum+w, mean+w*d, square+w*d*d
	}
	mean /= sum
	found.Offset = mean * float64(l.Step)
	found.Sigma = math.Sqrt(max(square/sum-mean*mean, 0.1)) * float64(l.Step)
	// What lies elsewhere may be right, too.
	found.None = 1 - sum
	return found
}
