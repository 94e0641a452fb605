package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tilewatch/engine/atomicfile"
)

// Book is what a server remembers of who may do what at its tables, beside the keys. It is safe for concurrent use.
type Book struct {
	file string // empty: it ends with the program

	mu       sync.Mutex
	now      written
	sessions map[string]Session
	late     *time.Timer // writes what was seen since the file was written; nil: nothing was
}

// writeAfter is how long a newly seen session may wait for the file: many may come at once.
const writeAfter = 5 * time.Second

// written is a Book as its file has it.
type written struct {
	// Lent are the tables whose hosts let players change kept games.
	Lent     map[string]bool `json:"lent,omitempty"`
	Sessions []Session       `json:"sessions,omitempty"`
}

// bookFile is the Book's in the data folder.
const bookFile = "access.json"

// NewBook is an empty one that ends with the program.
func NewBook() *Book { return &Book{sessions: map[string]Session{}} }

// OpenBook reads the data folder's Book. With an error it is an empty one, which is kept all the same.
func OpenBook(folder string) (*Book, error) {
	b := NewBook()
	b.file = filepath.Join(folder, bookFile)
	data, err := os.ReadFile(b.file)
	if err == nil {
		err = json.Unmarshal(data, &b.now)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		b.now = written{}
		return b, fmt.Errorf("who came in and what hosts allowed is forgotten, because %q cannot be read: %w", b.file, err)
	}
	for _, s := range b.now.Sessions {
		b.sessions[s.ID] = s
	}
	return b, nil
}

// Lent reports whether players may change games that are kept at the table.
func (b *Book) Lent(table string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now.Lent[table]
}

// Lend lets players change games that are kept at the table, or no longer.
func (b *Book) Lend(table string, may bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.now.Lent == nil {
		b.now.Lent = map[string]bool{}
	}
	b.now.Lent[table] = may
	if !may {
		delete(b.now.Lent, table)
	}
	return b.keep()
}

// Close writes what was seen since the last time.
func (b *Book) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.late == nil {
		return nil
	}
	return b.keep()
}

// keep writes the Book to its file.
func (b *Book) keep() error {
	if b.late != nil {
		b.late.Stop()
		b.late = nil
	}
	if b.file == "" {
		return nil
	}
	b.now.Sessions = slices.SortedFunc(maps.Values(b.sessions), func(a, b Session) int { return strings.Compare(a.ID, b.ID) })
	data, err := json.Marshal(b.now)
	if err != nil {
		return err
	}
	return atomicfile.Write(b.file, data, 0o600)
}
