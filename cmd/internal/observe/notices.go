package observe

import (
	"maps"
	"slices"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/web"
)

// Mishaps are what became of damage to the games, kept until somebody has seen it; store.Data has them.
type Mishaps interface {
	Reports() []journal.Report
	Seen(until time.Time) error
}

var _ web.Notices = (*Meter)(nil)

// Watch passes mishaps on to the host.
func (m *Meter) Watch(from Mishaps) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mishaps = from
}

// reports are the mishaps that no host has confirmed as seen.
func (m *Meter) reports() []journal.Report {
	m.mu.Lock()
	from := m.mishaps
	m.mu.Unlock()
	if from == nil {
		return nil
	}
	return from.Reports()
}

// Work is what a mistake of the program may cost.
type Work string

// The kinds of work.
const (
	Request Work = "request"
	Frame   Work = "frame"
	Photo   Work = "photo"
)

// Panicked counts a piece of work that the program's own mistake has cost. The host is told of the first of each kind.
func (m *Meter) Panicked(w Work) {
	m.panics.WithLabelValues(string(w)).Inc()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken[w].IsZero() {
		m.broken[w] = time.Now()
	}
}

// Notices implements web.Notices.
func (m *Meter) Notices() []web.Notice {
	var all []web.Notice
	m.mu.Lock()
	for _, w := range slices.Sorted(maps.Keys(m.broken)) {
		all = append(all, web.Notice{Time: m.broken[w], Key: "notice.panic." + string(w)})
	}
	m.mu.Unlock()
	for _, r := range m.reports() {
		add := func(key string, pairs ...any) { all = append(all, web.Notice{Time: r.Time, Key: key, Pairs: pairs}) }
		switch {
		case r.File != "":
			add("notice.saved", "games", r.Games, "events", r.Events, "file", r.File)
		case r.Games == 0: // all of them are lost
		case r.Lacked:
			add("notice.restored", "n", r.Games)
		default:
			add("notice.mended", "n", r.Games)
		}
		for _, c := range r.Cut {
			if c.Kept == 0 {
				add("notice.lost", "title", c.Title)
				continue
			}
			add("notice.cut", "title", c.Title, "kept", c.Kept, "known", c.Known)
		}
		if r.Aside > 0 {
			add("notice.aside", "n", r.Aside)
		}
	}
	return all
}

// Seen implements web.Notices.
func (m *Meter) Seen(until time.Time) error {
	m.mu.Lock()
	from := m.mishaps
	maps.DeleteFunc(m.broken, func(_ Work, first time.Time) bool { return !first.After(until) })
	m.mu.Unlock()
	if from == nil {
		return nil
	}
	return from.Seen(until)
}
