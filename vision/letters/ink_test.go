package letters

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/face"
)

func TestInkThatReadsAsNoLetterIsNoBlank(t *testing.T) {
	c := printAt(engine.Place{}, 100, -11)
	c.Unread, c.Frame = true, face.FrameOf(engine.Quad{{X: 0, Y: 0}, {X: 40, Y: 0}, {X: 40, Y: 40}, {X: 0, Y: 40}})
	b := &board.Board{LetterHeight: 0.5}
	if l := tileOf(b, c, true).Letters; l[0] < l[engine.BlankIndex] {
		t.Errorf("a blank is likelier (%.1f) than the best letter (%.1f)", l[engine.BlankIndex], l[0])
	}
}

func TestTheGrainOfACarpetIsNoLooseTile(t *testing.T) {
	k := &style{darkInk: true, letterHeight: 0.5, ink: 0.65, letterSize: func(engine.Point) float64 { return 14 }}
	square := face.FrameOf(engine.Quad{{X: 0, Y: 0}, {X: 40, Y: 0}, {X: 40, Y: 40}, {X: 0, Y: 40}})
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
			c := printAt(engine.Place{}, tt.contrast, 1)
			c.Frame, c.Seeded, c.Ground = square, true, [3]float64{tt.light, tt.light, tt.light}
			if _, ok := k.tile(c, looseOdds); ok != tt.want {
				t.Errorf("got %v with log-odds %.1f, want %v", ok, c.Odds, tt.want)
			}
		})
	}
}

// printAt is a cell with print of a contrast that reads as an A, how well its log-likelihood says.
func printAt(p engine.Place, contrast, reads float64) *board.Cell {
	c := &board.Cell{Place: p, Lettered: true, Contrast: contrast, Wide: 0.4, High: 0.5, Ground: [3]float64{150, 160, 170}}
	for k := range c.Letters {
		for i := range c.Letters[k] {
			c.Letters[k][i] = min(reads-1, -9)
		}
		c.Letters[k][0] = reads
	}
	return c
}
