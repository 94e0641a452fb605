package racks

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
)

// rowOfFaces are faces on the table in a line along the columns.
func rowOfFaces(color engine.Color, row float64, cols ...float64) hypothesis.Line {
	var c hypothesis.Line
	for _, col := range cols {
		c = append(c, hypothesis.LooseFace{Level: 1, Col: col, Row: row, Color: color})
	}
	return c
}

func TestAFaceIsRelatedToItsPlayersRacks(t *testing.T) {
	red, green := engine.PlayerColors[0], engine.PlayerColors[3]
	at := func(color engine.Color, col, row float64) hypothesis.LooseFace {
		return hypothesis.LooseFace{Level: 1, Col: col, Row: row, Color: color}
	}
	for _, c := range []struct {
		name   string
		face   hypothesis.LooseFace
		lines  []hypothesis.Line
		inLine int
		away   float64
	}{
		{"without a rack a bank is as far as banks are", at(red, 0, 0), nil, 0, bankNear},
		{"another player's rack says nothing", at(red, 0, 0), []hypothesis.Line{rowOfFaces(green, 0, 1, 2.1, 3.2)}, 0, bankNear},
		{"in its own rack the others are in line, and it is far from none", at(red, 2, 0), []hypothesis.Line{rowOfFaces(red, 0, 0, 1, 2)}, 2, bankNear},
		{"next to a rack that is not full it is in its line", at(red, 4.1, 0), []hypothesis.Line{rowOfFaces(red, 0, 0, 1, 2, 3)}, 4, 1.1},
		{"a full rack has no more tiles", at(red, 5.1, 0), []hypothesis.Line{rowOfFaces(red, 0, 0, 1, 2, 3, 4)}, 0, 1.1},
		{"aside of a rack it is not in its line", at(red, 4.1, 1), []hypothesis.Line{rowOfFaces(red, 0, 0, 1, 2, 3)}, 0, math.Hypot(1.1, 1)},
		{"too far is all the same", at(red, 40, 0), []hypothesis.Line{rowOfFaces(red, 0, 0, 1, 2)}, 0, bankFar},
	} {
		t.Run(c.name, func(t *testing.T) {
			inLine, away := relateToRacks(&c.face, c.lines)
			if inLine != c.inLine || math.Abs(away-c.away) > 1e-9 {
				t.Errorf("in line with %d and %.2f away, want %d and %.2f", inLine, away, c.inLine, c.away)
			}
		})
	}
}

func TestABankIsNoTileOfARack(t *testing.T) {
	color := engine.PlayerColors[0]
	lines := []hypothesis.Line{rowOfFaces(color, 0, 0, 1, 2, 3, 4, 5), rowOfFaces(color, 9, 0)}
	for _, c := range []struct {
		name string
		face hypothesis.LooseFace
		want []int // tiles left in each line
	}{
		{"the end of a line is taken off", lines[0][5], []int{5, 1}},
		{"a face by itself leaves nothing", lines[1][0], []int{6}},
		{"a face of no line changes none", hypothesis.LooseFace{Col: 20}, []int{6, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			left := removeFace(lines, &c.face)
			if len(left) != len(c.want) {
				t.Fatalf("%d lines are left, want %d", len(left), len(c.want))
			}
			for i := range left {
				if len(left[i]) != c.want[i] {
					t.Errorf("line %d has %d tiles, want %d", i, len(left[i]), c.want[i])
				}
			}
		})
	}
}

func TestTilesOnTheTableMeasureHowLargeTilesLook(t *testing.T) {
	red, green := engine.PlayerColors[0], engine.PlayerColors[3]
	a := Surroundings{sizes: map[engine.Color][]float64{red: {0.01, 0.03, 0.02}, green: {0.05, 0.05}}}
	for _, c := range []struct {
		name       string
		color      engine.Color
		out, tiles float64
	}{
		{"those of the same rack, if there are enough", red, 0.02, 3},
		{"else those of all", green, 0.03, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			if out, tiles := a.sizeOffset(c.color); out != c.out || tiles != c.tiles {
				t.Errorf("%.3f of %.0f tiles, want %.3f of %.0f", out, tiles, c.out, c.tiles)
			}
		})
	}
	if out, tiles := new(Surroundings).sizeOffset(red); out != 0 || tiles != 0 {
		t.Errorf("without tiles the size is %.3f, of %.0f tiles", out, tiles)
	}
}
