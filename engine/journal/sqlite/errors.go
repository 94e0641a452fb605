package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/sqlite"

	"tilewatch/engine/journal"
)

// The database's result codes, as sqlite.org/rescode.html lists them; the low byte of an extended one.
const (
	codeError    = 1 // of our own statements: the tables are not as they were made
	codePerm     = 3
	codeBusy     = 5
	codeLocked   = 6
	codeReadOnly = 8
	codeIO       = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeSchema   = 17
	codeBroken   = 19 // a constraint
	codeMismatch = 20
	codeAuth     = 23
	codeNotADB   = 26
)

// explain puts one of this package's errors around a database's own.
func (s *Store) explain(err error) error {
	var native *sqlite.Error
	if err == nil || !errors.As(err, &native) {
		if err != nil && strings.Contains(err.Error(), "sql: database is closed") {
			return journal.ErrClosed
		}
		if unreadable(err) {
			return &journal.Damage{Reason: fmt.Sprintf("the file %q is damaged (%v)", s.path, err)}
		}
		return err
	}
	kind := map[int]error{codeFull: journal.ErrFull, codeReadOnly: journal.ErrReadOnly, codePerm: journal.ErrReadOnly, codeAuth: journal.ErrReadOnly, codeCantOpen: journal.ErrReadOnly,
		codeBusy: journal.ErrBusy, codeLocked: journal.ErrBusy, codeIO: journal.ErrStorage}[native.Code()&0xff]
	if errors.Is(kind, journal.ErrStorage) || native.Code()&0xff == codeCantOpen { // the database does not distinguish what the system does
		if err := probe(filepath.Dir(s.path)); errors.Is(err, journal.ErrReadOnly) || errors.Is(err, journal.ErrFull) || errors.Is(err, journal.ErrFiles) {
			return fmt.Errorf("%w (%q: %v)", err, s.path, native)
		}
	}
	if kind != nil {
		return fmt.Errorf("%w (%q: %v)", kind, s.path, native)
	}
	if corrupt(err) {
		return &journal.Damage{Reason: fmt.Sprintf("the file %q is damaged (%v)", s.path, native)}
	}
	return err
}

// unopened is the system's reason where the database only says that it cannot open the file.
func unopened(name string, err error) error {
	var native *sqlite.Error
	if !errors.As(err, &native) || native.Code()&0xff != codeCantOpen {
		return err
	}
	file, why := os.Open(name)
	if why != nil {
		return why
	}
	return errors.Join(err, file.Close())
}

// corrupt reports whether the file is not what this package wrote.
func corrupt(err error) bool {
	var native *sqlite.Error
	if !errors.As(err, &native) {
		return false
	}
	return slices.Contains([]int{codeError, codeCorrupt, codeSchema, codeBroken, codeMismatch, codeNotADB}, native.Code()&0xff)
}

// unreadable reports whether a value was there that cannot be what was written.
func unreadable(err error) bool {
	return err != nil && strings.HasPrefix(err.Error(), "sql: Scan error")
}

// alreadyOver reports that there is no transaction to be rolled back any more.
func alreadyOver(err error) bool { return strings.Contains(err.Error(), "no transaction is active") }
