package letters

import (
	"bytes"
	"image/png"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
	"tilewatch/vision/picture"
)

// TestFarLettersStraightenTheLattice lays words in two corners of a board that a lens has bent: the lattice of the first ones goes on a third of a step aside
// of the others.
func TestFarLettersStraightenTheLattice(t *testing.T) {
	d := newTable()
	bent := func(col, row int) (x, y int) {
		u := float64(col * tileSide)
		return 90 + int(u-1.3e-4*u*u), 380 + row*tileSide
	}
	var middles []engine.Point
	lay := func(word string, col, row, right, down int) {
		for i := range len(word) {
			x, y := bent(col+i*right, row+i*down)
			d.tile(x, y, word[i])
			middles = append(middles, engine.Point{X: float64(x), Y: float64(y)})
		}
	}
	lay(across, 0, 0, 1, 0)
	lay("UBY", 1, 1, 0, 1)
	lay("AWN", 2, 3, 1, 0)
	lay("ME", 8, -2, 1, 0)
	lay("NO", 10, -4, 1, 0)
	lay("HI", 12, -6, 1, 0)
	reader, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, d); err != nil {
		t.Fatal(err)
	}
	p, err := picture.Decode(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var b *board.Board
	err = picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		marks, err := candidate.Find(r, gray)
		if err != nil {
			return err
		}
		s := &search{r: r, reader: reader}
		_, letters, err := s.readLetters(marks)
		if err != nil {
			return err
		}
		b, _, err = s.bestBoard(lattice.Find(letters))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range middles {
		if _, on := b.Within(m, 0.2); !on {
			x, y, _ := b.Map.Back(m)
			t.Errorf("tile %d stands at %.2f, %.2f of the lattice", i, x, y)
		}
	}
}
