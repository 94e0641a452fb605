package web

// What servers need that show the same tables: a phone that comes back to another of them goes on where it was.

// numberStep leaves room, between two numbers that all servers know, for what only one of them shows.
const numberStep = 1 << 10

// NumberFrom makes the next state's number n (of something that all servers count alike, and that grows), and the later ones
// follow upon it. The first call comes before anybody looks: the number of a table that has shown nothing yet is the clock's, far
// above those that follow, and a phone that had it would take them for old.
func (t *Table) NumberFrom(n uint64) {
	_ = t.do(func(h *hub) { // a closed table numbers nothing
		if h.floor == 0 && len(h.ring) == 0 {
			first := h.current.state
			first.Seq = 1
			h.current = newEvent(first)
		}
		h.floor = max(n*numberStep, 1)
	})
}

// number is that of the state after the one with the number was.
func (h *hub) number(was uint64) uint64 { return max(was+1, h.floor) }

// Dress has every state changed before it is published, the current one at once: by what others than the table's desk know of
// it. It must not modify slices it is given.
func (t *Table) Dress(change func(State) State) error {
	return t.do(func(h *hub) {
		if h.dress = change; h.held == nil { // else what is held back is dressed when it is released
			h.accept(h.current.state, t.id, t.now())
		}
	})
}

// Hold keeps back what is published from now on, until Release: nobody is to see what may not come to be.
func (t *Table) Hold() {
	_ = t.do(func(h *hub) { h.holding = true }) // a closed table shows nothing
}

// Release publishes what was held back last, or forgets it.
func (t *Table) Release(show bool) {
	_ = t.do(func(h *hub) {
		held := h.held
		if h.holding, h.held = false, nil; held != nil && show {
			h.accept(*held, t.id, t.now())
		}
	})
}

// Follow calls show with every state of the table, the current one first, until ctx is done or the table is closed. One who is
// slow misses some.
func (t *Table) Follow(done <-chan struct{}, show func(State)) error {
	for {
		now, changed, err := t.newest()
		if err != nil {
			return err
		}
		show(now.state)
		select {
		case <-changed:
		case <-done:
			return nil
		case <-t.done:
			return ErrClosed
		}
	}
}

// KeysOf are the keys made of a secret that several servers share: 32 bytes that nobody else has. renew puts another in its place, for
// all of them; nil: nobody here may.
func KeysOf(secret []byte, renew func(secret []byte) error) (Keys, bool) {
	keys := Keys{secret: secret}
	if renew != nil {
		keys.renew = func() (Keys, error) {
			next, _ := KeysOf(NewKeys().secret, renew)
			return next, renew(next.secret)
		}
	}
	return keys, len(secret) == secretSize
}

// Rekey takes the keys that another server has renewed for all. Those that are in use already change nothing.
func (s *Server) Rekey(k Keys) {
	if s.keys.put(k) {
		s.renewed()
	}
}

// renewed has open streams learn that links give other roles now.
func (s *Server) renewed() {
	s.tables.review()
	if s.options.Renewed != nil {
		s.options.Renewed(s)
	}
}

// Recall takes a state of an earlier turn, which nobody is shown, so that it is known what the later ones have changed.
func (t *Table) Recall(s State) error {
	return t.do(func(h *hub) {
		s.Table = t.id
		s = complete(s, h.before(s.Turn))
		h.ends[s.Turn] = &s
	})
}

// Secret is what the keys are made of: for KeysOf, and for nobody's eyes.
func (k Keys) Secret() []byte { return append([]byte(nil), k.secret...) }

// Closing is closed when the server ends: streams of other packages are to end then.
func (s *Server) Closing() <-chan struct{} { return s.closing }
