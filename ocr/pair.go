package ocr

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"tilewatch/engine"
	"tilewatch/ocr/glyph"
)

// Pair asks the classifier first, and Tesseract where the classifier prefers no letter clearly. The
// second opinion moves likelihood only among the letters of one quarter turn, so that it has no say in which way is up,
// nor in whether a face is blank.
type Pair struct {
	first  *Classifier
	second *Tesseract
	count  counters
}

// When Tesseract is asked, and how much its answer weighs, in natural logarithms. It is asked for a turn whose best
// letter leads by less than doubtful, if that turn is within plausible of the likeliest. Faces that the classifier
// doubts are hard for Tesseract too: on those of the rendered scenes it mostly does not answer, and is right little more
// often than wrong. So it only tips the scale between the classifier's two best letters.
const (
	doubtful  = 1.2
	plausible = 4
	heeded    = 0.85 // least confidence of an answer that counts
	weight    = 0.7  // what a heeded answer adds to its letter
)

// counters are what a Pair has done so far.
type counters struct{ faces, asked, answered, agreed, decided atomic.Int64 }

// Report says what the second reader did.
type Report struct {
	Faces    int64 `json:"faces"`    // read in all
	Asked    int64 `json:"asked"`    // turns of faces for which the second reader was asked
	Answered int64 `json:"answered"` // with a letter it was sure enough of
	Agreed   int64 `json:"agreed"`   // with the classifier's best
	Decided  int64 `json:"decided"`  // the best letter is another one now
}

// NewPair reads with both. The Pair does not own them: their maker closes them.
func NewPair(first *Classifier, second *Tesseract) (*Pair, error) {
	if first == nil || second == nil {
		return nil, errors.New("a pair of readers needs both a classifier and Tesseract: use the classifier alone")
	}
	return &Pair{first: first, second: second}, nil
}

// Report is what the second reader has done since the start.
func (p *Pair) Report() Report {
	c := &p.count
	return Report{c.faces.Load(), c.asked.Load(), c.answered.Load(), c.agreed.Load(), c.decided.Load()}
}

// Read answers the classifier's likelihoods, changed where Tesseract was asked.
func (p *Pair) Read(f Face) (Letters, error) {
	l, err := p.first.Read(f)
	if err != nil {
		return l, err
	}
	p.count.faces.Add(1)
	if len(f.Hidden) > 0 { // Tesseract knows whole letters only
		return l, nil
	}
	var letter Face
	for _, k := range doubtfulTurns(&l) {
		if letter.Size == 0 {
			var s glyph.Isolator
			var ok bool
			if letter, ok = s.Isolate(f, isolatedSize); !ok {
				return l, nil
			}
		}
		a, err := p.second.ask(letter, k)
		if err != nil {
			return l, fmt.Errorf("second reader: %w", err)
		}
		p.heed(&l[k], a)
	}
	return l, nil
}

// doubtfulTurns are the plausible turns in which two letters are nearly as likely.
func doubtfulTurns(l *Letters) (turns []int) {
	var best [4]float64
	top := math.Inf(-1)
	for k := range l {
		c, _ := l.Best(k)
		best[k] = l[k][c]
		top = max(top, best[k])
	}
	for k := range l {
		if c, margin := l.Best(k); c != 26 && margin < doubtful && best[k] > top-plausible {
			turns = append(turns, k)
		}
	}
	return turns
}

// heed adds the answer's weight to its letter and takes as much from the others together, so that the turn as a whole is
// as likely as before.
func (p *Pair) heed(v *engine.LetterLikelihoods, a answer) {
	p.count.asked.Add(1)
	if a.class < 0 || a.sure < heeded {
		return
	}
	p.count.answered.Add(1)
	before, second := bestLetters(v)
	if before == a.class {
		p.count.agreed.Add(1)
	}
	if a.class != before && a.class != second {
		return
	}
	old := sumLetters(v)
	v[a.class] += weight
	shift := old - sumLetters(v)
	for c := range 26 {
		v[c] += shift
	}
	if after, _ := bestLetters(v); after != before {
		p.count.decided.Add(1)
	}
}

// bestLetters are the two likeliest letters.
func bestLetters(v *engine.LetterLikelihoods) (best, second int) {
	best, second = 0, 1
	for c := range 26 {
		switch {
		case v[c] > v[best]:
			best, second = c, best
		case c != best && v[c] > v[second]:
			second = c
		}
	}
	return best, second
}

// sumLetters is the logarithm of the letters' summed likelihood.
func sumLetters(v *engine.LetterLikelihoods) float64 {
	best, _ := bestLetters(v)
	top := v[best]
	sum := 0.0
	for c := range 26 {
		sum += math.Exp(v[c] - top)
	}
	return top + math.Log(sum)
}
