package scenes

import (
	"math"
	"math/rand/v2"

	"tilewatch/vision/train/scenes/board"
	"tilewatch/vision/train/scenes/material"
	"tilewatch/vision/train/scenes/printed"
)

// crossword makes a scene one of a crossword game: tiles of one color, one high, mostly on a printed board whose squares they cover.
func (s *Scene) crossword(r *rand.Rand, kept bool) {
	for at, stack := range s.cells {
		top := stack[len(stack)-1]
		top.z = 0
		s.cells[at], s.board[at] = []piece{top}, s.board[at][len(s.board[at])-1:]
	}
	s.banks = nil
	s.Set.Side *= between(r, leastFilled, 1)
	s.Set.Thickness = between(r, thinnest, thickest)
	s.Set.grain = material.Draw(r)
	letters := s.Set.face
	prints := func(letter int, u, v, size float64) float64 { return letters[letter].At(u, v, size) }
	switch k := r.Float64(); {
	case k < boardShare:
		s.table = printed.Draw(r, s.yaw, s.Set.Pitch, s.onSquares(), s.table, prints, kept)
	case k < boardShare+pageShare:
		s.table = printed.DrawPage(r, s.yaw, s.Set.Pitch, prints, kept)
	}
	s.dyeAlike(r)
}

// onSquares is where a board's middle square lies so that the tiles cover its squares.
func (s *Scene) onSquares() [2]float64 {
	return [2]float64{math.Ceil(s.origin[1]) - s.origin[1], math.Ceil(s.origin[0]) - s.origin[0]}
}

const (
	boardShare  = 0.7  // of the crossword games that have a printed board
	pageShare   = 0.12 // that lie on print
	paleShare   = 0.2  // whose tiles have the table's color: only light and shadow tell them from it
	dyedShare   = 0.85 // of the players' tiles that have the same color
	lightEnough = 0.3  // linear reflectance from which letters are dark

	leastFilled        = 0.86 // of a square's side that a tile fills
	thinnest, thickest = 1.2, 8
)

// woods are linear reflectances of a crossword game's tiles: woods from walnut to maple, ivory, black, blue, red and gray plastic, bakelite.
var woods = []vec{{0.1, 0.045, 0.02}, {0.16, 0.08, 0.04}, {0.35, 0.2, 0.1}, {0.5, 0.33, 0.18}, {0.7, 0.5, 0.27}, {0.9, 0.9, 0.88}, {0.55, 0.28, 0.05}, {0.3, 0.08, 0.03}, {0.62, 0.42, 0.22}, {0.75, 0.58, 0.36}, {0.8, 0.75, 0.6}, {0.85, 0.83, 0.78}, {0.05, 0.05, 0.06}, {0.25, 0.13, 0.07}, {0.45, 0.25, 0.12}, {0.1, 0.2, 0.5}, {0.5, 0.08, 0.08}, {0.4, 0.4, 0.4}}

// dyeAlike gives nearly all tiles one color, and letters that are legible on it.
func (s *Scene) dyeAlike(r *rand.Rand) {
	c, k := woods[r.IntN(len(woods))], between(r, 0.75, 1.2)
	if r.Float64() < paleShare {
		c = s.table.AtArea(0, 0, s.Set.Pitch)
	}
	for i := range c {
		c[i] = min(max(c[i]*k*between(r, 0.9, 1.1), 0.01), 0.95)
	}
	for _, name := range append([]string{"gray"}, board.Players...) { // in a fixed order: equal seeds, equal sets
		if name == "gray" || r.Float64() < dyedShare {
			s.Set.colors[name] = c
		}
	}
	if (c[0]+c[1]+c[2])/3 > lightEnough {
		d := between(r, 0.005, 0.06)
		s.Set.ink = vec{d, d, d}
		return
	}
	d := between(r, 0.6, 0.95)
	s.Set.ink = vec{d, d * between(r, 0.85, 1), d * between(r, 0.5, 1)}
}
