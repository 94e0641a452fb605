package vision

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// A locator tells where the edge of a tile's top face runs, from the colors across the place where it is expected. What
// an edge looks like differs from set to set and from lamp to lamp: a rounded rim, a printed frame beside it, the tile's own
// side face below it, a neighbor of the same color. So the rule is learned (see LearnEdges).
type locator struct {
	Step    float32                                // between taps and between bins, in pitches
	In      [locatorHidden * locatorInputs]float32 // a row for each hidden unit
	Bias    [locatorHidden]float32
	Out     [(locatorBins + 1) * locatorHidden]float32 // a row for each bin
	OutBias [locatorBins + 1]float32
}

const (
	locatorTaps   = 39 // across an edge
	locatorInner  = 21 // of them inside of where it is expected
	locatorBins   = 21 // places told apart, the middle one where the edge is expected; one more means: no edge in reach
	locatorInputs = 3*locatorTaps + 3
	locatorHidden = 48
)

// hidden are the hidden units.
func (l *locator) hidden(f *[locatorInputs]float32) [locatorHidden]float32 {
	hidden := l.Bias
	var algebra gonum.Implementation
	algebra.Sgemv(blas.NoTrans, locatorHidden, locatorInputs, 1, l.In[:], locatorInputs, f[:], 1, 1, hidden[:], 1)
	for h := range hidden {
		hidden[h] = tanh32(hidden[h])
	}
	return hidden
}

// likelihoods are the probabilities of each bin, and last of no edge in reach.
func (l *locator) likelihoods(f *[locatorInputs]float32) [locatorBins + 1]float32 {
	hidden := l.hidden(f)
	var algebra gonum.Implementation
	p := l.OutBias
	algebra.Sgemv(blas.NoTrans, locatorBins+1, locatorHidden, 1, l.Out[:], locatorHidden, hidden[:], 1, 1, p[:], 1)
	top := slices.Max(p[:])
	total := float32(0)
	for o := range p {
		p[o] = float32(math.Exp(float64(p[o] - top)))
		total += p[o]
	}
	for o := range p {
		p[o] /= total
	}
	return p
}

// inRow are the weights of a hidden unit's inputs, outRow those of a bin's.
func (l *locator) inRow(h int) []float32  { return l.In[h*locatorInputs:][:locatorInputs] }
func (l *locator) outRow(o int) []float32 { return l.Out[o*locatorHidden:][:locatorHidden] }

// located is what a locator says of half a side.
type located struct {
	offset float64 // of the edge from where it was expected, outward, in pitches
	sigma  float64 // its standard deviation
	none   float64 // probability that there is no edge in reach
	here   float64 // probability density of the edge just where it was expected, against one anywhere in reach
}

// locate finds the edge of half a side.
func (l *locator) locate(f *[locatorInputs]float32) located {
	p := l.likelihoods(f)
	const mid = locatorBins / 2
	found := located{none: float64(p[locatorBins])}
	found.here = locatorBins * float64(0.25*p[mid-1]+0.5*p[mid]+0.25*p[mid+1])
	best := 0
	for k := range locatorBins {
		if p[k] > p[best] {
			best = k
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

func readLocator(file []byte) *locator {
	l := new(locator)
	if err := binary.Read(bytes.NewReader(file), binary.LittleEndian, l); err != nil {
		panic(fmt.Sprintf("vision: an embedded locator does not fit this program: %v", err))
	}
	return l
}
