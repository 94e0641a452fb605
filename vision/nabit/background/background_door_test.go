package background

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
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
		name  string
		draw  func(*scenetest.Drawing)
		tile  float64 // its log-likelihood ratio before
		weak  bool    // it begins as a weak place
		stays bool    // it is a tile at the end
	}{
		{"a weak place in the tiles' color is a blank", func(d *scenetest.Drawing) { d.Stack(candidate, 1, red) }, -2, true, true},
		{"a weak place in the table's color is none", func(*scenetest.Drawing) {}, -2, true, false},
		{"a tile in the table's color is a gap", func(*scenetest.Drawing) {}, 4, false, false},
		{"a tile in the tiles' color stays", func(d *scenetest.Drawing) { d.Stack(candidate, 1, red) }, 4, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := scenetest.NewDrawing(0, green)
			c.draw(d)
			lettered(d, red, 5)
			evaluated(d, candidate, 0, c.tile)
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

// The thresholds rest on the hues of the drawn colors being apart, and on a bare face having no ink.
func TestTheDrawnColorsAreApart(t *testing.T) {
	for _, pair := range [][2]picture.BGR{{red, green}, {red, blue}, {green, blue}} {
		if d := hue.HueDistance(hue.HueOf(pair[0]), hue.HueOf(pair[1])); d < 4*tileface.HueSigma {
			t.Errorf("%v and %v are only %.2f apart", pair[0], pair[1], d)
		}
	}
	d := scenetest.NewDrawing(0, green)
	d.Stack(engine.Place{}, 1, red)
	if v := tileface.SampleFace(d.Raster, &d.S.Pose, engine.Place{}, 1); v.Ink >= tileface.LetterInk {
		t.Errorf("a blank has ink on %.2f of its face", v.Ink)
	}
}
