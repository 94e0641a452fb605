package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tilewatch/engine/journal"
)

// TestEveryConnectionWaitsForTheDisk asks each connection of the pool: an acknowledged event must be on the disk,
// whichever of them wrote it.
func TestEveryConnectionWaitsForTheDisk(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 4 {
		c, err := s.db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close() // at the end, so that the next one is another
		for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "fullfsync": "1", "busy_timeout": "5000"} {
			got := ""
			if err := c.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
				t.Errorf("%s is %q, not %q (%v)", pragma, got, want, err)
			}
		}
	}
}

// patiently does it until no other program is in the way: on a slow disk that takes longer than a program waits by itself.
func patiently(do func() error) error {
	for {
		if err := do(); !errors.Is(err, journal.ErrBusy) {
			return err
		}
	}
}

func TestManyProgramsMayMakeTheJournalAtOnce(t *testing.T) {
	for range 5 {
		path := filepath.Join(t.TempDir(), "new", "games.db")
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				var s *Store
				err := patiently(func() (err error) { s, err = Open(t.Context(), path); return err })
				if err != nil {
					t.Error(err)
					return
				}
				err = patiently(func() error {
					return s.Create(t.Context(), journal.Header{Game: fmt.Sprint("game-", i), Kind: "nabit"}, journal.Entry{Payload: []byte(`{}`)})
				})
				if err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if games, err := s.Games(t.Context()); err != nil || len(games) != 6 {
			t.Errorf("%d games, %v", len(games), err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestAnAcknowledgmentDoesNotWaitForReaders: a slow reader must not hold up the game.
func TestAnAcknowledgmentDoesNotWaitForReaders(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var many []journal.Entry
	for range 2 * page {
		many = append(many, journal.Entry{Payload: []byte(`{}`)})
	}
	if err := s.Create(ctx, journal.Header{Game: "a", Kind: "nabit"}, many...); err != nil {
		t.Fatal(err)
	}
	for range s.Read(ctx, "a", 1) {
		done := make(chan error, 1)
		go func() { done <- s.Append(ctx, "a", 2*page, journal.Entry{Payload: []byte(`{}`)}) }()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Error("the writer waits")
		}
		break
	}
}
