package background

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

var (
	red   = picture.BGR{45, 45, 195}
	blue  = picture.BGR{190, 90, 45}
	green = picture.BGR{60, 140, 50}
)

// evaluated gives a place that is drawn the evidence of its face, and the log-likelihood ratio of a tile that the test is about.
func evaluated(d *scenetest.Drawing, at engine.Place, level int, tile float64) {
	e := d.Evaluate(at, level)
	e.Best, e.Tile = 1, tile
}

// lettered draws tiles of one color in a row of a table, and bare table below them; both are certain.
func lettered(d *scenetest.Drawing, color picture.BGR, count int) {
	for col := range count {
		d.Stack(engine.Place{Col: col}, 1, color)
		d.Letter(engine.Place{Col: col}, 1)
	}
	d.Soften()
	for col := range count {
		evaluated(d, engine.Place{Col: col}, 1, 12)
		evaluated(d, engine.Place{Row: 4, Col: col}, 0, -10)
	}
}

func TestScoreBlanksOnADrawnTable(t *testing.T) {
	candidate := engine.Place{Col: 6}
	for _, c := range []struct {
		name   string
		draw   func(*scenetest.Drawing)
		tile   float64 // its log-likelihood ratio before
		weak   bool    // it begins as a weak place
		stays  bool    // it is a tile at the end
		letter bool    // its letter is known
	}{
		{"a weak place in the tiles' color is a blank", func(d *scenetest.Drawing) { d.Stack(candidate, 1, red) }, -2, true, true, false},
		{"a weak place in the table's color is none", func(*scenetest.Drawing) {}, -2, true, false, false},
		{"a tile in the table's color is a gap", func(*scenetest.Drawing) {}, 4, false, false, false},
		{"a tile in the tiles' color stays", func(d *scenetest.Drawing) { d.Stack(candidate, 1, red) }, 4, false, true, false},
		{"a place whose letter is known stays in any color", func(*scenetest.Drawing) {}, 4, false, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := scenetest.NewDrawing(0, green)
			c.draw(d)
			lettered(d, red, 5)
			evaluated(d, candidate, 0, c.tile)
			if c.letter {
				d.S.LetterLevels = lattice.Levels{candidate: 1}
			}
			tiles, weak := d.S.Cells, lattice.Levels{}
			if c.weak {
				weak[candidate] = 1
			} else {
				tiles[candidate] = 1
			}
			ScoreBlanks(d.S, tiles, weak, lattice.Levels{})
			if (tiles[candidate] > 0) != c.stays {
				t.Errorf("it is a tile: %v, want %v (log-likelihood ratio %.1f)", tiles[candidate] > 0, c.stays, d.S.Evidence[candidate].Tile)
			}
			if len(tiles)-tiles[candidate] != 5 {
				t.Errorf("of 5 lettered tiles %d remain", len(tiles)-tiles[candidate])
			}
		})
	}
}

func TestBlanksAreNotScoredWithoutHuesToCompareWith(t *testing.T) {
	d, candidate := scenetest.NewDrawing(0, green), engine.Place{Col: 6}
	lettered(d, red, MinHueSamples-1)
	evaluated(d, candidate, 0, -2)
	weak := lattice.Levels{candidate: 1}
	if ScoreBlanks(d.S, d.S.Cells, weak, lattice.Levels{}); d.S.Evidence[candidate].Tile != -2 {
		t.Errorf("with %d lettered tiles the log-likelihood ratio is %.1f, want it unchanged", MinHueSamples-1, d.S.Evidence[candidate].Tile)
	}
}

// TestADrawnClothIsDiscounted draws a checked cloth, green on gray, and red tiles on it.
func TestADrawnClothIsDiscounted(t *testing.T) {
	d := scenetest.NewDrawing(0, picture.BGR{150, 150, 150})
	for row := -6; row <= 6; row++ {
		for col := -6; col <= 6; col++ {
			if (row+col)%2 == 0 {
				d.Patch(float64(col), float64(row), 0.5, 1, 1, green)
			}
		}
	}
	d.Stack(engine.Place{Row: 1}, 1, red)
	d.Soften()
	tile, square, elsewhere := engine.Place{Row: 1}, engine.Place{Row: -4}, engine.Place{Row: -4, Col: 1}
	for row := -6; row <= -2; row++ {
		for col := -6; col <= 6; col++ {
			if (row+col)%2 == 0 {
				evaluated(d, engine.Place{Row: row, Col: col}, 1, clothMaxTile-2)
			}
		}
	}
	for col := -6; col <= 6; col += 2 {
		evaluated(d, engine.Place{Row: 4, Col: col}, 0, -10) // green is a color of the table around
	}
	cloth := ClothHues(d.S, ClothShare)
	if len(cloth) != len(d.S.Cells) {
		t.Fatalf("%d of %d squares are a cloth's", len(cloth), len(d.S.Cells))
	}
	for _, c := range []struct {
		name string
		at   engine.Place
		tile float64
		want float64
	}{
		{"a square becomes as unlikely as bare table", square, 5, -MaxGapPenalty},
		{"a certain tile in the cloth's color stays", square, clothOverruled + 1, clothOverruled + 1},
		{"a tile of another color stays", tile, 5, 5},
		{"a place in the ground's color stays", elsewhere, 5, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			evaluated(d, c.at, 0, c.tile)
			e := d.S.Evidence[c.at]
			if cloth.Discount(e); e.Tile != c.want {
				t.Errorf("log-likelihood ratio %.1f, want %.1f", e.Tile, c.want)
			}
		})
	}
	some := []marks.Mark{{Plastic: red}, {Plastic: green}, {Plastic: blue}}
	if left := cloth.Off(some); len(left) != 2 || left[0].Plastic != red || left[1].Plastic != blue || len(some) != 3 {
		t.Errorf("marks off the cloth are %v", left)
	}
	if has := Cloth(nil).has(green); has {
		t.Error("no cloth has a color")
	}
}

