package follow

import (
	"maps"
	"math"

	"tilewatch/engine"
)

const (
	// kinship is how much two pictures of the same table at rest say the same: letters that are read wrong once are
	// read wrong again. Any number of them weighs at most 1/kinship times as much as one.
	kinship = 0.5
	// lost is what it costs that a tile is not reported, alsoLost what each further one does: when a reader loses its
	// hold on a part of the structure, it loses all that hangs on it. Where a tall stack may stand before it, a tile is
	// hidden for nothing.
	lost, alsoLost = -4.0, -0.7
	tall           = 3 // tiles from which a stack hides its neighbors
	// longest is how many pictures a window remembers.
	longest = 30
)

// window gathers the pictures of a table at rest.
type window struct {
	sum   map[engine.Place]*seen
	count float64 // pictures gathered, old ones fading
}

type seen struct {
	look
	count float64 // in how many of the pictures
}

func newWindow() *window { return &window{sum: map[engine.Place]*seen{}} }

func (w *window) add(s sighting) {
	if w.count >= longest {
		w.fade(1 - 1.0/longest)
	}
	w.count++
	for p, l := range s.looks {
		if w.sum[p] == nil {
			w.sum[p] = &seen{}
		}
		w.sum[p].add(l, 1)
		w.sum[p].count++
		w.sum[p].quad = l.quad
	}
}

// laid is the window on a lattice turned clockwise by so many quarter turns, then shifted.
func (w *window) laid(quarters int, shift engine.Place) *window {
	out := newWindow()
	out.count = w.count
	for p, s := range w.sum {
		out.sum[p.Turn(quarters).Add(shift)] = &seen{s.turned(quarters), s.count}
	}
	return out
}

func (w *window) fade(by float64) {
	w.count *= by
	for _, s := range w.sum {
		s.count *= by
		s.add(s.look, by-1)
	}
}

// view is the evidence that hypotheses are weighed by: means over a window, each attribute as log-probabilities.
type view struct {
	looks  map[engine.Place]mean
	weight float64 // how many independent pictures the window is worth
}

type mean struct {
	look
	share float64                           // of the pictures that report the place
	read  letters                           // log-probabilities of the letters, upright as the game lies
	tiles [engine.MaxHeight]float64         // of the heights
	hue   [len(engine.PlayerColors)]float64 // of the colors
}

func (w *window) view() view {
	v := view{looks: make(map[engine.Place]mean, len(w.sum)), weight: w.count / (1 + kinship*(w.count-1))}
	for p, s := range w.sum {
		if s.count < 1e-6 {
			continue
		}
		m := mean{share: min(1, s.count/w.count)}
		m.look.add(s.look, 1/s.count)
		m.quad = s.quad
		m.read, m.tiles, m.hue = m.letter[0], m.height, m.color
		normalize(m.read[:])
		normalize(m.tiles[:])
		normalize(m.hue[:])
		v.looks[p] = m
	}
	return v
}

// single is the view of one sighting alone.
func single(s sighting) view {
	w := newWindow()
	w.add(s)
	return w.view()
}

// cell is the log-likelihood of the cell lying at p against nothing lying there, by the pictures that report the
// place; face is how much they like the cell's face. That a tile lies there is as likely whatever its letter, if that is hidden.
func (v view) cell(p engine.Place, c engine.Cell, face float64) float64 {
	m, reported := v.looks[p]
	if c.Height == 0 || !reported {
		return 0
	}
	there := bound(m.tile+m.lettered(), tileBound) + m.legible()*face + colorWeight*m.colorOf(c.Color) + max(m.at(c.Height), -heightBound)
	return v.weight * m.share * m.clear() * there
}

// colorWeight is how much more a color counts than its likelihood: of a tile that lies there it is hardly ever in doubt, and what has a
// color between the players' is the table seen between tiles.
const colorWeight = 2.0

