package glyphs

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

var (
	red   = picture.BGR{45, 45, 195}
	table = picture.BGR{130, 140, 120}
)

// inkLetters reads a face with dark pixels as given log-likelihoods at one quarter turn, and as none at the others; a face without any as none.
type inkLetters struct {
	up    int
	likes engine.LetterLikelihoods
	hides int // faces that came with a mask of hidden pixels
}

// certainly are the log-likelihoods of a letter that leads by so much.
func certainly(class int, lead float64) (likes engine.LetterLikelihoods) {
	for k := range likes {
		likes[k] = -lead
	}
	likes[class] = 0
	return likes
}

func (l *inkLetters) Read(f ocr.Face) (letters ocr.Letters, err error) {
	if f.Hidden != nil {
		l.hides++
	}
	for k := range letters {
		for class := range letters[k] {
			letters[k][class] = -20
		}
	}
	for _, b := range f.Bright {
		if b < 90 {
			letters[l.up] = l.likes
			break
		}
	}
	return letters, nil
}

// board draws a row of red tiles with letters, all of them cells.
func board(count int) *scenetest.Drawing {
	d := scenetest.NewDrawing(0, table)
	for col := range count {
		d.Stack(engine.Place{Col: col}, 1, red)
		d.Letter(engine.Place{Col: col}, 1)
	}
	return d
}

// finish blurs the drawing and evaluates the row.
func finish(d *scenetest.Drawing, count int) {
	d.Soften()
	for col := range count {
		d.Evaluate(engine.Place{Col: col}, 1)
	}
}

func TestALetterIsCertain(t *testing.T) {
	with := func(likes engine.LetterLikelihoods, class int, like float64) engine.LetterLikelihoods {
		likes[class] = like
		return likes
	}
	o, q := 14, 16
	for _, c := range []struct {
		name  string
		likes engine.LetterLikelihoods
		want  bool
	}{
		{"one that leads all others", certainly(o, sureMargin+1), true},
		{"one that leads too little", certainly(o, sureMargin-1), false},
		{"one that resembles one other, as O does Q", with(certainly(o, sureMargin+1), q, -0.5), true},
		{"one that resembles two others", with(with(certainly(o, sureMargin+1), q, -0.5), 2, -0.5), false},
		{"one that may be a blank", with(certainly(o, sureMargin+1), engine.BlankIndex, -0.5), false},
		{"a blank", certainly(engine.BlankIndex, 20), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := board(3)
			finish(d, 3)
			w := LetterEvidence{Raster: d.Raster, Reader: &inkLetters{likes: c.likes}}
			if got := w.Sure(d.S, d.S.Cells, engine.Place{Col: 1}, 1); got != c.want {
				t.Errorf("certain: %v, want %v", got, c.want)
			}
		})
	}
}

func TestUprightIsFoundByAQuarterTurn(t *testing.T) {
	for up := range 4 {
		d := board(4)
		finish(d, 4)
		w := LetterEvidence{Raster: d.Raster, Reader: &inkLetters{up: up, likes: certainly(4, 12)}}
		if got := w.Upright(d.S, d.S.Cells); got != up || d.S.QuarterTurns != up+1 {
			t.Errorf("letters are turned %d times, want %d; the structure remembers %d", got, up, d.S.QuarterTurns-1)
		}
		if !w.Sure(d.S, d.S.Cells, engine.Place{}, 1) {
			t.Errorf("a letter turned %d times like all others is not certain", up)
		}
		other := LetterEvidence{Raster: d.Raster, Reader: &inkLetters{up: (up + 1) % 4, likes: certainly(4, 12)}}
		if other.Sure(d.S, d.S.Cells, engine.Place{}, 1) { // the structure knows which way is up
			t.Errorf("a letter turned otherwise than %d times is certain", up)
		}
	}
}

