package vision

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
)

// turnedLetters reads every face as a letter that stands one way, by so much likelier than any other way, and counts the faces.
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

func TestNoMoreLettersAreReadThanTellWhichWayIsUp(t *testing.T) {
	for _, c := range []struct {
		name   string
		likely float64
		faces  int
	}{
		{"plain letters: a few", 11, 3},
		{"letters that hardly tell: many", 1, uprightCells},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, s := tableFromAbove(rgb{90, 90, 90})
			for i := range 20 {
				s.cells[engine.Place{Row: i / 5, Col: i % 5}] = 1
			}
			letters := &turnedLetters{up: 3, likely: c.likely}
			w := witness{raster: r, reader: letters}
			if up := w.upright(s, s.cells); up != 3 || letters.faces != c.faces {
				t.Errorf("%d quarter turns after %d faces, want 3 after %d", up, letters.faces, c.faces)
			}
		})
	}
}
