// Package mirrored tells a tile's letter from its mirror image, with a net of the same kind as ocr/glyph: some letters look the same in a mirror, many do not. It
// takes a glyph.Face and answers log-odds. The weights come from the program in ocr/train.
package mirrored

import (
	_ "embed"
	"math"

	"tilewatch/ocr/glyph"
)

//go:embed weights.bin
var weights []byte

// class is the net's class for faces in a mirror, whichever their letter.
const class = glyph.Classes - 1

// New reads faces with the weights that come with the program: how likely each letter is in each quarter turn; [k][class], the same for all k,
// is for a mirror image of any.
func New() (*glyph.Classifier, error) { return glyph.Open(weights) }

// LogOdds are the log-odds that what was read is a mirror image, where as many faces are as are not. Values sum over the faces of a picture.
func LogOdds(read glyph.Letters) float64 {
	of, letters := math.Exp(read[0][class]), 0.0
	for _, turn := range read {
		for _, l := range turn[:class] {
			letters += math.Exp(l) / float64(len(read))
		}
	}
	return math.Log(of / letters)
}
