package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/journaltest"
	"tilewatch/engine/journal/sqlite"
)

// What is in the games of these tests.
var (
	noon      = journaltest.Noon
	numbered  = journaltest.Counted
	payloadOf = journaltest.Payload
	good      = journaltest.Good
)

// filled is the file of a closed journal with the games a and b of so many events each.
func filled(t testing.TB, events uint64) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "games.db")
	j := openSQLite(t, file)
	for _, game := range []string{"a", "b"} {
		h := journal.Header{Game: game, Kind: "nabit", Title: "Game " + game, Players: []string{"red", "green"}, Created: noon}
		if err := j.Create(t.Context(), h, numbered(1, events)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// edit changes the file behind the journal's back.
func edit(t testing.TB, file string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDamageIsReportedAndMended(t *testing.T) {
	for _, c := range []struct {
		name   string
		edit   string
		seq    uint64 // the event named; 0: the header
		left   uint64 // events after the repair
		aside  int
		reason string
	}{
		{"an event was edited", `UPDATE events SET payload = CAST('{"type":"pass"}' AS BLOB) WHERE game = 'a' AND seq = 7`, 7, 6, 4, "changed"},
		{"an event's time was edited", `UPDATE events SET time = time + 1 WHERE game = 'a' AND seq = 10`, 10, 9, 1, "changed"},
		{"the first event was edited", `UPDATE events SET payload = CAST('{}' AS BLOB) WHERE game = 'a' AND seq = 1`, 1, 0, 10, "changed"},
		{"an event was cut short", `UPDATE events SET payload = substr(payload, 1, 5) WHERE game = 'a' AND seq = 3`, 3, 2, 8, "changed"},
		{"a checksum was edited", `UPDATE events SET sum = zeroblob(16) WHERE game = 'a' AND seq = 3`, 3, 2, 8, "changed"},
		{"a checksum was cut short", `UPDATE events SET sum = x'00' WHERE game = 'a' AND seq = 3`, 3, 2, 8, "changed"},
		{"a checksum is too long", `UPDATE events SET sum = zeroblob(99) WHERE game = 'a' AND seq = 3`, 3, 2, 8, "cannot be read"},
		{"an event was taken out", `DELETE FROM events WHERE game = 'a' AND seq = 5`, 5, 4, 5, "missing"},
		{"the last events were cut off", `DELETE FROM events WHERE game = 'a' AND seq > 8`, 9, 8, 0, "missing"},
		{"all events are gone", `DELETE FROM events WHERE game = 'a'`, 1, 0, 0, "missing"},
		{"two events were swapped", `UPDATE events SET seq = CASE seq WHEN 4 THEN 100 ELSE seq END WHERE game = 'a'`, 4, 3, 7, "missing"},
		{"an event of another game was put in", `UPDATE events SET payload = (SELECT payload FROM events WHERE game = 'b' AND seq = 2) WHERE game = 'a' AND seq = 6`, 6, 5, 5, "changed"},
		{"the number of the last event was lowered", `UPDATE games SET last = 4 WHERE id = 'a'`, 4, 10, 0, "stored with the game"},
		{"the number of the last event was raised", `UPDATE games SET last = 4000000000 WHERE id = 'a'`, 11, 10, 0, "missing"},
		{"the last checksum was edited", `UPDATE games SET head = zeroblob(16) WHERE id = 'a'`, 10, 10, 0, "stored with the game"},
		{"the last checksum is too long", `UPDATE games SET head = zeroblob(17) WHERE id = 'a'`, 0, 10, 0, "cannot be read"},
		{"the title was edited", `UPDATE games SET title = 'Chess' WHERE id = 'a'`, 0, 10, 0, "changed"},
		{"the players are no list", `UPDATE games SET players = '{' WHERE id = 'a'`, 0, 10, 0, "changed"},
		{"the header is gone", `DELETE FROM games WHERE id = 'a'`, 0, 10, 0, "missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filled(t, 10)
			edit(t, file, c.edit)
			j := openSQLite(t, file)
			defer j.Close()
			damaged, err := j.Check(t.Context())
			if err != nil || len(damaged) != 1 || damaged[0].Game != "a" || damaged[0].Seq != c.seq || !strings.Contains(damaged[0].Reason, c.reason) {
				t.Fatalf("found %v, %v", damaged, err)
			}
			repaired, err := j.Repair(t.Context(), "a")
			if err != nil || repaired.Last != c.left || repaired.Aside != c.aside || repaired.Reason == "" {
				t.Errorf("repaired %+v, %v", repaired, err)
			}
			if c.left == 0 {
				countAside(t, file, c.aside+1)
				if games, err := j.Games(t.Context()); err != nil || len(games) != 1 {
					t.Errorf("there are %v, %v", games, err)
				}
				return
			}
			mended(t, j, c.left)
			countAside(t, file, c.aside)
		})
	}
}

// mended checks that the game a has so many good events and goes on, and that b is as it was.
func mended(t *testing.T, j *sqlite.Store, left uint64) {
	t.Helper()
	if n, damage := good(t, j, "a"); n != left || damage != nil {
		t.Errorf("%d events are left, %v", n, damage)
	}
	if n, damage := good(t, j, "b"); n != 10 || damage != nil {
		t.Errorf("the other game has %d events, %v", n, damage)
	}
	if err := j.Append(t.Context(), "a", left, numbered(left+1, left+2)...); err != nil {
		t.Error(err)
	}
	if damaged, err := j.Check(t.Context()); err != nil || len(damaged) > 0 {
		t.Errorf("still damaged: %v, %v", damaged, err)
	}
	if repaired, err := j.Repair(t.Context(), "a"); err != nil || repaired.Reason != "" {
		t.Errorf("repaired again: %+v, %v", repaired, err)
	}
	games, err := j.Games(t.Context())
	if err != nil || len(games) != 2 || games[0].Damage != nil || games[1].Damage != nil {
		t.Errorf("listed %+v, %v", games, err)
	}
}

func countAside(t *testing.T, file string, want int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n := 0
	if err := db.QueryRow(`SELECT count(*) FROM aside WHERE game = 'a' AND reason <> '' AND payload IS NOT NULL`).Scan(&n); err != nil || n != want {
		t.Errorf("%d events are aside, want %d (%v)", n, want, err)
	}
}

func TestAWholeFileThatIsDamagedIsSavedFrom(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func([]byte) []byte
		least  int // events that must be saved
	}{
		{"cut off in the middle", func(b []byte) []byte { return b[:len(b)/4096*3/4*4096+100] }, 190},
		{"a page of zeros", func(b []byte) []byte { clear(b[len(b)-4096:]); return b }, 200},
		{"a flipped bit in every page but the first", func(b []byte) []byte {
			for i := 4096 + 3000; i < len(b); i += 4096 {
				b[i] ^= 4
			}
			return b
		}, 30},
		{"the header overwritten", func(b []byte) []byte { copy(b, "no database any more"); return b }, 400},
		{"the first page overwritten", func(b []byte) []byte { copy(b, strings.Repeat("spilt coffee ", 300)); return b }, 400},
		{"another file altogether", func([]byte) []byte { return []byte(strings.Repeat("holiday pictures ", 1000)) }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filled(t, 200)
			whole, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			damagedBytes := c.damage(whole)
			if err := os.WriteFile(file, damagedBytes, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := sound(t.Context(), file); err == nil {
				t.Log("the database itself finds nothing wrong") // then the checksums do
			} else if damage := (*journal.Damage)(nil); !errors.As(err, &damage) {
				t.Errorf("told %v", err)
			}
			saved, err := sqlite.Salvage(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			if t.Log(saved); saved.Events < c.least {
				t.Errorf("only %d events are saved, not %d", saved.Events, c.least)
			}
			if kept, err := os.ReadFile(saved.File); err != nil || !bytes.Equal(kept, damagedBytes) {
				t.Errorf("the damaged file was not kept as it was: %v", err)
			}
			j := openSQLite(t, file)
			defer j.Close()
			if damaged, err := j.Check(t.Context()); err != nil || len(damaged) > 0 {
				t.Errorf("the new one is damaged: %v, %v", damaged, err)
			}
			games, err := j.Games(t.Context())
			if err != nil || len(games) != saved.Games {
				t.Errorf("%d games, %v", len(games), err)
			}
			for _, g := range games {
				if n, damage := good(t, j, g.Game); damage != nil || n != g.Last {
					t.Errorf("%s: %d of %d, %v", g.Game, n, g.Last, damage)
				}
			}
		})
	}
}

// sound opens the file and checks it.
func sound(ctx context.Context, file string) error {
	j, err := sqlite.Open(ctx, file)
	if err != nil {
		return err
	}
	return errors.Join(j.Sound(ctx), j.Close())
}

func TestAnotherProgramsDatabaseIsLeftAlone(t *testing.T) {
	file := filled(t, 2)
	edit(t, file, `PRAGMA application_id = 7`)
	var damage *journal.Damage
	if _, err := sqlite.Open(t.Context(), file); err == nil || errors.As(err, &damage) {
		t.Errorf("told %v", err)
	}
}

func TestNewerDataAreRefused(t *testing.T) {
	file := filled(t, 2)
	edit(t, file, `PRAGMA user_version = 99`)
	if _, err := sqlite.Open(t.Context(), file); !errors.Is(err, journal.ErrNewer) {
		t.Errorf("a newer file: %v", err)
	}
	file = filled(t, 2)
	edit(t, file, `UPDATE events SET version = 2 WHERE game = 'a' AND seq = 2`)
	j := openSQLite(t, file)
	defer j.Close()
	var last error
	for _, err := range j.Read(t.Context(), "a", 1) {
		last = err
	}
	if !errors.Is(last, journal.ErrNewer) {
		t.Errorf("a newer event: %v", last)
	}
	if _, err := j.Repair(t.Context(), "a"); !errors.Is(err, journal.ErrNewer) {
		t.Errorf("a newer event was repaired: %v", err)
	}
}

func TestAFullDiskIsReportedAndLosesNothing(t *testing.T) {
	file := filled(t, 10)
	j := openSQLite(t, file)
	defer j.Close()
	sqlite.LimitPages(t, j, 12)
	last := uint64(10)
	var err error
	for err == nil && last < 100000 {
		if err = j.Append(t.Context(), "a", last, numbered(last+1, last+20)...); err == nil {
			last += 20
		}
	}
	if !errors.Is(err, journal.ErrFull) || !strings.Contains(err.Error(), "free some space") {
		t.Fatalf("after %d events: %v", last, err)
	}
	if err := j.Create(t.Context(), journal.Header{Game: "c", Kind: "nabit"}, numbered(1, 200)...); !errors.Is(err, journal.ErrFull) {
		t.Errorf("create: %v", err)
	}
	if n, damage := good(t, j, "a"); n != last || damage != nil {
		t.Errorf("%d events of %d, %v", n, last, damage)
	}
	sqlite.LimitPages(t, j, 1<<30)
	if err := j.Append(t.Context(), "a", last, numbered(last+1, last+20)...); err != nil {
		t.Errorf("once there is space again: %v", err)
	}
	if damaged, err := j.Check(t.Context()); err != nil || len(damaged) > 0 {
		t.Errorf("damaged: %v, %v", damaged, err)
	}
}

func TestWhatCannotBeWrittenIsSaid(t *testing.T) {
	j := openSQLite(t, filled(t, 3))
	defer j.Close()
	sqlite.ForbidWriting(t, j)
	if err := j.Append(t.Context(), "a", 3, numbered(4, 4)...); !errors.Is(err, journal.ErrReadOnly) {
		t.Errorf("append: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"a folder that is a file": filepath.Join(file, "games.db"), "a file that is a folder": t.TempDir()} {
		if _, err := sqlite.Open(t.Context(), path); !errors.Is(err, journal.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnotherProgramMayHoldTheJournal(t *testing.T) {
	file := filled(t, 3)
	j := openSQLite(t, file)
	defer j.Close()
	sqlite.Impatient(t, j)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`BEGIN EXCLUSIVE`); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(t.Context(), "a", 3, numbered(4, 4)...); !errors.Is(err, journal.ErrBusy) {
		t.Errorf("append: %v", err)
	}
	if _, err := db.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(t.Context(), "a", 3, numbered(4, 4)...); err != nil {
		t.Error(err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		says string
	}{
		{&journal.Damage{Game: "a", Seq: 7, Reason: "it is missing"}, `event 7 of game "a" is damaged: it is missing: run "tilewatch games repair"`},
		{&journal.Damage{Game: "a", Line: 9, Seq: 7, Reason: "it was cut"}, `line 9: event 7 of game "a": it was cut`},
		{&journal.Damage{Game: "a", Reason: "it was changed"}, `the header of game "a" is damaged`},
		{&journal.Conflict{Game: "a", After: 3, Last: 4}, `game "a" has 4 events, not 3`},
		{&journal.Differs{Game: "a", Seq: 3}, "--new"},
	} {
		if !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%q does not say %q", c.err, c.says)
		}
	}
}
