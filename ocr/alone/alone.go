// Package alone reads one patch of ink cut out of a picture, with nothing but its ground around it: which letter it is, in which of
// four quarter turns, or that it is none, with a net of the same kind as ocr/glyph. Where ocr/glyph knows that it sees a tile's
// face, this one does not even know that it sees a letter: lines of small print, pieces of letters, printed squares' corners,
// stars and stains are none. It takes a glyph.Face and answers natural-log likelihoods, 4 quarter turns x 27 classes (A to Z, none). The weights come from the program in ocr/train.
package alone

import (
	_ "embed"

	"tilewatch/ocr/glyph"
)

//go:embed weights.bin
var weights []byte

// None is the class of everything that is not a letter.
const None = glyph.Classes - 1

// New reads patches of ink with the weights that come with the program: how likely each letter is in each quarter turn; [k][None], the same
// for all k, is for no letter. The face holds the ink in its middle, a little larger than half of its side.
func New() (*glyph.Classifier, error) { return glyph.Open(weights) }
