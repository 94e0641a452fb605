package letters

import (
	"testing"

	"tilewatch/engine"
)

// printedAt is a cell with print of a contrast that reads as an A, how well its log-likelihood says.
func printedAt(p engine.Place, contrast, reads float64) *cell {
	c := &cell{place: p, lettered: true, contrast: contrast, wide: 0.4, high: 0.5, ground: [3]float64{150, 160, 170}}
	for k := range c.letters {
		for i := range c.letters[k] {
			c.letters[k][i] = min(reads-1, -9)
		}
		c.letters[k][0] = reads
	}
	return c
}

func TestTheInkOfTheSetTellsATileWhereNoLetterIsRead(t *testing.T) {
	for _, tt := range []struct {
		rule string
		of   func(c *cell)
		want bool
	}{
		{"ink as strong as the letters', on their color between gaps, is a tile's", func(*cell) {}, true},
		{"what is printed on the board is fainter", func(c *cell) { c.contrast = 50 }, false},
		{"what is printed on the board has other colors", func(c *cell) { c.color = -1 }, false},
		{"lines around it are the board's", func(c *cell) { c.side = -0.5 }, false},
		{"lines of text are no letter", func(c *cell) { c.crowd = 6 }, false},
		{"off the letters' place lies a neighbor's ink", func(c *cell) { c.midX = 0.4 }, false},
		{"a blank face that color and sides tell is a tile", func(c *cell) { c.lettered, c.bare, c.contrast = false, true, 8 }, true},
		{"a blank face by its color alone is none", func(c *cell) { c.lettered, c.bare, c.contrast, c.side = false, true, 8, 0.2 }, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			b := &board{cells: map[engine.Place]*cell{}, high: 0.5}
			for col := range 4 {
				c := printedAt(engine.Place{Col: col}, 110, 1)
				c.odds, c.tile = 4, true
				b.cells[c.place] = c
			}
			c := printedAt(engine.Place{Col: 4}, 100, -11)
			c.odds, c.color, c.side = -15, 0.5, 1
			tt.of(c)
			b.cells[c.place] = c
			if b.byInk(b.usual(b.list())); c.tile != tt.want {
				t.Errorf("tile %v, want %v", c.tile, tt.want)
			}
			if lettered := c.tile && c.lettered; c.unclear != lettered {
				t.Errorf("unclear %v, want %v", c.unclear, lettered)
			}
		})
	}
}

func TestInkThatReadsAsNoLetterIsNotToldAsABlank(t *testing.T) {
	c := printedAt(engine.Place{}, 100, -11)
	c.unclear, c.frame = true, frameOf(engine.Quad{{X: 0, Y: 0}, {X: 40, Y: 0}, {X: 40, Y: 40}, {X: 0, Y: 40}})
	b := &board{high: 0.5}
	if l := b.tileOf(c, true).Letters; l[0] < l[engine.BlankIndex] {
		t.Errorf("a blank is likelier (%.1f) than the best letter (%.1f)", l[engine.BlankIndex], l[0])
	}
}

func TestTheGrainOfACarpetIsNoLooseTile(t *testing.T) {
	k := &kind{dark: true, high: 0.5, ink: 0.65}
	square := frameOf(engine.Quad{{X: 0, Y: 0}, {X: 40, Y: 0}, {X: 40, Y: 40}, {X: 0, Y: 40}})
	for _, tt := range []struct {
		rule     string
		contrast float64
		light    float64
		want     bool
	}{
		{"ink as dark as on the board is a letter", 100, 160, true},
		{"in the shade ink and plastic are both darker", 40, 60, true},
		{"grain of the plastic's color is fainter than ink", 30, 160, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			c := printedAt(engine.Place{}, tt.contrast, 1)
			c.frame, c.marked, c.ground = square, true, [3]float64{tt.light, tt.light, tt.light}
			if _, ok := k.tile(c, looseOdds); ok != tt.want {
				t.Errorf("told %v with log-odds %.1f, want %v", ok, c.odds, tt.want)
			}
		})
	}
}