// A letter that is this much likelier than any other (nats) makes a tile likelier by so much: cloth may look like a tile, or like some
// letter, and hardly like one that is clear.
const clearLetter, letteredGain = 8.0, 2.0

// lettered is how much likelier (logarithm) what is read of the face makes a tile.
func (m mean) lettered() float64 {
	first, second := engine.BlankIndex, math.Inf(-1)
	for i, x := range m.read {
		switch {
		case x > m.read[first]:
			first, second = i, m.read[first]
		case i != first:
			second = max(second, x)
		}
	}
	if first == engine.BlankIndex {
		return 0
	}
	return letteredGain * m.legible() * min(1, (m.read[first]-second)/clearLetter)
}

// losses is what the tiles cost that the pictures should report and do not.
func (v view) losses(b engine.Board, bare inView) float64 {
	most, sum := 0.0, 0.0
	for p, c := range b {
		if away := 1 - v.looks[p].share; c.Height > 0 && away > 0 && !hidden(p, b, bare[p]) {
			most, sum = max(most, away), sum+away
		}
	}
	return v.weight * (lost*most + alsoLost*(sum-most))
}

func (m mean) letterOf(c engine.Cell) float64 { return max(m.read[faceOf(c)], -letterBound) }

// faceOf is the cell's face as an index of letters.
func faceOf(c engine.Cell) int {
	if c.Blank || c.Letter < 'A' || c.Letter > 'Z' {
		return engine.BlankIndex
	}
	return int(c.Letter - 'A')
}

func (m mean) colorOf(c engine.Color) float64 {
	if int(c) < 1 || int(c) > len(m.hue) {
		return -colorBound
	}
	return max(m.hue[c-1], -colorBound)
}

// at is the logarithm of how likely the stack is so high.
func (m mean) at(height int) float64 { return m.tiles[min(height, engine.MaxHeight)-1] }

// trust is how much what is read of a letter counts for a tile of a stack so high, from 0 to 1. Of a face that is partly hidden, or was
// looked at a level too low, the same wrong letter is read in every picture: a few where all was seen must outweigh them.
func (m mean) trust(height int) float64 {
	if m.tile <= 0 || m.visible < leastSeen {
		return 0
	}
	seen := min(1, (m.visible-leastSeen)/(wholeSeen-leastSeen))
	return seen * seen * math.Exp(m.at(height))
}

// Of a letter whose tile is seen less than leastSeen nothing is read, from wholeSeen on all.
const leastSeen, wholeSeen = 0.6, 0.97

// legible is how much what is read of a letter counts for a tile that is hidden in part, from 0 to 1: of a letter of which less than half
// is seen, nothing is.
func (m mean) legible() float64 { return max(0, min(1, (m.visible-hiddenHalf)/(leastSeen-hiddenHalf))) }

const hiddenHalf = 0.4

// clear is how much of the evidence counts: what is mostly hidden says little.
func (m mean) clear() float64 { return math.Min(1, m.visible/0.6) }

// inView are the places that were seen wholly, each with the board as it lay then: no stack of it stands before them.
type inView map[engine.Place]engine.Board

// learn notes what an ending window shows wholly.
func (o inView) learn(w *window, board engine.Board) {
	v, board := w.view(), maps.Clone(board)
	for p, m := range v.looks {
		if m.tile > surelyLay && m.share > mostSeen && m.visible > wholeSeen {
			o[p] = board
		}
	}
}

// hidden tells whether a tall stack may stand before p, other than those that stood there when p was seen wholly.
func hidden(p engine.Place, board, open engine.Board) bool {
	for row := -2; row <= 2; row++ {
		for col := -2; col <= 2; col++ {
			near := engine.Place{Row: row, Col: col}
			height := board[p.Add(near)].Height
			if near != (engine.Place{}) && height >= tall && open[p.Add(near)].Height != height {
				return true
			}
		}
	}
	return false
}
