package stream

import (
	"slices"
	"time"
)

// fan sends a table's events to its share of the phones. A table has one for each processor, up to maxFans. One goroutine owns a fan; it
// waits for no phone, so no phone waits for another.
type fan struct {
	tasks   chan func(*fan)
	ended   chan struct{}
	phones  []phone
	beat    *time.Ticker // nil: there are no phones
	scratch []byte
}

// phone is what a fan sends to. No method waits for what is at the other end.
type phone interface {
	// greet sends what was missed and a full snapshot; put sends events; tick says that the stream is alive. They answer false for a
	// phone that is gone, and may write into scratch.
	greet(missed []*Event, current *Event, scratch *[]byte) (open bool)
	put(all []message, scratch *[]byte) (open bool)
	tick(passed time.Duration, scratch *[]byte) (open bool)
	// beatsEvery is how often a silent phone is to hear something.
	beatsEvery() time.Duration
	// isStale says whether table and role are to be looked up again, which rejoin does.
	isStale() bool
	rejoin()
	// end ends the stream. dropped says that the phone was too slow.
	end(dropped bool)
}

// maxFans bounds the fans of a table: a club has many tables.
const maxFans = 4

// fanTasks is how many tasks a table may be ahead of a fan.
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
			f.each(func(st phone) bool { return st.tick(st.beatsEvery()/2, &f.scratch) })
		}
	}
	f.each(func(st phone) bool { st.end(false); return false })
}

// each keeps the phones for which keep says so.
func (f *fan) each(keep func(phone) bool) {
	f.phones = slices.DeleteFunc(f.phones, func(st phone) bool { return !keep(st) })
	if f.beat != nil && len(f.phones) == 0 {
		f.beat.Stop()
		f.beat = nil
	}
}

// join adds a phone, which is shown the current state first.
func (f *fan) join(st phone, missed []*Event, current *Event) {
	switch {
	case st.isStale():
		go st.rejoin()
	case st.greet(missed, current, &f.scratch):
		f.phones = append(f.phones, st)
		if f.beat == nil {
			f.beat = time.NewTicker(st.beatsEvery() / 2)
		}
	}
}

// send sends an event to all.
func (f *fan) send(e *Event) {
	all := []message{{"update", e}}
	f.each(func(st phone) bool { return st.put(all, &f.scratch) })
}

// review has phones join again whose table or role may have changed.
func (f *fan) review() {
	f.each(func(st phone) bool {
		if st.isStale() {
			go st.rejoin()
			return false
		}
		return true
	})
}
