package main

import (
	"errors"
	"math"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
)

// What a moment is described by: how many words of each highest level the mover and the other control, times the part
// of the tiles that is left; how many more tiles the mover has left, and whether more blanks; and the part that is
// left itself, for the turn is the other's.
const (
	ownWords   = 0
	otherWords = ownWords + engine.MaxHeight
	tiles      = otherWords + engine.MaxHeight
	blanks     = tiles + 1
	tempo      = blanks + 1
	features   = tempo + 1
)

func (g *game) moment(mover int) moment {
	m := moment{mover: mover, ahead: g.total(mover) - g.total(1-mover)}
	me, other := &g.players[mover], &g.players[1-mover]
	left := float64(me.left()+other.left()) / (2 * nabit.TilesPerColor)
	for _, w := range nabit.ControlledWords(g.board) {
		level := 0
		for _, p := range w.Places() {
			level = max(level, g.board[p].Height)
		}
		for _, c := range w.Controllers {
			at := otherWords
			if c == me.color {
				at = ownWords
			}
			m.features[at+level-1] += left
		}
	}
	m.features[tiles] = float64(me.left() - other.left())
	m.features[blanks] = me.blank() - other.blank()
	m.features[tempo] = left
	return m
}

func (p *player) left() int { return len(p.rack) + len(p.bag) }

func (p *player) blank() float64 {
	for _, tiles := range [][]advice.Tile{p.rack, p.bag} {
		for _, t := range tiles {
			if t.Blank {
				return 1
			}
		}
	}
	return 0
}

// fit is a least-squares fit of how much the difference of the points changed until the end.
type fit struct {
	squares [features][features]float64
	sums    [features]float64
	n       int
}

// add takes the moments of a game that has ended.
func (f *fit) add(all []moment) {
	if len(all) == 0 {
		return
	}
	last := all[len(all)-1]
	for _, m := range all {
		end := last.ahead
		if m.mover != last.mover {
			end = -end
		}
		for i, a := range m.features {
			for j, b := range m.features {
				f.squares[i][j] += a * b
			}
			f.sums[i] += a * float64(end-m.ahead)
		}
		f.n++
	}
}

// ridge holds the weights near 0: what a word is worth, and how many tiles are gone by then, go together too much to be
// distinguished by the games alone.
const ridge = 0.05

// weights are the solution.
func (f *fit) weights() (advice.Weights, error) {
	var w advice.Weights
	rows := f.squares
	x := f.sums
	for i := range rows {
		rows[i][i] += 1 + ridge*float64(f.n)
	}
	for i := range rows { // elimination; the matrix is positive definite
		if math.Abs(rows[i][i]) < 1e-9 {
			return w, errors.New("too few games: play more")
		}
		for j := i + 1; j < len(rows); j++ {
			factor := rows[j][i] / rows[i][i]
			for k := i; k < len(rows); k++ {
				rows[j][k] -= factor * rows[i][k]
			}
			x[j] -= factor * x[i]
		}
	}
	for i := len(rows) - 1; i >= 0; i-- {
		for k := i + 1; k < len(rows); k++ {
			x[i] -= rows[i][k] * x[k]
		}
		x[i] /= rows[i][i]
	}
	for level := 1; level <= engine.MaxHeight; level++ {
		w.Risk[1][level], w.Risk[0][level] = -x[ownWords+level-1], x[otherWords+level-1]
	}
	w.Tile, w.Blank = x[tiles], x[blanks]
	return w, nil
}
