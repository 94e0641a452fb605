package stream

import (
	"errors"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"

	"tilewatch/engine"
	"tilewatch/web/clock"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

const (
	// queueSize is how many events may wait for one phone; one more and it is disconnected.
	queueSize = 16
	// ringSize is how many events are kept for those who come back.
	ringSize = 64
	// SubscriberLimit bounds the memory that phones can take.
	SubscriberLimit = 20_000
)

// ErrClosed is what a closed table answers.
var ErrClosed = errors.New("the table is closed: open it again with Server.Open")

// ErrFull is what a table answers that has SubscriberLimit phones.
var ErrFull = errors.New("too many phones are watching this table: close some and try again")

// Table is one game's scoreboard. One goroutine owns it; every method may be called from any other.
type Table struct {
	id   string
	desk atomic.Pointer[desk.Desk]
	ops  chan func(*hub)
	done chan struct{}
	over chan struct{} // closed when all streams have ended after done
	stop sync.Once
	game parts.Games
	// clock says when turns begin, and on every page what time it is.
	clock *clock.Clock

	phones, dropped atomic.Int64
}

// hub is what the table's goroutine alone may touch.
type hub struct {
	current *Event
	ends    map[int]*scoreboard.State // the last state of each turn, by its number
	said    map[string]int            // how often each sentence was said
	ring    []*Event
	floor   uint64 // the least number of the next state
	dress   func(scoreboard.State) scoreboard.State
	holding bool
	held    *scoreboard.State // the last state published while held back
	fans    []*fan            // of the phones
	joined  int               // how many phones have come
	seated  []engine.Color    // whose they are, as far as somebody said
	changed chan struct{}     // closed at the next state
}

// NewTable starts a table with an empty board, which shows the games, and a clock of its own. Close ends it.
func NewTable(id string, games ...scoreboard.Game) *Table { return newTable(id, clock.New(), games) }

func newTable(id string, c *clock.Clock, games parts.Games) *Table {
	t := &Table{id: id, game: games, ops: make(chan func(*hub)), done: make(chan struct{}), over: make(chan struct{}), clock: c}
	// Numbers begin at the clock's milliseconds: they keep growing when the program is started again, so a phone's
	// last number never means two things.
	first := t.event(scoreboard.State{Stamp: scoreboard.Stamp{Seq: uint64(c.Now().UnixMilli()), Table: id, Updated: c.Now()}}, nil)
	h := &hub{current: first, ends: map[int]*scoreboard.State{}, said: map[string]int{}, changed: make(chan struct{})}
	for range min(runtime.GOMAXPROCS(0), maxFans) {
		h.fans = append(h.fans, newFan())
	}
	go t.own(h)
	return t
}

func (t *Table) own(h *hub) {
	for {
		select {
		case op := <-t.ops:
			op(h)
		case <-t.done:
			h.all(nil)
			for _, f := range h.fans {
				<-f.ended
			}
			close(t.over)
			return
		}
	}
}

// do runs op in the table's goroutine and waits for it.
func (t *Table) do(op func(*hub)) error {
	finished := make(chan struct{})
	select {
	case t.ops <- func(h *hub) { op(h); close(finished) }:
		<-finished
		return nil
	case <-t.done:
		return ErrClosed
	}
}

// event completes a state from the one at the end of the turn before.
func (t *Table) event(s scoreboard.State, before *scoreboard.State) *Event {
	by := t.game.Of(&s)
	return newEvent(scoreboard.Complete(s, before, by), by)
}

// ID is the table's name in addresses.
func (t *Table) ID() string { return t.id }

// Clock is the table's: what happens at it, and what its pages count, goes by this clock.
func (t *Table) Clock() *clock.Clock { return t.clock }

// Close disconnects every phone, soon after it has returned. It may be called again.
func (t *Table) Close() { t.stop.Do(func() { close(t.done) }) }

// Publish makes s the table's state and answers its number. A state equal to the current one is no change:
// nothing is sent and the current number is answered. The table keeps s: its slices must not be changed later.
func (t *Table) Publish(s scoreboard.State) (uint64, error) {
	return t.Update(func(scoreboard.State) scoreboard.State { return s })
}

// Update publishes what change makes of the current state, with no other change in between: for a new Status,
// say. change must not modify the slices it is given.
func (t *Table) Update(change func(scoreboard.State) scoreboard.State) (uint64, error) {
	var seq uint64
	err := t.do(func(h *hub) {
		h.accept(t, change(h.current.State))
		seq = h.current.State.Seq
	})
	return seq, err
}

// State is the current state.
func (t *Table) State() (scoreboard.State, error) {
	e, err := t.Snapshot()
	if err != nil {
		return scoreboard.State{}, err
	}
	return e.State, nil
}

// Snapshot is the current state with what is drawn from it.
func (t *Table) Snapshot() (*Event, error) {
	var e *Event
	err := t.do(func(h *hub) { e = h.current })
	return e, err
}

// newest is the current state's event; changed is closed when there is another.
func (t *Table) newest() (e *Event, changed <-chan struct{}, err error) {
	err = t.do(func(h *hub) { e, changed = h.current, h.changed })
	return e, changed, err
}

// Stats counts the phones watching and the phones disconnected for being slow.
func (t *Table) Stats() (phones, dropped int) { return int(t.phones.Load()), int(t.dropped.Load()) }

// enter takes a place for a phone; leave gives it back.
func (t *Table) enter() error {
	if t.phones.Add(1) > SubscriberLimit {
		t.phones.Add(-1)
		return ErrFull
	}
	return nil
}

// leave gives back the place of a phone; dropped says that it was too slow.
func (t *Table) leave(dropped bool) {
	t.phones.Add(-1)
	if dropped {
		t.dropped.Add(1)
	}
}

// subscribe adds a phone: it gets the events after the given number, if they are still kept, the current state, and every event that
// follows.
func (t *Table) subscribe(st phone, after uint64) error {
	return t.do(func(h *hub) {
		missed, current := h.since(after), h.current
		h.joined++
		h.fans[h.joined%len(h.fans)].do(func(f *fan) { f.join(st, missed, current) })
	})
}

// review has streams look up again which table their name means and which role their phone has.
func (t *Table) review() {
	_ = t.do(func(h *hub) { h.all((*fan).review) }) // a closed table has no streams
}

// all gives all fans a task. It waits for busy fans, which means for processors, never for phones.
func (h *hub) all(task func(*fan)) {
	for _, f := range h.fans {
		f.do(task)
	}
}

// accept numbers the state, completes it and sends it to every phone.
func (h *hub) accept(t *Table, s scoreboard.State) {
	if h.holding {
		h.held = &s
		return
	}
	was, now := h.current.State, t.clock.Now()
	s.Seq, s.Table, s.Seated = was.Seq, t.id, h.seated
	if s.Updated.IsZero() || s.Updated.Equal(was.Updated) {
		s.Updated = now
	}
	if s.TurnSince.IsZero() || s.TurnSince.Equal(was.TurnSince) {
		s.TurnSince = was.TurnSince
		if s.Turn != was.Turn || s.Next != was.Next {
			s.TurnSince = now
		}
	}
	if h.dress != nil {
		s = h.dress(s)
	}
	e := t.event(s, h.before(s.Turn))
	if same(e.State, was) {
		return
	}
	s = e.State
	s.Seq = h.number(was.Seq)
	e.State.Seq, e.was = s.Seq, was.Seq
	e.again = h.say(e, h.current)
	h.current, h.ends[s.Turn] = e, &e.State
	h.remember(e)
	close(h.changed)
	h.changed = make(chan struct{})
	h.all(func(f *fan) { f.send(e) })
}

// say counts how often the state's sentence was said before, if it is a new one, so that no sentence is said twice alike.
func (h *hub) say(e, was *Event) int {
	now := e.sentence()
	if now == "" || now == was.sentence() {
		return max(0, h.said[now]-1)
	}
	h.said[now]++
	return h.said[now] - 1
}

// before is the state at the end of the turn before, nil if that was not seen. Turns in which nobody laid a tile
// may have been left out, but not more than a round of them. Before the first turn the table was empty, reported or
// not.
func (h *hub) before(turn int) *scoreboard.State {
	for n := turn - 1; n >= max(0, turn-4); n-- {
		if s := h.ends[n]; s != nil {
			return s
		}
	}
	if turn == 1 {
		return &scoreboard.State{}
	}
	return nil
}

// same compares what people see: the number and the times do not count.
func same(a, b scoreboard.State) bool {
	a.Seq, a.Updated, a.TurnSince = b.Seq, b.Updated, b.TurnSince
	return reflect.DeepEqual(a, b)
}

func (h *hub) remember(e *Event) {
	h.ring = append(h.ring, e)
	if len(h.ring) > ringSize {
		h.ring = append([]*Event(nil), h.ring[1:]...)
	}
	for n := range h.ends {
		if n > e.State.Turn { // turns taken back
			delete(h.ends, n)
		}
	}
}

// since are the events after a number; none if the ring does not reach so far back.
func (h *hub) since(after uint64) []*Event {
	for i, e := range h.ring {
		if e.was <= after && after < e.State.Seq {
			return append([]*Event(nil), h.ring[i:]...)
		}
	}
	return nil
}

// Sit tells whose phones are at the table. Before the first play everybody sees that at once: nothing else has happened then.
func (t *Table) Sit(seated []engine.Color) {
	_ = t.do(func(h *hub) { // at a closed table nobody sits
		h.seated = seated
		if s := h.current.State; s.Life == engine.SetUp {
			s.Notice = nil
			h.accept(t, s)
		}
	})
}

// Phones is how many are looking.
func (t *Table) Phones() int {
	phones, _ := t.Stats()
	return phones
}

// Seat makes the desk take people's actions at this table; nil: no desk does.
func (t *Table) Seat(d desk.Desk) { t.desk.Store(&d) }

// Desk is the desk that takes people's actions; nil: none.
func (t *Table) Desk() desk.Desk {
	if d := t.desk.Load(); d != nil {
		return *d
	}
	return nil
}
