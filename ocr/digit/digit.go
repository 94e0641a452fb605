// Package digit reads the digits of numbers, one at a time and without knowing which way is up, as ocr/glyph reads
// letters and with a net of the same kind. It takes a glyph.Face and answers natural-log likelihoods, 4 quarter turns x 11 classes (0 to 9,
// none). The weights come from the program in ocr/train.
package digit

import (
	_ "embed"
	"math"

	"tilewatch/ocr/glyph"
)

//go:embed weights.bin
var weights []byte

// Blank is the class of a face with no digit.
const Blank = 10

// Likelihoods are natural-log likelihoods: [k][d] is how well the face agrees with digit d standing upright once the
// face has been turned clockwise by k quarter turns; [k][Blank] with no digit at all, the same for all k. All share
// one constant. A 6 upside down is a 9: both are then as likely.
type Likelihoods [4][Blank + 1]float64

// Best is the likeliest digit, or Blank, at quarter turn k, and by how much (natural log) it beats the next.
func (l *Likelihoods) Best(k int) (class int, margin float64) {
	second := math.Inf(-1)
	for c, v := range l[k] {
		switch {
		case v > l[k][class]:
			class, second = c, l[k][class]
		case c != class:
			second = max(second, v)
		}
	}
	return class, l[k][class] - second
}

// Reader reads digits. It may be used by several goroutines.
type Reader struct{ net *glyph.Classifier }

// New is a reader with the weights that come with the program.
func New() (*Reader, error) {
	net, err := glyph.Open(weights)
	return &Reader{net}, err
}

// Read answers how likely each digit is in each quarter turn. The face holds one digit, a little larger than half
// of its side, with nothing beside it.
func (r *Reader) Read(f glyph.Face) (Likelihoods, error) {
	letters, err := r.net.Read(f)
	if err != nil {
		return Likelihoods{}, err
	}
	var l Likelihoods
	for k := range l {
		copy(l[k][:Blank], letters[k][:Blank])
		l[k][Blank] = letters[k][len(letters[k])-1]
	}
	return l, nil
}
