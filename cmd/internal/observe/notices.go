package observe

import (
	"maps"
	"slices"
	"strings"
	"time"

	"tilewatch/cmd/internal/backup"
	"tilewatch/engine/journal/sqlite"
	"tilewatch/web/setup"
)

// Mishaps are what became of damage to the games, kept until somebody has seen it; store.Data has them.
type Mishaps interface {
	Reports() []sqlite.Report
	Seen(until time.Time) error
}

var _ setup.Notices = (*Meter)(nil)

// Watch passes mishaps on to the host.
func (m *Meter) Watch(from Mishaps) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mishaps = from
}

// reports are the mishaps that no host has confirmed as seen.
func (m *Meter) reports() []sqlite.Report {
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
	m.tell("notice.panic." + string(w))
}

// BackedUp tells the host why the games are in no backup; nil: they are in one again.
func (m *Meter) BackedUp(t *backup.Trouble) {
	m.mu.Lock()
	maps.DeleteFunc(m.told, func(key string, _ setup.Notice) bool { return strings.HasPrefix(key, backupNotice) })
	m.mu.Unlock()
	if t == nil {
		m.Note("the games are backed up again")
		return
	}
	m.Note(t.Error())
	m.tell(backupNotice+string(t.Why), "folder", t.Folder)
}

const backupNotice = "notice.backup."

// tell has the host read a sentence, with the time at which it was told first, until somebody has seen it.
func (m *Meter) tell(key string, pairs ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, is := m.told[key]; !is {
		m.told[key] = setup.Notice{Time: time.Now(), Key: key, Pairs: pairs}
	}
}

// Notices implements setup.Notices.
func (m *Meter) Notices() []setup.Notice {
	var all []setup.Notice
	m.mu.Lock()
	for _, key := range slices.Sorted(maps.Keys(m.told)) {
		all = append(all, m.told[key])
	}
	m.mu.Unlock()
	for _, r := range m.reports() {
		add := func(key string, pairs ...any) { all = append(all, setup.Notice{Time: r.Time, Key: key, Pairs: pairs}) }
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

// Seen implements setup.Notices.
func (m *Meter) Seen(until time.Time) error {
	m.mu.Lock()
	from := m.mishaps
	maps.DeleteFunc(m.told, func(_ string, n setup.Notice) bool { return !n.Time.After(until) })
	m.mu.Unlock()
	if from == nil {
		return nil
	}
	return from.Seen(until)
}
