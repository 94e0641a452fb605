package stream

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/web/parts"
)

// ValidID reports whether the text can name a table: 1 to 64 letters, digits, - and _.
func ValidID(id string) bool {
	for _, r := range id {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_') {
			return false
		}
	}
	return id != "" && len(id) <= 64
}

// CurrentTable is the name that follows the table opened last.
const CurrentTable = "current"

// Registry knows the open tables.
type Registry struct {
	mu      sync.RWMutex
	tables  map[string]*Table
	current *Table
	changed chan struct{} // closed when another table becomes the current one
	absent  func(id string) *Table
	games   parts.Games
}

// NewRegistry has an empty current table. It asks absent, if there is one, for tables that are not open.
func NewRegistry(games parts.Games, absent func(id string) *Table) *Registry {
	r := &Registry{games: games, absent: absent, tables: map[string]*Table{}, changed: make(chan struct{})}
	r.current = NewTable(CurrentTable, games...) // an empty board, until a table is opened
	return r
}

// Open adds a table and makes it the current one. A table of that name is closed and replaced. Streams of the table that was the
// current one follow.
func (r *Registry) Open(id string) *Table {
	t := NewTable(id, r.games...)
	r.mu.Lock()
	replaced, before := r.tables[id], r.current
	r.tables[id], r.current = t, t
	close(r.changed)
	r.changed = make(chan struct{})
	r.mu.Unlock()
	before.review()
	if before.id == CurrentTable {
		before.Close()
	}
	if replaced != nil {
		replaced.Close()
	}
	return t
}

// Add adds a table that is not the current one.
func (r *Registry) Add(t *Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old := r.tables[t.id]; old != nil {
		old.Close()
	}
	r.tables[t.id] = t
}

// Find answers a table by its name. changed is closed when the name comes to mean another table; nil if it
// never will.
func (r *Registry) Find(id string) (t *Table, changed <-chan struct{}, err error) {
	if t, changed := r.known(id); t != nil {
		return t, changed, nil
	}
	if r.absent != nil && ValidID(id) {
		if t := r.absent(id); t != nil {
			return t, nil, nil
		}
	}
	return nil, nil, echo.NewHTTPError(http.StatusNotFound, fmt.Sprintf("no table %q: open / for the current one", id))
}

// known is the table, if it is open.
func (r *Registry) known(id string) (*Table, <-chan struct{}) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if id == CurrentTable {
		return r.current, r.changed
	}
	return r.tables[id], nil
}

// Counts are for the health page.
func (r *Registry) Counts() (tables, phones, dropped int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, t := range r.all() {
		p, d := t.Stats()
		phones, dropped = phones+p, dropped+d
	}
	return len(r.tables), phones, dropped
}

// all are the tables with the current one; the caller holds the lock.
func (r *Registry) all() []*Table {
	var all []*Table
	for _, t := range r.tables {
		all = append(all, t)
	}
	if r.current.id == CurrentTable {
		all = append(all, r.current)
	}
	return all
}

// Review has the streams of all tables look up again what may have changed.
func (r *Registry) Review() {
	r.mu.RLock()
	all := r.all()
	r.mu.RUnlock()
	for _, t := range all {
		t.review()
	}
}

// Close ends all tables, and has returned when their streams have ended.
func (r *Registry) Close() {
	r.mu.Lock()
	all := r.all()
	r.mu.Unlock()
	for _, t := range all {
		t.Close()
	}
	for _, t := range all {
		<-t.over
	}
}
