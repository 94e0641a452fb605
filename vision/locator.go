package vision

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// A locator tells where the edge of a tile's top face runs, from the colors across the place where it is expected. What
// an edge looks like differs from set to set and from lamp to lamp: a rounded rim, a printed frame beside it, the tile's own
// side face below it, a neighbor of the same color. So the rule is learned (see LearnEdges).
type locator struct {
	Step    float32 // between taps and between bins, in pitches
	In      [locatorHidden][locatorInputs]float32
	Bias    [locatorHidden]float32
	Out     [locatorBins + 1][locatorHidden]float32
	OutBias [locatorBins + 1]float32
}

const (
	locatorTaps   = 39 // across an edge
	locatorInner  = 21 // of them inside of where it is expected
	locatorBins   = 21 // places told apart, the middle one where the edge is expected; one more means: no edge in reach
	locatorInputs = 3*locatorTaps + 3
	locatorHidden = 48
)

// hidden are the hidden units, computed eight at a time: each input is loaded once for all of them, and none waits for another.
func (l *locator) hidden(f *[locatorInputs]float32) (hidden [locatorHidden]float32) {
	for h := 0; h < locatorHidden; h += 8 {
		r0, r1, r2, r3 := &l.In[h], &l.In[h+1], &l.In[h+2], &l.In[h+3]
		r4, r5, r6, r7 := &l.In[h+4], &l.In[h+5], &l.In[h+6], &l.In[h+7]
		var a0, a1, a2, a3, a4, a5, a6, a7 float32
		for i, x := range f {
			a0 += r0[i] * x
			a1 += r1[i] * x
			a2 += r2[i] * x
			a3 += r3[i] * x
			a4 += r4[i] * x
			a5 += r5[i] * x
			a6 += r6[i] * x
			a7 += r7[i] * x
		}
		for k, a := range [8]float32{a0, a1, a2, a3, a4, a5, a6, a7} {
			hidden[h+k] = tanh32(l.Bias[h+k] + a)
		}
	}
	return hidden
}

// likelihoods are the probabilities of each bin, and last of no edge in reach.
func (l *locator) likelihoods(f *[locatorInputs]float32) (p [locatorBins + 1]float32) {
	hidden := l.hidden(f)
	top := float32(math.Inf(-1))
	for o := range p {
		row := &l.Out[o]
		var a, b, c, d float32
		for h := 0; h < locatorHidden; h += 4 {
			a += row[h] * hidden[h]
			b += row[h+1] * hidden[h+1]
			c += row[h+2] * hidden[h+2]
			d += row[h+3] * hidden[h+3]
		}
		sum := l.OutBias[o] + a + b + c + d
		p[o] = sum
		top = max(top, sum)
	}
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
