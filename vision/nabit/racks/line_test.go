package racks

import (
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
)

func TestFacesSideBySideAreOfOneRack(t *testing.T) {
	red, green := engine.PlayerColors[0], engine.PlayerColors[3]
	for _, c := range []struct {
		name string
		a, b hypothesis.LooseFace
		want bool
	}{
		{"in a row", hypothesis.LooseFace{Level: 1, Color: red}, hypothesis.LooseFace{Level: 1, Color: red, Col: 1}, true},
		{"in a column", hypothesis.LooseFace{Level: 1, Color: red}, hypothesis.LooseFace{Level: 1, Color: red, Row: -1}, true},
		{"of two colors", hypothesis.LooseFace{Level: 1, Color: red}, hypothesis.LooseFace{Level: 1, Color: green, Col: 1}, false},
		{"turned against each other", hypothesis.LooseFace{Level: 1, Color: red}, hypothesis.LooseFace{Level: 1, Color: red, Col: 1, Turn: 0.4}, false},
		{"turned by a right angle", hypothesis.LooseFace{Level: 1, Color: red, Turn: 0.7}, hypothesis.LooseFace{Level: 1, Color: red, Turn: 0.7 - math.Pi/2, Col: math.Cos(0.7), Row: math.Sin(0.7)}, true},
		{"corner to corner", hypothesis.LooseFace{Level: 1, Color: red}, hypothesis.LooseFace{Level: 1, Color: red, Col: 1, Row: 1}, false},
		{"one on a bank", hypothesis.LooseFace{Level: 1, Color: red}, hypothesis.LooseFace{Level: 4, Color: red, Col: 1}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, back := aligned(&c.a, &c.b), aligned(&c.b, &c.a); got != c.want || back != c.want {
				t.Errorf("beside: %v, seen from the other %v; want %v", got, back, c.want)
			}
		})
	}
}

func TestALineGrowsByTheNearestFaceOnIt(t *testing.T) {
	red := engine.PlayerColors[0]
	faces := facesAt(red, 0, [2]float64{0, 0}, [2]float64{1.05, 0}, [2]float64{2.2, 0.1}, [2]float64{0, 1.1}, [2]float64{4.5, 0}, [2]float64{0.5, 0})
	for _, c := range []struct {
		name string
		line hypothesis.Line
		used []bool
		want int
	}{
		{"from one the nearest", faces[:1], []bool{true, false, false, false, false, false}, 1},
		{"from two only what is in their line", faces[:2], []bool{true, true, false, false, false, false}, 2},
		{"what is used stays where it is", faces[:2], []bool{true, true, true, false, false, false}, -1},
		{"what is too far or too near joins nothing", faces[:1], []bool{true, true, true, true, false, false}, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := nearestNeighbor(c.line, faces, c.used); got != c.want {
				t.Errorf("face %d joins, want %d", got, c.want)
			}
		})
	}
}

func TestAFaceLiesOnALine(t *testing.T) {
	c := hypothesis.Line(facesAt(engine.PlayerColors[0], 0.5, [2]float64{0, 0}, [2]float64{0.88, 0.48}, [2]float64{1.76, 0.96}))
	for _, v := range []struct {
		name     string
		col, row float64
		want     bool
	}{
		{"on it", 2.64, 1.44, true}, {"a little aside", 2.6, 1.6, true}, {"far aside", 1.8, 2.2, false}, {"before its beginning", -0.9, -0.5, true},
	} {
		t.Run(v.name, func(t *testing.T) {
			if got := onLine(c, &hypothesis.LooseFace{Col: v.col, Row: v.row}); got != v.want {
				t.Errorf("in line: %v, want %v", got, v.want)
			}
		})
	}
	if !onLine(c[:1], &hypothesis.LooseFace{Col: 5, Row: 9}) {
		t.Error("one face alone has a line")
	}
}

func TestALineRunsFromEndToEnd(t *testing.T) {
	cols := []float64{2, 0, 3, 1}
	var c hypothesis.Line
	for _, col := range cols {
		c = append(c, hypothesis.LooseFace{Level: 1, Col: col, Row: 0.1 * col})
	}
	a, b := extremes(c)
	if lo, hi := min(a.Col, b.Col), max(a.Col, b.Col); lo != 0 || hi != 3 {
		t.Errorf("its ends are at %g and %g, want 0 and 3", a.Col, b.Col)
	}
	sortAlong(c)
	got := []float64{c[0].Col, c[1].Col, c[2].Col, c[3].Col}
	if back := slices.Clone(got); !slices.IsSorted(got) {
		if slices.Reverse(back); !slices.IsSorted(back) {
			t.Errorf("sorted, its faces lie at %v", got)
		}
	}
}

