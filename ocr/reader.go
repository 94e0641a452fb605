package ocr

import "tilewatch/ocr/glyph"

// Face is a rectified tile face, gray: see glyph.Face.
type Face = glyph.Face

// Letters are the likelihoods of each letter in each quarter turn: see glyph.Letters.
type Letters = glyph.Letters

// Reader reads one tile face. Implementations may be used by several goroutines at once. An error means that the
// face could not be read at all, never that it is hard to read: that shows in the likelihoods.
type Reader interface {
	Read(f Face) (Letters, error)
}

// Classifier is the letter net: see glyph.Classifier.
type Classifier = glyph.Classifier

// NewClassifier is the letter net with the weights that come with the program.
func NewClassifier() (*Classifier, error) { return glyph.New() }

var (
	_ Reader = (*Classifier)(nil)
	_ Reader = (*Tesseract)(nil)
	_ Reader = (*Pair)(nil)
)
