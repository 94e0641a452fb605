package sqlite

import (
	"fmt"
	"testing"
)

// The database is made to fail in ways that a test cannot bring about on a disk.

// pragma runs the statement on the only connection that is left.
func pragma(t *testing.T, s *Store, statement string) {
	t.Helper()
	s.db.SetMaxOpenConns(1)
	if _, err := s.db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// LimitPages lets the file grow to so many pages.
func LimitPages(t *testing.T, s *Store, pages int) {
	t.Helper()
	pragma(t, s, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages))
}

// ForbidWriting makes the file read-only.
func ForbidWriting(t *testing.T, s *Store) { pragma(t, s, `PRAGMA query_only = 1`) }

// Impatient does not wait for other programs.
func Impatient(t *testing.T, s *Store) { pragma(t, s, `PRAGMA busy_timeout = 1`) }
