package observe

import (
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

// Watch has the host told of mishaps.
func (m *Meter) Watch(from Mishaps) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mishaps = from
}

// reports are the mishaps that nobody has said to have seen.
func (m *Meter) reports() []journal.Report {
	m.mu.Lock()
	from := m.mishaps
	m.mu.Unlock()
	if from == nil {
		return nil
	}
	return from.Reports()
}

// Panicked counts a request that failed by a bug of the program. The host sees a notice of the first.
func (m *Meter) Panicked() {
	m.panics.WithLabelValues("request").Inc()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken.IsZero() {
		m.broken = time.Now()
	}
}

// Notices implements web.Notices.
func (m *Meter) Notices() []web.Notice {
	var all []web.Notice
	m.mu.Lock()
	broken := m.broken
	m.mu.Unlock()
	if !broken.IsZero() {
		all = append(all, web.Notice{Time: broken, Key: "notice.panic"})
	}
	for _, r := range m.reports() {
		add := func(key string, pairs ...any) { all = append(all, web.Notice{Time: r.Time, Key: key, Pairs: pairs}) }
		if r.File != "" {
			add("notice.saved", "games", r.Games, "events", r.Events, "file", r.File)
		} else {
			add("notice.mended", "n", r.Games)
		}
		for _, c := range r.Cut {
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
	if !m.broken.After(until) {
		m.broken = time.Time{}
	}
	m.mu.Unlock()
	if from == nil {
		return nil
	}
	return from.Seen(until)
}
