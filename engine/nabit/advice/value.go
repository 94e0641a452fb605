package advice

import (
	"tilewatch/engine"
)

// outlook is what a controlled word is worth in the end, by its highest level: for the one who has just moved (1)
// and for the others (0), who are next. worth = 1 - risk*remaining.
var risk = [2][engine.MaxHeight + 1]float64{
	{0, 0.4, 0.4, 0.3, 0.5, 0},
	{0, 0.5, 0.6, 0.4, 0.8, 0},
}

// What a tile laid costs, of which another use could have been made, and what the blank costs beyond that.
const (
	tileCost  = 0.02
	blankCost = 0.5
)

// valuer values plays on one board for one mover.
type valuer struct {
	judge     judge
	rows      *grid
	cols      *grid
	bag, held int
	remaining float64
	cache     [1 << 12]struct {
		key   uint64
		value float32
	}
}

func newValuer(t Table, rack int, rows, cols *grid) *valuer {
	v := &valuer{rows: rows, cols: cols, bag: t.Bag, held: t.Held, remaining: t.remaining()}
	if v.held == 0 {
		v.held = rack
	}
	v.judge = judge{mover: t.Mover, tieNabs: t.Options.TieNabs, rivals: t.rivals()}
	for who := range risk {
		for level, r := range risk[who] {
			v.judge.worth[who][level] = 1 - r*v.remaining
		}
	}
	return v
}

// value is the play's value. All but the tiles' costs depends only on where they lie: it is remembered, since many plays
// share their places.
func (v *valuer) value(g *grid, line int, play []laid) float64 {
	key := uint64(line)<<1 | 1 | uint64(g.direction)<<60
	cost := 0.0
	for i, t := range play {
		key |= uint64(t.pos+1) << (12 + 8*i)
		cost += tileCost
		if t.blank {
			cost += blankCost
		}
	}
	slot := &v.cache[key*0x9e3779b97f4a7c15>>52]
	if slot.key != key {
		slot.key, slot.value = key, float32(v.places(g, line, play))
	}
	return float64(slot.value) - cost*v.remaining
}

// places is the value of covering these places.
func (v *valuer) places(g *grid, line int, play []laid) float64 {
	e := v.effect(g, line, play)
	value := e.worth
	if e.nabs > 0 && v.bag > 0 {
		value++
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
