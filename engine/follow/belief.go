package follow

import (
	"tilewatch/engine"
)

// tile names one tile of a stack: what lies at a place, so many tiles high.
type tile struct {
	engine.Place
	height int
}

// belief is what all windows so far say of each tile's letter: the longer a tile lies, the better it is known.
type belief map[tile]*[4]letters

// learn adds what a window says of the tiles that lie on top.
func (b belief) learn(w *window, board engine.Board) {
	v := w.view()
	for p, cell := range board {
		m, ok := v.looks[p]
		if !ok || m.tile <= 0 || m.clear() < 1 {
			continue
		}
		at := tile{p, cell.Height}
		if b[at] == nil {
			b[at] = &[4]letters{}
		}
		for j := range b[at] {
			addAll(b[at][j][:], m.letter[j][:], v.weight*m.share)
		}
	}
}

// forget drops what is known of a tile that went back.
func (b belief) forget(p engine.Place, height int) { delete(b, tile{p, height}) }