func TestALineHasTheColorOfMostOfItsFaces(t *testing.T) {
	red, green := engine.PlayerColors[0], engine.PlayerColors[3]
	if got := lineColor((hypothesis.Line{{Color: green}, {Color: red}, {Color: red}})); got != red {
		t.Errorf("it is %v, want %v", got, red)
	}
	if got := lineColor((hypothesis.Line{})); got != engine.NoColor {
		t.Errorf("no face has the color %v", got)
	}
}

func TestFacesOfALineLookTheSameWay(t *testing.T) {
	s := slantedTable(nil)
	var c hypothesis.Line
	for i, turn := range []float64{0.2, 0.2 + math.Pi/2, 0.25 - math.Pi/2, 0.15 + math.Pi} {
		c = append(c, hypothesis.LooseFace{Pose: s.PoseAt(float64(i), 0, turn), Level: 1})
	}
	orientAlike(c)
	for i := range c {
		if along := c[i].X.Dot(c[0].X); along < 0.99 {
			t.Errorf("face %d looks another way: %.2f along the first", i, along)
		}
		if hand := c[i].X.Cross(c[i].Y).Dot(c[i].Z); math.Abs(hand-1) > 1e-9 {
			t.Errorf("face %d is mirrored", i)
		}
	}
}

func TestAnOutlineBeginsWhereItsLetterDoes(t *testing.T) {
	q := engine.Quad{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	for quarters, first := range []engine.Point{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 0}} {
		got := rotateQuad(q, quarters)
		if got[0] != first {
			t.Errorf("turned by %d right angles it begins at %v, want %v", quarters, got[0], first)
		}
		area := 0.0
		for i := range got {
			k := (i + 1) % 4
			area += got[i].X*got[k].Y - got[k].X*got[i].Y
		}
		if area != 2 {
			t.Errorf("turned by %d right angles it runs the other way", quarters)
		}
	}
}

// lineOfTiles is a rack of five tiles of one color that lies aside of the structure, turned.
func lineOfTiles(color int, blanks ...int) (tiles []looseTile) {
	sin, cos := math.Sincos(0.25)
	for i := range RackTiles {
		along := 1.08 * float64(i)
		tiles = append(tiles, looseTile{col: 3 + along*cos, row: 2 + along*sin, turn: 0.25, color: playersPlastic(color), blank: slices.Contains(blanks, i)})
	}
	return tiles
}

func TestADrawnRackIsOneLine(t *testing.T) {
	for _, c := range []struct {
		name   string
		color  int
		blanks []int
	}{
		{"all with letters", 0, nil},
		{"a blank between others is found by them", 2, []int{2}},
		{"a blank at an end is found by the others", 3, []int{4}},
		{"both", 1, []int{0, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tiles := lineOfTiles(c.color, c.blanks...)
			r, s := tableWith(tiles...)
			var faces []hypothesis.LooseFace
			for i := range tiles {
				if f, ok := faceAtMark(r, s, letterOf(s, &tiles[i]), hue.Hue{}); ok && !tiles[i].blank {
					faces = append(faces, f)
				}
			}
			all := Lines(r, s, faces, hue.Hue{})
			if len(all) != 1 || len(all[0]) != RackTiles {
				t.Fatalf("%d faces make %d lines: %v", len(faces), len(all), lengthsOf(all))
			}
			for i, f := range all[0] {
				near := math.Inf(1)
				for _, tile := range tiles {
					near = min(near, math.Hypot(f.Col-tile.col, f.Row-tile.row))
				}
				if near > 0.1 {
					t.Errorf("face %d lies %.3f pitches off any tile", i, near)
				}
			}
			if got := lineColor(all[0]); got != engine.PlayerColors[c.color] {
				t.Errorf("the rack is %v, want %v", got, engine.PlayerColors[c.color])
			}
		})
	}
}

// lengthsOf are how many faces lines have.
func lengthsOf(all []hypothesis.Line) (lengths []int) {
	for _, c := range all {
		lengths = append(lengths, len(c))
	}
	return lengths
}

func TestRacksOfTwoPlayersAreTwoLines(t *testing.T) {
	var tiles []looseTile
	for i := range 3 {
		tiles = append(tiles, looseTile{col: 3 + 1.05*float64(i), row: 3, color: playersPlastic(0)},
			looseTile{col: 3 + 1.05*float64(i), row: 5, color: playersPlastic(3)})
	}
	r, s := tableWith(tiles...)
	var faces []hypothesis.LooseFace
	for i := range tiles {
		if f, ok := faceAtMark(r, s, letterOf(s, &tiles[i]), hue.Hue{}); ok {
			faces = append(faces, f)
		}
	}
	if got := lengthsOf(Lines(r, s, faces, hue.Hue{})); !slices.Equal(got, []int{3, 3}) {
		t.Errorf("%d faces make lines of %v, want two of three", len(faces), got)
	}
}
