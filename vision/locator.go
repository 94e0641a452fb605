package vision

import (
	"math"

	"tilewatch/vision/kernel"
)

// A locator tells where the edge of a tile's top face runs, from the colors across the place where it is expected. What
// an edge looks like differs from set to set and from lamp to lamp: a rounded rim, a printed frame beside it, the tile's own
// side face below it, a neighbor of the same color. So the rule is learned (see LearnEdges).
type locator struct {
	Step float32 // between taps and between bins, in pitches
	kernel.Network
}

const (
	locatorTaps   = kernel.Taps     // across an edge
	locatorInner  = kernel.Inner    // of them inside of where it is expected
	locatorBins   = kernel.Bins - 1 // places told apart, the middle one where the edge is expected; one more means: no edge in reach
	locatorInputs = kernel.Inputs
	locatorHidden = kernel.Hidden
)

// inRow are an input's weights for each hidden unit, outRow those of a hidden unit for each bin.
func (l *locator) inRow(i int) []float32  { return l.In[i*locatorHidden:][:locatorHidden] }
func (l *locator) outRow(h int) []float32 { return l.Out[h*kernel.Bins:][:kernel.Bins] }

// located is what a locator says of half a side.
type located struct {
	offset float64 // of the edge from where it was expected, outward, in pitches
	sigma  float64 // its standard deviation
	none   float64 // probability that there is no edge in reach
	here   float64 // probability density of the edge just where it was expected, against one anywhere in reach
}

// halfSides is how many parts of a face's border are looked at apart.
const halfSides = len(kernel.Borders{})

// likelihoods are, for a face's half sides, the probabilities of each bin, and last of no edge in reach.
func (l *locator) likelihoods(seen *kernel.Borders) (p [halfSides][kernel.Bins]float32) {
	var hidden [halfSides][locatorHidden]float32
	l.Likelihoods(seen[:], hidden[:], p[:])
	return p
}

// locate finds the edges of a face's half sides.
func (l *locator) locate(seen *kernel.Borders) (all [halfSides]located) {
	for i, p := range l.likelihoods(seen) {
		all[i] = l.found(&p)
	}
	return all
}

// found is what the probabilities of each bin, and of no edge in reach, say.
func (l *locator) found(p *[kernel.Bins]float32) located {
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
