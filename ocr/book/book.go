// Package book remembers how the letters of one tile set look: the glyph book. Faces whose letters are certain are learned, and make
// the readings of others surer: two faces of the same print are far more alike than two prints of the same letter. Where a face is like
// nothing in the book, the book says nothing.
package book

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"tilewatch/ocr"
	"tilewatch/ocr/glyph"
)

// Book is the glyph book of one tile set. It may be used by several goroutines. The zero value is not ready: use New or Open.
type Book struct {
	mu      sync.RWMutex
	letters [26][]print
	denied  [26][]print
	path    string // where it is kept; empty: nowhere
	changed bool
}

// print is a face's letter as the net sees it, in steps of 1/step.
type print [prints]int8

const (
	prints = glyph.Features - scalars // the net's vector less its few numbers
	// scalars are the numbers at a vector's end, which say how a face is lit rather than what is printed on it.
	scalars = 8
	step    = 48
)

const (
	// mostPrints of one letter are kept, the oldest go first.
	mostPrints = 6
	// news is how far a face must be from those of its letter to be worth learning: the book is for variety.
	news = 0.006
	// near is how far two faces of the same print are apart at most; beyond alien nothing in the book is like it.
	near, alien = 0.05, 0.09
	// steep is how much likelier each unit of nearness makes a letter, nats, mostSaid the most that the book says for one letter
	// against another.
	steep, mostSaid = 50.0, 4.0
	// least is how many letters the book must know to be asked.
	least = 2
)

// Letters is how many letters the book knows.
func (b *Book) Letters() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	n := 0
	for _, p := range b.letters {
		if len(p) > 0 {
			n++
		}
	}
	return n
}

// Learn adds an upright face that surely shows the letter, A to Z. False: it was known well enough, or a person has said of such a
// face that it is another letter.
func (b *Book) Learn(f ocr.Face, letter byte) bool {
	if letter < 'A' || letter > 'Z' || f.Check() != nil {
		return false
	}
	p, c := printsOf(f)[0], letter-'A'
	b.mu.Lock()
	defer b.mu.Unlock()
	if nearest(b.denied[c], &p) < near || nearest(b.letters[c], &p) < news || b.otherwise(int(c), &p) {
		return false
	}
	b.letters[c] = append(b.letters[c], p)
	b.letters[c] = b.letters[c][max(0, len(b.letters[c])-mostPrints):]
	b.changed = true
	return true
}

// otherwise reports whether the face is as like another letter of the book as two faces of one print: then one of both is wrong, and
// nobody knows which.
func (b *Book) otherwise(c int, p *print) bool {
	own := nearest(b.letters[c], p)
	for other := range b.letters {
		if d := nearest(b.letters[other], p); other != c && d < near && d < own {
			return true
		}
	}
	return false
}

// Deny says that an upright face does not show the letter, though it was learned so. What was learned from it goes, and is not learned
// again.
func (b *Book) Deny(f ocr.Face, letter byte) {
	if letter < 'A' || letter > 'Z' || f.Check() != nil {
		return
	}
	p, c := printsOf(f)[0], letter-'A'
	b.mu.Lock()
	defer b.mu.Unlock()
	b.letters[c] = slices.DeleteFunc(b.letters[c], func(q print) bool { return apart(&p, &q) < near })
	b.denied[c] = append(b.denied[c], p)
	b.denied[c] = b.denied[c][max(0, len(b.denied[c])-mostPrints):]
	b.changed = true
}

// Forget empties the book, also what was denied.
func (b *Book) Forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.letters, b.denied, b.changed = [26][]print{}, [26][]print{}, true
}

// Sharpen moves likelihood among the letters of each turn towards those with such a face in the book. How likely each turn is, and
// a blank, stays as it was. Of a face that is hidden in part the book says nothing.
func (b *Book) Sharpen(f ocr.Face, l *ocr.Letters) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	known := 0
	for _, p := range b.letters {
		known += min(1, len(p))
	}
	if known < least || f.Check() != nil || len(f.Hidden) > 0 {
		return
	}
	for k, p := range printsOf(f) {
		b.heed(&p, (*[27]float64)(&l[k]))
	}
}

// heed adds what the book says of one turn.
func (b *Book) heed(p *print, v *[27]float64) {
	var said [26]float64
	most := 0.0
	for c := range b.letters {
		if d := nearest(b.letters[c], p); d < alien {
			said[c] = min(mostSaid, steep*(alien-d))
			most = max(most, said[c])
		}
	}
	if most == 0 {
		return
	}
	before := sum(v)
	for c := range said {
		v[c] += said[c]
	}
	shift := before - sum(v)
	for c := range said {
		v[c] += shift
	}
}

// sum is the logarithm of the letters' summed likelihood.
func sum(v *[27]float64) float64 { return floats.LogSumExp(v[:26]) }

// nearest is how far the nearest of some prints is; endlessly far if there is none.
func nearest(of []print, p *print) float64 {
	best := math.Inf(1)
	for i := range of {
		best = min(best, apart(&of[i], p))
	}
	return best
}

// apart is how far two prints are apart: the mean square of their differences.
func apart(a, b *print) float64 {
	total := 0
	for i := range a {
		d := int(a[i]) - int(b[i])
		total += d * d
	}
	return float64(total) / (prints * step * step)
}

var extractors = sync.Pool{New: func() any { return new(glyph.Extractor) }}

// printsOf are the face's, turned clockwise by 0 to 3 quarter turns.
func printsOf(f ocr.Face) (out [4]print) {
	e := extractors.Get().(*glyph.Extractor)
	defer extractors.Put(e)
	var v [4]glyph.Vector
	e.Vectors(f.Pix, f.Size, &v)
	for k := range v {
		for i := range out[k] {
			out[k][i] = int8(max(-127, min(127, v[k][i]*step+0.5)))
		}
	}
	return out
}