// TestReadFindsDoubtfulPlaces draws a tile at the end of a row that is no cell yet: its letter's mark makes it doubtful, and its letter proves it.
func TestReadFindsDoubtfulPlaces(t *testing.T) {
	end := engine.Place{Col: 4}
	for _, c := range []struct {
		name string
		off  float64 // of the mark, pitches along rows: levels move a face along columns
		size float64 // of the mark, pitches
		lead float64 // of the letter
		want bool
	}{
		{"a letter in the middle of a face", 0, 0.45, 12, true},
		{"a mark off the middle of the face", letterCentered + 0.1, 0.45, 12, false},
		{"a mark too small for a letter", 0, 0.05, 12, false},
		{"an uncertain letter", 0, 0.45, sureMargin - 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := board(5)
			finish(d, 4)
			scale := d.S.Scale(end)
			d.S.Marks = []marks.Mark{{At: d.S.Pixel(4, c.off, 1), Size: c.size * scale}}
			d.S.QuarterTurns = 1
			w := LetterEvidence{Raster: d.Raster, Reader: &inkLetters{likes: certainly(4, c.lead)}}
			found := w.Read(d.S)
			if got := found[end] > 0; got != c.want || len(found) > 1 {
				t.Errorf("letters prove %v, want the end of the row: %v", found, c.want)
			}
			if c.want && found[end] != 1 {
				t.Errorf("the level is %d, want 1", found[end])
			}
		})
	}
}

// TestAMarkOnAKnownFaceIsNotDoubtful has a mark on a cell's own face.
func TestAMarkOnAKnownFaceIsNotDoubtful(t *testing.T) {
	d := board(4)
	finish(d, 4)
	d.S.Marks = []marks.Mark{{At: d.S.Pixel(3, 0, 1), Size: 0.45 * d.S.Scale(engine.Place{})}}
	if places := doubtful(d.Raster, d.S); len(places) != 0 {
		t.Errorf("doubtful are %v", places)
	}
}

func TestReadsAcrossAGapOnlyTiles(t *testing.T) {
	d := board(4)
	finish(d, 4)
	w := LetterEvidence{Raster: d.Raster, Reader: &inkLetters{likes: certainly(4, 12)}}
	for tile, want := range map[float64]bool{1: true, -1: false} {
		if bonus, sure := w.Reads(d.S, engine.Place{Col: 3}, &hypothesis.Evidence{Tile: tile, Best: 1}); sure != want || bonus != gapLetterBonus {
			t.Errorf("with a log-likelihood ratio of %+.0f the letter bridges a gap: %v with %.0f, want %v with %.0f", tile, sure, bonus, want, gapLetterBonus)
		}
	}
}

func TestAHiddenPartIsPlasticAndMasked(t *testing.T) {
	d := board(1)
	finish(d, 1)
	var half, corner occlusion.Mask
	for i := range half {
		for j := range half[i] {
			half[i][j] = j < occlusion.MaskGrid/2
		}
	}
	corner[0][0] = true
	for _, c := range []struct {
		name  string
		hides occlusion.Mask
		want  int
	}{{"half hidden", half, 1}, {"a corner hidden", corner, 0}, {"nothing hidden", occlusion.Mask{}, 0}} {
		t.Run(c.name, func(t *testing.T) {
			l := &inkLetters{likes: certainly(4, 12)}
			if _, err := LettersOf(d.Raster, l, &d.S.Pose, engine.Place{}, 1, &c.hides, red); err != nil || l.hides != c.want {
				t.Errorf("%d masks reach the reader, want %d: %v", l.hides, c.want, err)
			}
		})
	}
	all := occlusion.Mask{}
	for i := range all {
		for j := range all[i] {
			all[i][j] = true
		}
	}
	letters, err := LettersOf(d.Raster, &inkLetters{likes: certainly(4, 12)}, &d.S.Pose, engine.Place{}, 1, &all, red)
	if class, margin := letters.Best(0); err != nil || margin != 0 {
		t.Errorf("a face that is all plastic reads as %d by %.1f: %v", class, margin, err)
	}
}

func TestTheFaceAtAQuadrilateralIsRead(t *testing.T) {
	d := board(2)
	finish(d, 2)
	letters := &inkLetters{likes: certainly(4, 12)}
	for col, want := range map[int]float64{0: 12, 1: 12, 5: 0} {
		read, err := readFace(d.Raster, letters, d.S.Pose.Face(engine.Place{Col: col}, 1))
		if _, margin := read.Best(0); err != nil || margin != want {
			t.Errorf("column %d reads with a lead of %.0f, want %.0f: %v", col, margin, want, err)
		}
	}
}
