package tileface

import (
	"math"

	"tilewatch/vision/kernel"
	"tilewatch/vision/nn"
)

// EdgeNet is a network that says where the edge of a tile's top face runs, from the colors across its expected
// place. An edge's look differs from set to set and from lamp to lamp: a rounded rim, a printed frame beside it,
// the tile's own side face below it, a neighbor of the same color. So a network learns it (see
// learn.EdgeExamples).
type EdgeNet struct {
	Step float32 // between taps and between bins, pitches
	Net  *nn.Net
}

const (
	edgeNetTaps    = kernel.Taps   // across an edge
	edgeNetInner   = kernel.Inner  // of them inside of the expected place
	EdgeNetInputs  = kernel.Inputs // their colors, and three of the face
	EdgeBins       = 21            // bins of the edge's place, the middle one where it is expected
	EdgeNetOutputs = EdgeBins + 1  // one more: no edge in reach
)

// EdgeNetShape is the shape of both edge networks.
var EdgeNetShape = nn.Shape{Inputs: EdgeNetInputs, Hidden: 48, Outputs: EdgeNetOutputs, Activation: nn.Tanh, Softmax: true}

// StepConstant is the name of a network file's constant that holds its step.
const StepConstant = "step"

func embeddedEdgeNet(name string, file []byte) *EdgeNet {
	n := Embedded(name, file, EdgeNetShape)
	return &EdgeNet{Constant(n, StepConstant, 1)[0], n}
}

// EdgeOffset is what an edge network says of one half side.
type EdgeOffset struct {
	Offset float64 // of the edge from its expected place, outward, pitches
	Sigma  float64 // its standard deviation
	None   float64 // probability that there is no edge in reach
	Here   float64 // probability density of the edge at its expected place over the mean density in reach
}

// HalfSides is the number of half sides of a face.
const HalfSides = kernel.Halves

// EdgeProbabilities are, for one half side after the other, the probabilities of each bin and last of no edge in
// reach.
type EdgeProbabilities [HalfSides * EdgeNetOutputs]float32

// Half are the probabilities of half side i.
func (p *EdgeProbabilities) Half(i int) *[EdgeNetOutputs]float32 {
	return (*[EdgeNetOutputs]float32)(p[i*EdgeNetOutputs:])
}

// Probabilities runs the network on all half sides.
func (l *EdgeNet) Probabilities(seen *kernel.Borders) (p EdgeProbabilities) {
	l.Net.Forward(seen[:], p[:])
	return p
}

// Locate finds the edges on a face's half sides.
func (l *EdgeNet) Locate(seen *kernel.Borders) (all [HalfSides]EdgeOffset) {
	p := l.Probabilities(seen)
	for i := range all {
		all[i] = l.Found(p.Half(i))
	}
	return all
}

// Of the peak, in bins; hand-set. Bins quantize, so no edge is known better than leastVariance (squared bins).
const (
	peakReach     = 2
	leastVariance = 0.1
)

// Found is the edge by its probabilities: the mean and deviation over the likeliest bin and two bins on either
// side.
func (l *EdgeNet) Found(p *[EdgeNetOutputs]float32) EdgeOffset {
	const mid = EdgeBins / 2
	found := EdgeOffset{None: float64(p[EdgeBins])}
	found.Here = EdgeBins * float64(0.25*p[mid-1]+0.5*p[mid]+0.25*p[mid+1])
	best, most := 0, p[0]
	for k, likely := range p[:EdgeBins] {
		if likely > most {
			best, most = k, likely
		}
	}
	var sum, mean, square float64
	for k := max(0, best-peakReach); k <= min(EdgeBins-1, best+peakReach); k++ {
		w, d := float64(p[k]), float64(k-mid)
		sum, mean, square = sum+w, mean+w*d, square+w*d*d
	}
	mean /= sum
	found.Offset = mean * float64(l.Step)
	found.Sigma = math.Sqrt(max(square/sum-mean*mean, leastVariance)) * float64(l.Step)
	// Probability outside of the peak speaks against it.
	found.None = 1 - sum
	return found
}
