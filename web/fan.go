package web

import (
	"slices"
	"time"
)

// fan brings a table's events to some of its phones: a table has one for each processor, up to mostFans. One goroutine owns it, which waits for no
// phone: so that none waits for another.
type fan struct {
	tasks   chan func(*fan)
	ended   chan struct{}
	phones  []*stream
	beat    *time.Ticker // nil: there are no phones
	scratch []byte
}

// mostFans is how many a table has: a club has many tables.
const mostFans = 4

// fanTasks is how far a table may be ahead of its phones' processors.
const fanTasks = 4

func newFan() *fan {
	f := &fan{tasks: make(chan func(*fan), fanTasks), ended: make(chan struct{})}
	go f.run()
	return f
}

// do has the fan's goroutine run the task, after those before it; nothing happens if the fan has ended.
func (f *fan) do(task func(*fan)) {
	select {
	case f.tasks <- task:
	case <-f.ended:
	}
}

func (f *fan) run() {
	defer close(f.ended)
	for open := true; open; {
		var beat <-chan time.Time
		if f.beat != nil {
			beat = f.beat.C
		}
		select {
		case task := <-f.tasks:
			open = task != nil
			if open {
				task(f)
			}
		case <-beat:
			f.each(func(st *stream) bool { return st.tick(st.server.beat/2, &f.scratch) })
		}
	}
	f.each(func(st *stream) bool { st.end(false); return false })
}

// each keeps the phones for which keep says so.
func (f *fan) each(keep func(*stream) bool) {
	f.phones = slices.DeleteFunc(f.phones, func(st *stream) bool { return !keep(st) })
	if f.beat != nil && len(f.phones) == 0 {
		f.beat.Stop()
		f.beat = nil
	}
}

// join adds a phone, which is shown the current state first.
func (f *fan) join(st *stream, missed []*event, current *event) {
	switch {
	case st.isStale():
		go st.joinAnew()
	case st.greet(missed, current, &f.scratch):
		f.phones = append(f.phones, st)
		if f.beat == nil {
			f.beat = time.NewTicker(st.server.beat / 2)
		}
	}
}

// send brings an event to all.
func (f *fan) send(e *event) {
	all := []said{{"update", e}}
	f.each(func(st *stream) bool { return st.put(all, &f.scratch) })
}

// review has those join anew for whom the table or the role may be another now.
func (f *fan) review() {
	f.each(func(st *stream) bool {
		if st.isStale() {
			go st.joinAnew()
			return false
		}
		return true
	})
}
