package advice

import (
	"tilewatch/engine"
)

// Weights say what things are worth in the end. The zero value counts the points of the play alone.
type Weights struct {
	// Risk is what a controlled word is expected to lose until the end, by its highest level, in proportion to the part
	// of the tiles that is still to be played: a rival's (0), who is next, and the mover's (1). It is more than the
	// word's point where the rival who takes it also gains one, and another for the tile banked.
	Risk [2][engine.MaxHeight + 1]float64
	// Tile is what a tile is worth that is not yet laid, less than nothing: who lays more is nearer to the last tile, and
	// less is left for others. Blank is what a blank is worth beyond that.
	Tile, Blank float64
}

// Learned are the weights that the program in learn found by letting two players with them play against each other,
// rounded, and without the rival's risks below 0 where they made no difference. A player with them beats one who only
// counts the points of the play in two games of three.
var Learned = Weights{
	Risk: [2][engine.MaxHeight + 1]float64{
		{0, 0.3, 0, -0.4, 0, 0},
		{0, 0.95, 2.6, 1.25, 2.7, 0.5},
	},
	Tile: -0.3, Blank: 0.7,
}

// valuer values plays on one board for one mover.
type valuer struct {
	judge     judge
	rows      *grid
	cols      *grid
	bag, held int
	weights   *Weights
	cache     [1 << 12]struct {
		key   uint64
		value float32
	}
}

func newValuer(t Table, rack int, w *Weights, rows, cols *grid) *valuer {
	v := &valuer{rows: rows, cols: cols, bag: t.Bag, held: t.Held, weights: w}
	left := t.remaining()
	if v.held == 0 {
		v.held = rack
	}
	v.judge = judge{mover: t.Mover, tieNabs: t.Options.TieNabs, rivals: t.rivals()}
	for who := range w.Risk {
		for level, r := range w.Risk[who] {
			v.judge.worth[who][level] = 1 - r*left
		}
	}
	return v
}

// value is the play's value. All but the tiles' costs depends only on where they lie: it is remembered, since many plays
// share their places.
func (v *valuer) value(g *grid, line int, play []laid) float64 {
	key := uint64(line)<<1 | 1 | uint64(g.direction)<<60
	cost := float64(len(play)) * v.weights.Tile
	for i, t := range play {
		key |= uint64(t.pos+1) << (12 + 8*i)
		if t.blank {
			cost += v.weights.Blank
		}
	}
	slot := &v.cache[key*0x9e3779b97f4a7c15>>52]
	if slot.key != key {
		slot.key, slot.value = key, float32(v.places(g, line, play))
	}
	return float64(slot.value) - cost
}

// places is the value of covering these places.
func (v *valuer) places(g *grid, line int, play []laid) float64 {
	e := v.effect(g, line, play)
	value := e.worth
	if e.nabs > 0 && v.bag > 0 {
		value += 1 - v.weights.Tile
	}
	if v.bag == 0 && len(play) == v.held {
		value++
	}
	return value
}

// effect is what the play does to all words, in its line and across it.
func (v *valuer) effect(g *grid, line int, play []laid) effect {
	e := v.judge.of(g.line(line), play)
	if len(v.rows.squares) == v.rows.width { // the empty table
		return e
	}
	other := v.rows
	if g == v.rows {
		other = v.cols
	}
	for _, t := range play {
		if g.line(line)[t.pos].flags&crossed != 0 {
			across := [1]laid{{pos: uint8(line)}}
			e.add(v.judge.of(other.line(int(t.pos)), across[:]))
		}
	}
	return e
}
