package snag

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Look is what one picture shows of the board: its 76 squares by number, or none if there is no board to be seen.
type Look struct {
	Squares []Seen
}

// Seen is what one picture says of one square.
type Seen struct {
	Number int // the square's own
	// Quad outlines the face of the tile that may lie there, as its number is read; without a tile it is the square.
	Quad engine.Quad
	// Tile is the log-likelihood ratio of a tile lying there against the bare print.
	Tile float64
	// Read are the numbers that may be printed there, the likeliest first, with their log-likelihoods. The square's own
	// number is always among them, as long as there are any.
	Read []Read
}

// Read is one reading of a print.
type Read struct {
	Number        int
	LogLikelihood float64
}

// lies reports whether a tile lies there, as far as one picture can.
func (s *Seen) lies() bool { return s.Tile > 0 }

// surely is the log-likelihood ratio from which on a tile, or none, is beyond doubt.
const surely = 3.0

// doubtful reports whether the picture barely decides.
func (s *Seen) doubtful() bool { return s.Tile > -surely && s.Tile < surely }

// misplaced is by how much a reading must be likelier than the square's own number before the tile is believed to lie on
// a wrong square: players put tiles where they belong.
const misplaced = 6.0

// legible is the log-likelihood of a number whose every digit was read.
const legible = 1.0

// number is what the tile's number is: the square's own, unless the print clearly says another.
func (s *Seen) number() (n int, wrong bool) {
	own := slices.IndexFunc(s.Read, func(r Read) bool { return r.Number == s.Number })
	if len(s.Read) == 0 || own <= 0 || s.Read[0].LogLikelihood < legible || s.Read[0].LogLikelihood-s.Read[own].LogLikelihood < misplaced {
		return s.Number, false
	}
	return s.Read[0].Number, true
}

// TileFound is a tile on the board, as the contract writes it.
type TileFound struct {
	Number  int           `json:"number"`
	Corners [4][2]float64 `json:"corners"`
	Square  int           `json:"square"` // on which it lies; another than its number if it lies wrong
}

// answer are the contract's fields of one photo.
type answer struct {
	Tiles []TileFound `json:"tiles"`
	Runs  [][]int     `json:"runs"`
}

// read says what one picture means.
func read(look Look) game.Reading {
	lying := tilesOf(look)
	a := answer{Tiles: []TileFound{}}
	r := game.Reading{}
	var right []int
	for _, t := range lying {
		a.Tiles = append(a.Tiles, TileFound{t.number, corners(t.seen.Quad), t.seen.Number})
		r.Marks = append(r.Marks, game.Mark{Quad: t.seen.Quad, Label: fmt.Sprint(t.number), Doubtful: t.seen.doubtful()})
		if t.number == t.seen.Number {
			right = append(right, t.number)
		} else {
			r.Warnings = append(r.Warnings, engine.Warning{Code: "wrong_square", Message: fmt.Sprintf("tile %d lies on square %d: move it to its own square", t.number, t.seen.Number)})
		}
	}
	a.Runs = append([][]int{}, Runs(right)...)
	if doubts := doubtsOf(look); len(doubts) > 0 {
		r.Warnings = append(r.Warnings, engine.Warning{Code: "low_confidence", Message: fmt.Sprintf("not sure about squares %s: photograph the board from above, without glare", numbers(doubts))})
	}
	r.Fields = a
	r.Text = append(r.Text, engine.Count(len(a.Tiles), "tile")+" on the board")
	for _, run := range a.Runs {
		r.Text = append(r.Text, fmt.Sprintf("run of %d: %s", len(run), numbers(run)))
	}
	return r
}

// numbers is a list of tiles for people.
func numbers(tiles []int) string { return strings.Trim(fmt.Sprint(tiles), "[]") }

// changed says which tiles were added to a board, and which are gone from it.
func changed(come, gone []int) string {
	var parts []string
	if len(gone) > 0 {
		parts = append(parts, numbers(gone)+" removed")
	}
	if len(come) > 0 {
		parts = append(parts, numbers(come)+" added")
	}
	return strings.Join(parts, ", ")
}

// found is a tile with the number it bears.
type found struct {
	number int
	seen   *Seen
}

// tilesOf are the tiles that lie on the board, by square. A number that lies on its own square cannot lie on another
// as well: there it was misread.
func tilesOf(look Look) []found {
	var list []found
	there := map[int]bool{}
	for i := range look.Squares {
		if s := &look.Squares[i]; s.lies() {
			n, wrong := s.number()
			list = append(list, found{n, s})
			there[n] = there[n] || !wrong
		}
	}
	for i := range list {
		if t := &list[i]; t.number != t.seen.Number && there[t.number] {
			t.number = t.seen.Number
		}
	}
	return list
}

func doubtsOf(look Look) []int {
	var doubts []int
	for i := range look.Squares {
		if s := &look.Squares[i]; s.doubtful() {
			doubts = append(doubts, s.Number)
		}
	}
	return doubts
}

func corners(q engine.Quad) (c [4][2]float64) {
	for i, p := range q {
		c[i] = [2]float64{hundredth(p.X), hundredth(p.Y)}
	}
	return c
}

// hundredth rounds to a hundredth of a pixel.
func hundredth(v float64) float64 { return float64(int64(v*100+0.5)) / 100 }
