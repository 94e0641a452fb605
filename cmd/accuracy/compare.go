package main

import (
	"maps"
	"slices"

	"tilewatch/engine"
)

// match is how a reported board agrees with the true one.
type match struct {
	want, got, found      int // tiles on the table, reported, and reported where one lies
	letter, color, height int // right, of those found
	board, full           bool
	shift                 engine.Place // from reported places to true ones
	sure                  []claim
}

// claim is a reported tile's confidence and whether all of it was right.
type claim struct {
	confidence float64
	right      bool
}

func compare(want, got board) match {
	m := match{want: len(want), got: len(got), shift: bestShift(want, got)}
	for _, place := range slices.SortedFunc(maps.Keys(got), engine.ComparePlaces) { // in order: two readings are compared
		g := got[place]
		w, there := want[place.Add(m.shift)]
		m.sure = append(m.sure, claim{g.confidence, there && w.is(g)})
		if !there {
			continue
		}
		m.found++
		m.letter += one(w.reads(g))
		m.color += one(w.color == g.color)
		m.height += one(w.height == g.height)
	}
	whole := m.want == m.got && m.got == m.found
	m.board = whole && m.letter == m.want && m.color == m.want
	m.full = m.board && m.height == m.want
	return m
}

// bestShift is the step from reported to true places under which most letters agree; then most places, then most colors.
func bestShift(want, got board) engine.Place {
	votes := map[engine.Place][3]int{}
	for wp, w := range want {
		for gp, g := range got {
			d := wp.Sub(gp)
			v := votes[d]
			votes[d] = [3]int{v[0] + one(w.reads(g)), v[1] + 1, v[2] + one(w.color == g.color)}
		}
	}
	shifts := slices.SortedFunc(maps.Keys(votes), engine.ComparePlaces)
	if len(shifts) == 0 {
		return engine.Place{}
	}
	return slices.MaxFunc(shifts, func(a, b engine.Place) int {
		va, vb := votes[a], votes[b]
		return slices.Compare(va[:], vb[:])
	})
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
