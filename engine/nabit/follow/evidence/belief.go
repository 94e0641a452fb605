package evidence

import (
	"math"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

// A tile names one tile of a stack: its place, and how high it lies.
type tile struct {
	engine.Place
	height int
}

// Belief is the letter evidence for every tile, summed over all windows: the longer a tile lies on top, the better its letter is known.
// It turns a tracking decision into one that later pictures can revise.
type Belief map[tile]*known

type known struct {
	sum   [4]Letters
	count float64 // of windows, each as far as it is trusted
	guess bool    // no picture has shown the letter; the dictionary chose it
}

// Learn adds a window's evidence for the tiles that lie on top.
func (b Belief) Learn(w *Window, board engine.Board) {
	if w.Count == 0 {
		return
	}
	v := w.View()
	for p, cell := range board {
		m, ok := v.Looks[p]
		trust := m.Trust(cell.Height)
		if !ok || trust == 0 {
			continue
		}
		at := tile{p, cell.Height}
		if b[at] == nil {
			b[at] = &known{}
		}
		b[at].count, b[at].guess = b[at].count+trust, false
		for j := range m.Letter {
			AddScaled(b[at].sum[j][:], m.Letter[j][:], v.Weight*m.Share*trust)
		}
	}
}

// Guess marks the letters of a play that were occluded when the follower reported it.
func (b Belief) Guess(v View, p nabit.Play) {
	for _, t := range p.Placements {
		if v.Looks[t.Place].Legible() < 1 {
			b[tile{t.Place, t.Height}] = &known{guess: true}
		}
	}
}

// Forget drops the evidence for a tile.
func (b Belief) Forget(p engine.Place, height int) { delete(b, tile{p, height}) }

// Guessed reports whether the letter of the tile is a guess.
func (b Belief) Guessed(p engine.Place, height int) bool {
	k := b[tile{p, height}]
	return k != nil && k.guess
}

// Sum returns the undiscounted evidence for a tile's letter; false if the belief has none, not even a guess.
func (b Belief) Sum(p engine.Place, height int) (Letters, bool) {
	k, ok := b[tile{p, height}]
	if !ok {
		return Letters{}, false
	}
	return k.sum[0], true
}

// Of returns the evidence for a tile's letter in the four orientations, all zero if there is none. It discounts windows of the same
// game by their correlation, like pictures of the same window.
func (b Belief) Of(p engine.Place, height int) (out [4]Letters) {
	k := b[tile{p, height}]
	if k == nil {
		return out
	}
	for j := range out {
		AddScaled(out[j][:], k.sum[j][:], 1/(1+correlation*(k.count-1)))
	}
	return out
}

// Turned returns the belief on a lattice turned clockwise by so many quarter turns.
func (b Belief) Turned(quarters int) Belief {
	out := make(Belief, len(b))
	for at, k := range b {
		turned := known{count: k.count, guess: k.guess}
		for j := range turned.sum {
			turned.sum[j] = k.sum[(j+quarters)%4]
		}
		out[tile{at.Place.Turn(quarters), at.height}] = &turned
	}
	return out
}

// Upright returns the log-likelihood of all letters of earlier windows on the lattice turned clockwise by j quarter turns.
func (b Belief) Upright(j int) float64 {
	total := 0.0
	for at := range b {
		known := b.Of(at.Place, at.height)
		top := math.Inf(-1)
		for k := range known {
			top = max(top, reading.LogSumExp(known[k][:]))
		}
		total += max(reading.LogSumExp(known[j][:])-top, -LetterBound)
	}
	return total
}
