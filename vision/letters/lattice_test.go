package letters

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/homography"
)

// standing are marks at places of a lattice, as a camera sees them that is tilted; each reads as a letter.
func standing(h homography.Map, places []engine.Place, size float64) []mark {
	var marks []mark
	for _, p := range places {
		m := mark{Blob: blob.Blob{At: h.At(float64(p.Col), float64(p.Row)), W: 0.8 * size, H: size, Dark: true, Ink: 100}}
		for a := range m.letter {
			m.letter[a] = 1
		}
		marks = append(marks, m)
	}
	return marks
}

// crossing are two words that cross, and one that hangs on the second.
func crossing() (places []engine.Place) {
	for i := range 7 {
		places = append(places, engine.Place{Row: 3, Col: i})
		if i != 3 {
			places = append(places, engine.Place{Row: i, Col: 4})
		}
		if i != 4 {
			places = append(places, engine.Place{Row: 6, Col: i})
		}
	}
	return places
}

func TestMarksInRowsAndColumnsAreALattice(t *testing.T) {
	for _, tt := range []struct {
		rule string
		h    homography.Map
	}{
		{"from above", homography.Map{50, 0, 300, 0, 50, 200, 0, 0}},
		{"turned", homography.Map{40, -22, 400, 22, 40, 200, 0, 0}},
		{"tilted", homography.Map{52, 6, 300, 1, 44, 200, 0.004, 0.016}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			found := findLattices(standing(tt.h, crossing(), 24))
			if len(found) == 0 {
				t.Fatal("no lattice")
			}
			if n := len(found[0].cells); n != len(crossing()) {
				t.Errorf("%d marks on the lattice, want %d", n, len(crossing()))
			}
			if size := found[0].size(); size < 0.3 || size > 0.75 {
				t.Errorf("letters are %.2f of a step", size)
			}
		})
	}
}

func TestMarksAnyhowAreNoLattice(t *testing.T) {
	var marks []mark
	for i := range 12 {
		s, c := math.Sincos(float64(i*i) * 1.7)
		marks = append(marks, standing(homography.Map{1, 0, 500 + 40*float64(i)*c, 0, 1, 500 + 40*float64(i)*s, 0, 0}, []engine.Place{{}}, 24)...)
	}
	for _, l := range findLattices(marks) {
		if len(l.cells) > 6 {
			t.Errorf("%d marks of 12 that lie anyhow are on one lattice", len(l.cells))
		}
	}
}

// labeled is a board with one row of letters.
func labeled(text string) *board {
	b := &board{lattice: &lattice{}, cells: map[engine.Place]*cell{}}
	for i, letter := range text {
		c := &cell{place: engine.Place{Col: i}, lettered: true, marked: true}
		for k := range c.best {
			c.best[k] = int(letter - 'A')
		}
		b.cells[c.place] = c
	}
	return b
}

func TestLettersInTheAlphabetsOrderAreLabels(t *testing.T) {
	for text, want := range map[string]bool{
		"ABCDEFGHIJKLMNO": true, "AXCDXFGHXJKLMXO": true, "ONMLKJIHGFEDCBA": true,
		"WOOLEN": false, "DEFTLY": false, "HIJACKS": false, "STUDY": false,
	} {
		b := labeled(text)
		b.findLabels()
		if got := b.cells[engine.Place{}].label; got != want {
			t.Errorf("%s: labels %v, want %v", text, got, want)
		}
	}
}

func TestGroupsThatOneUnseenTilePartsAreOneBoard(t *testing.T) {
	b := &board{lattice: &lattice{}, cells: map[engine.Place]*cell{}}
	put := func(row, col int, tile bool, color float64) {
		p := engine.Place{Row: row, Col: col}
		b.cells[p] = &cell{place: p, tile: tile, color: color}
	}
	for i := range 4 {
		put(0, i, true, 2)
		put(i, 3, true, 2)
		put(3, 5+i, true, 2)
		put(8, i, true, 2)
	}
	put(3, 4, false, 0)
	if n := len(b.linked()); n != 11 {
		t.Errorf("%d tiles linked, want 7 and the 4 beyond the place that may hold one", n)
	}
	put(3, 4, false, -4)
	if n := len(b.linked()); n != 7 {
		t.Errorf("%d tiles linked, want 7: the place between has the board's color", n)
	}
}

func TestEdgesTellTheMiddle(t *testing.T) {
	for _, off := range []int{-6, 0, 5} {
		var e [patchSide]float32
		e[patchSide/2+off-30], e[patchSide/2+off+29] = 100, 100
		if got := offset(&e) * perStep; math.Abs(got-float64(off)) > 2 {
			t.Errorf("edges off by %d pixels are told as off by %.0f", off, got)
		}
	}
}

func TestTheAngleOfALatticeIsOneOfAQuarterTurn(t *testing.T) {
	for _, tt := range []struct {
		degrees float64
		want    int
	}{{0, 0}, {20, 2}, {44, 4}, {81, 8}, {90, 0}, {200, 2}, {-10, 8}} {
		s, c := math.Sincos(tt.degrees * math.Pi / 180)
		if got := angleOf(engine.Point{X: c, Y: s}, engine.Point{X: -s, Y: c}); got != tt.want {
			t.Errorf("%v degrees are angle %d, want %d", tt.degrees, got, tt.want)
		}
	}
}
