package follow

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// tile names one tile of a stack: what lies at a place, so many tiles high.
type tile struct {
	engine.Place
	height int
}

// belief is what all windows so far say of each tile's letter: the longer a tile lies, the better it is known.
type belief map[tile]*known

type known struct {
	sum   [4]letters
	count float64 // of windows, each as far as it is trusted
	guess bool    // nothing is known: its letter was told though it was hidden
}

// learn adds what a window says of the tiles that lie on top.
func (b belief) learn(w *window, board engine.Board) {
	if w.count == 0 {
		return
	}
	v := w.view()
	for p, cell := range board {
		m, ok := v.looks[p]
		trust := m.trust(cell.Height)
		if !ok || trust == 0 {
			continue
		}
		at := tile{p, cell.Height}
		if b[at] == nil {
			b[at] = &known{}
		}
		b[at].count, b[at].guess = b[at].count+trust, false
		for j := range m.letter {
			addAll(b[at].sum[j][:], m.letter[j][:], v.weight*m.share*trust)
		}
	}
}

// guess notes the letters of a play that were hidden when they were told.
func (b belief) guess(v view, p nabit.Play) {
	for _, t := range p.Placements {
		if v.looks[t.Place].legible() < 1 {
			b[tile{t.Place, t.Height}] = &known{guess: true}
		}
	}
}

// of is what is known of a tile's letter, all zero if nothing is. Windows of the same game are akin like pictures of
// the same window.
func (b belief) of(p engine.Place, height int) (out [4]letters) {
	k := b[tile{p, height}]
	if k == nil {
		return out
	}
	for j := range out {
		addAll(out[j][:], k.sum[j][:], 1/(1+kinship*(k.count-1)))
	}
	return out
}

// turned is the belief on a lattice turned clockwise by so many quarter turns.
func (b belief) turned(quarters int) belief {
	out := make(belief, len(b))
	for at, k := range b {
		turned := known{count: k.count, guess: k.guess}
		for j := range turned.sum {
			turned.sum[j] = k.sum[(j+quarters)%4]
		}
		out[tile{at.Place.Turn(quarters), at.height}] = &turned
	}
	return out
}
