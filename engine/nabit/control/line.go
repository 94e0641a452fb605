package control

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// line is a word with what lies beyond its ends, as a row of cells: the word, an empty place on either side, and beyond
// it whatever a tile there would join.
type line struct {
	player engine.Color
	places []engine.Place
	cells  []engine.Cell
	first  int   // index of the word's first cell
	last   int   // and of its last
	free   []int // indices where a tile may be laid
}

func lineOf(b engine.Board, w engine.Word, player engine.Color) line {
	l := line{player: player}
	step := w.Direction.Step()
	back := engine.Place{Row: -step.Row, Col: -step.Col}
	places := w.Places()
	before := beyond(b, places[0].Add(back), back)
	for i := len(before) - 1; i >= 0; i-- {
		l.add(b, before[i])
	}
	l.first = len(l.places)
	for _, p := range places {
		l.add(b, p)
	}
	l.last = len(l.places) - 1
	for _, p := range beyond(b, places[len(places)-1].Add(step), step) {
		l.add(b, p)
	}
	for i := l.first - 1; i <= l.last+1; i++ {
		if l.cells[i].Height < engine.MaxHeight {
			l.free = append(l.free, i)
		}
	}
	return l
}

// beyond are the empty place next to a word and the run that begins behind it, going outwards.
func beyond(b engine.Board, next, step engine.Place) []engine.Place {
	places := []engine.Place{next}
	for p := next.Add(step); b[p].Height > 0; p = p.Add(step) {
		places = append(places, p)
	}
	return places
}

func (l *line) add(b engine.Board, p engine.Place) {
	l.places, l.cells = append(l.places, p), append(l.cells, b[p])
}

// try finds how well n tiles can do: alone if any choice brings that, else shared if any does.
func (l *line) try(n int) Flip {
	best := Flip{Player: l.player}
	chosen := make([]int, 0, n)
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) == n {
			l.judge(chosen, &best)
			return
		}
		for i := from; i < len(l.free); i++ {
			chosen = append(chosen, l.free[i])
			choose(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0)
	return best
}

// judge improves best by this choice.
func (l *line) judge(chosen []int, best *Flip) {
	has, alone := l.controls(chosen)
	if !has || best.Tiles > 0 && best.Alone && !alone {
		return
	}
	if best.Tiles == 0 || alone && !best.Alone {
		*best = Flip{Player: l.player, Tiles: len(chosen), Alone: alone}
		for _, i := range chosen {
			best.Places = append(best.Places, l.places[i])
		}
	}
	if len(chosen) == 1 {
		best.Anywhere = append(best.Anywhere, l.places[chosen[0]])
	}
}

// controls says whether the player controls what the word becomes, and whether alone. A choice that covers all of the
// word is no play.
func (l *line) controls(chosen []int) (has, alone bool) {
	laid := [nabit.RackSize]int{}
	copy(laid[:], chosen)
	covers := func(i int) bool {
		for _, c := range laid[:len(chosen)] {
			if c == i {
				return true
			}
		}
		return false
	}
	from, to := l.first, l.last
	if covers(l.first - 1) {
		from = 0
	}
	if covers(l.last + 1) {
		to = len(l.cells) - 1
	}
	covered, top := 0, 0
	var owned [engine.Gray + 1]int
	for i := from; i <= to; i++ {
		c := l.cells[i]
		if covers(i) {
			c.Height, c.Color = c.Height+1, l.player
			if i >= l.first && i <= l.last {
				covered++
			}
		}
		if c.Height > top {
			top, owned = c.Height, [engine.Gray + 1]int{}
		}
		if c.Height == top && int(c.Color) < len(owned) {
			owned[c.Color]++
		}
	}
	if covered > l.last-l.first {
		return false, false
	}
	mine, others := owned[l.player], 0
	for _, c := range engine.PlayerColors {
		if c != l.player {
			others = max(others, owned[c])
		}
	}
	return mine > 0 && mine >= others, mine > others
}
