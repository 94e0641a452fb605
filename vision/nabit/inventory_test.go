package nabit

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// inkedFaces reads a face with dark pixels as a sure letter, any other as a sure blank.
type inkedFaces struct{}

func (inkedFaces) Read(f ocr.Face) (letters ocr.Letters, err error) {
	class := engine.BlankIndex
	for _, b := range f.Bright {
		if b < 60 {
			class = 4
			break
		}
	}
	for k := range letters {
		for c := range letters[k] {
			letters[k][c] = -12
		}
	}
	letters[0][class] = 0
	return letters, nil
}

// TestABoardHoldsOneBlankOfAColor draws a word with two blanks of one color below it, and one of another.
func TestABoardHoldsOneBlankOfAColor(t *testing.T) {
	red, green := picture.BGR{45, 45, 195}, picture.BGR{60, 140, 50}
	d := scenetest.NewDrawing(0, picture.BGR{130, 140, 150})
	tiles := map[engine.Place]picture.BGR{{Row: 1}: red, {Row: 1, Col: 2}: red, {Row: 1, Col: 4}: green}
	for at, color := range tiles {
		d.Stack(at, 1, color)
	}
	for col := range 5 {
		d.Stack(engine.Place{Col: col}, 1, red)
		d.Letter(engine.Place{Col: col}, 1)
		tiles[engine.Place{Col: col}] = red
	}
	d.Soften()
	for at := range tiles {
		d.Evaluate(at, 1).Tile = 9
	}
	d.S.Evidence[engine.Place{Row: 1}].Tile = 5
	v := Reader{letters: inkedFaces{}}
	obs, err := v.observe(d.Raster, d.S, nil, &palette{})
	if err != nil {
		t.Fatal(err)
	}
	weaker := engine.Place{Row: 1}
	for _, c := range obs.Cells {
		if (c.Tile > 0) != (c.Place != weaker) {
			t.Errorf("%v has ratio %.1f", c.Place, c.Tile)
		}
	}
	if len(obs.Cells) != len(tiles) || len(d.S.Cells) != len(tiles)-1 || d.S.Cells[weaker] > 0 {
		t.Errorf("%d places of evidence, cells %v, want all but %v", len(obs.Cells), d.S.Cells, weaker)
	}
}
