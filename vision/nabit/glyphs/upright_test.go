package glyphs

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// turnedLetters reads every face as a letter that stands one way, by a log-likelihood, and counts the faces.
type turnedLetters struct {
	up     int
	likely float64
	faces  int
}

func (l *turnedLetters) Read(ocr.Face) (letters ocr.Letters, err error) {
	l.faces++
	for k := range letters {
		for class := range letters[k] {
			letters[k][class] = -20
		}
		letters[k][0] = -l.likely
	}
	letters[l.up][0] = 0
	return letters, nil
}

func TestUprightReadsNoMoreFacesThanItNeeds(t *testing.T) {
	for _, c := range []struct {
		name   string
		likely float64
		faces  int
	}{
		{"clear letters: a few", 11, 3},
		{"ambiguous letters: many", 1, uprightCells},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, s := scenetest.TableFromAbove(picture.BGR{90, 90, 90})
			for i := range 20 {
				s.Cells[engine.Place{Row: i / 5, Col: i % 5}] = 1
			}
			letters := &turnedLetters{up: 3, likely: c.likely}
			w := LetterEvidence{Raster: r, Reader: letters}
			if up := w.Upright(s, s.Cells); up != 3 || letters.faces != c.faces {
				t.Errorf("%d quarter turns after %d faces, want 3 after %d", up, letters.faces, c.faces)
			}
		})
	}
}
