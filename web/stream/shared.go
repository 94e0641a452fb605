package stream

import "tilewatch/web/scoreboard"

// For servers that show the same tables: a phone that comes back to another server goes on where it was.

// numberStep leaves room, between two numbers that all servers know, for what only one of them shows.
const numberStep = 1 << 10

// NumberFrom makes n the next state's number; later states count on from it. n is something that all servers count alike and that grows.
// Call it before anybody looks: a table that has shown nothing yet has the clock's number, far above the ones that follow, and a phone
// with that number would take them for old.
func (t *Table) NumberFrom(n uint64) {
	_ = t.do(func(h *hub) { // a closed table numbers nothing
		if h.floor == 0 && len(h.ring) == 0 {
			first := h.current.State
			first.Seq = 1
			h.current = newEvent(first, h.current.Game)
		}
		h.floor = max(n*numberStep, 1)
	})
}

// number is that of the state after the one with the number was.
func (h *hub) number(was uint64) uint64 { return max(was+1, h.floor) }

// Dress changes every state before it is published, and the current one at once: it adds what others than the table's desk know.
// change must not modify slices.
func (t *Table) Dress(change func(scoreboard.State) scoreboard.State) error {
	return t.do(func(h *hub) {
		if h.dress = change; h.held == nil { // else what is held back is dressed when it is released
			h.accept(t, h.current.State)
		}
	})
}

// Hold keeps back what is published, until Release: no client must see a state that may be withdrawn.
func (t *Table) Hold() {
	_ = t.do(func(h *hub) { h.holding = true }) // a closed table shows nothing
}

// Release publishes what was held back last, or forgets it.
func (t *Table) Release(show bool) {
	_ = t.do(func(h *hub) {
		held := h.held
		if h.holding, h.held = false, nil; held != nil && show {
			h.accept(t, *held)
		}
	})
}

// Follow calls show with every state of the table, the current one first, until ctx is done or the table is closed. A slow
// caller misses some.
func (t *Table) Follow(done <-chan struct{}, show func(scoreboard.State)) error {
	for {
		now, changed, err := t.newest()
		if err != nil {
			return err
		}
		show(now.State)
		select {
		case <-changed:
		case <-done:
			return nil
		case <-t.done:
			return ErrClosed
		}
	}
}

// Recall takes a state of an earlier turn without showing it, so that later states can be compared with it.
func (t *Table) Recall(s scoreboard.State) error {
	return t.do(func(h *hub) {
		s.Table = t.id
		h.ends[s.Turn] = &t.event(s, h.before(s.Turn)).State
	})
}