// darkLetters reads a face with dark pixels as a certain letter, any other face as none.
type darkLetters struct{}

func (darkLetters) Read(f ocr.Face) (letters ocr.Letters, err error) {
	for _, b := range f.Bright {
		if b < 90 {
			for k := range letters {
				for class := range letters[k] {
					letters[k][class] = -20
				}
			}
			letters[0][0] = 0
			break
		}
	}
	return letters, nil
}

func TestLeavePatternsOnADrawnTable(t *testing.T) {
	gray := picture.BGR{150, 150, 150}
	candidate := engine.Place{Col: 5}
	stripe := func(d *scenetest.Drawing) { d.Patch(5.28, 0, 1, 0.44, 1, green) } // its border runs through the face
	for _, c := range []struct {
		name  string
		draw  func(*scenetest.Drawing)
		stays bool
	}{
		{"a face that a stripe's border crosses leaves", stripe, false},
		{"it stays if it shows a letter", func(d *scenetest.Drawing) { stripe(d); d.Letter(candidate, 1) }, true},
		{"a blank tile stays", func(d *scenetest.Drawing) { d.Stack(candidate, 1, red) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := scenetest.NewDrawing(0, gray)
			c.draw(d)
			lettered(d, red, 5)
			evaluated(d, candidate, 1, 3)
			w := glyphs.LetterEvidence{Raster: d.Raster, Reader: darkLetters{}}
			v := d.S.Evidence[candidate].Face[0]
			if LeavePatterns(&w, d.S); (d.S.Cells[candidate] > 0) != c.stays {
				t.Errorf("it stays: %v, want %v (ink %.2f, plain %.2f)", d.S.Cells[candidate] > 0, c.stays, v.Ink, v.Plain)
			}
			if !c.stays && d.S.Evidence[candidate].Tile != -MaxGapPenalty {
				t.Errorf("what left has the log-likelihood ratio %.1f, want that of bare table", d.S.Evidence[candidate].Tile)
			}
			if c.stays && len(d.S.Cells) != 6 || !c.stays && len(d.S.Cells) != 5 {
				t.Errorf("%d cells remain", len(d.S.Cells))
			}
		})
	}
	t.Run("a pattern that links two parts stays", func(t *testing.T) {
		d := scenetest.NewDrawing(0, gray)
		stripe(d)
		beyond := engine.Place{Col: 6}
		d.Stack(beyond, 1, red)
		d.Letter(beyond, 1)
		lettered(d, red, 5)
		evaluated(d, candidate, 1, 3)
		evaluated(d, beyond, 1, 12)
		w := glyphs.LetterEvidence{Raster: d.Raster, Reader: darkLetters{}}
		if LeavePatterns(&w, d.S); d.S.Cells[candidate] == 0 {
			t.Error("the structure falls apart")
		}
	})
	t.Run("without a reader nothing leaves", func(t *testing.T) {
		d := scenetest.NewDrawing(0, gray)
		stripe(d)
		lettered(d, red, 5)
		evaluated(d, candidate, 1, 3)
		if LeavePatterns(&glyphs.LetterEvidence{Raster: d.Raster}, d.S); d.S.Cells[candidate] == 0 {
			t.Error("a pattern leaves, and no letter was read")
		}
	})
}

// The thresholds rest on the hues of the drawn colors being apart, and on a bare face having no ink.
func TestTheDrawnColorsAreApart(t *testing.T) {
	for _, pair := range [][2]picture.BGR{{red, green}, {red, blue}, {green, blue}} {
		if d := hue.HueDistance(hue.HueOf(pair[0]), hue.HueOf(pair[1])); d < 2*sameHue {
			t.Errorf("%v and %v are only %.2f apart", pair[0], pair[1], d)
		}
	}
	d := scenetest.NewDrawing(0, green)
	d.Stack(engine.Place{}, 1, red)
	if v := tileface.SampleFace(d.Raster, &d.S.Pose, engine.Place{}, 1); v.Ink >= tileface.LetterInk {
		t.Errorf("a blank has ink on %.2f of its face", v.Ink)
	}
}
