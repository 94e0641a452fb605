package board

import (
	"math"
	"testing"

	"tilewatch/engine"
)

// lit is a face of a color at a place of a board on which the light falls off along its rows.
func lit(row, col int, color [3]float64) *Cell {
	light := math.Exp(-0.03 * float64(col))
	grain := 1 + 0.004*float64((7*row+3*col)%5-2)
	for k := range color {
		color[k] = (color[k]+plainLight)*light*grain - plainLight
	}
	return &Cell{Place: engine.Place{Row: row, Col: col}, Ground: color}
}

func TestLightModelSeparatesBlanksFromSquaresInAnyLight(t *testing.T) {
	tile, square, printed := [3]float64{166, 177, 191}, [3]float64{172, 184, 197}, [3]float64{180, 120, 90}
	var tiles, bare []*Cell
	for i := range 12 {
		tiles = append(tiles, lit(3, i, tile))
		bare = append(bare, lit(2, i, square), lit(4, i, square))
		if i%3 == 0 {
			bare = append(bare, lit(5, i, printed))
		}
	}
	p, ok := fitLight(tiles, bare)
	if !ok || !p.overlap() {
		t.Fatalf("the board's light is not learned: %v", ok)
	}
	for _, tt := range []struct {
		rule  string
		c     *Cell
		blank bool
	}{
		{"a blank in the light", lit(6, 0, tile), true},
		{"a blank in the dark corner, darker than any square in the light", lit(6, 12, tile), true},
		{"a square in the light", lit(6, 0, square), false},
		{"a square in the dark corner, darker than a tile in the light", lit(6, 12, square), false},
		{"a printed square", lit(6, 6, printed), false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if odds := p.odds(tt.c); (odds > 1) != tt.blank {
				t.Errorf("log-odds of a tile %.1f", odds)
			}
		})
	}
	if _, ok := fitLight(tiles[:3], bare); ok {
		t.Error("three tiles determine the light")
	}
	for _, c := range tiles {
		c.Ground = [3]float64{40, 40, 160}
	}
	if p, ok := fitLight(tiles, bare); ok && p.overlap() {
		t.Error("red tiles overlap the board's squares in color")
	}
}
