package sqlite_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/salvage"
	"tilewatch/engine/journal/sqlite"
)

// copiesOf are the copies beside the file, the oldest first.
func copiesOf(t *testing.T, file string) []string {
	t.Helper()
	names, err := filepath.Glob(file + ".copy-*")
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// played has the game a go on by an event, and copies.
func played(t *testing.T, j *sqlite.Store, last uint64) {
	t.Helper()
	if err := errors.Join(j.Append(t.Context(), "a", last, numbered(last+1, last+1)...), j.Copy(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func TestTheNewestCopiesOfAnEveningAreKept(t *testing.T) {
	file := filled(t, 4)
	j := openSQLite(t, file)
	defer j.Close()
	var made [][]string
	for n := uint64(4); n < 9; n++ {
		played(t, j, n)
		made = append(made, copiesOf(t, file))
	}
	for i, want := range []int{1, 2, 3, 3, 3} {
		if len(made[i]) != want {
			t.Errorf("after %d changes there are %v", i+1, made[i])
		}
	}
	if made[4][0] == made[3][0] || made[4][1] != made[3][2] {
		t.Errorf("of %v the oldest goes, not to %v", made[3], made[4])
	}
	if info, err := os.Stat(made[4][2]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is %v, %v", info.Mode(), err)
	}
	if names, err := filepath.Glob(file + ".copying*"); err != nil || len(names) > 0 {
		t.Errorf("left over: %v, %v", names, err)
	}
	again := openSQLite(t, file) // as a program that starts
	defer again.Close()
	if err := again.Copy(t.Context()); err != nil {
		t.Error(err)
	}
	if now := copiesOf(t, file); now[2] != made[4][2] {
		t.Errorf("nothing has changed, and there is another copy: %v", now)
	}
}

// TestWhatTheFileLacksComesBack of a file that is whole, but not what it was.
func TestWhatTheFileLacksComesBack(t *testing.T) {
	for name, c := range map[string]struct {
		lose  func(t *testing.T, file string, old []byte) error
		games int // given back
	}{
		"the file is gone":    {func(t *testing.T, file string, _ []byte) error { return os.Remove(file) }, 3},
		"the file is empty":   {func(t *testing.T, file string, _ []byte) error { return os.Truncate(file, 0) }, 3},
		"it is an older file": {func(t *testing.T, file string, old []byte) error { return os.WriteFile(file, old, 0o600) }, 2},
		"a game is missing": {func(t *testing.T, file string, _ []byte) error {
			edit(t, file, `DELETE FROM games WHERE id = 'b'`, `DELETE FROM events WHERE game = 'b'`)
			return nil
		}, 1},
		"the newest copy fails": {func(t *testing.T, file string, _ []byte) error {
			made := copiesOf(t, file)
			scribble(t, made[len(made)-1])
			return os.Remove(file)
		}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			file := filled(t, 4)
			old, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			j := openSQLite(t, file)
			for n := range uint64(6) {
				played(t, j, n+4)
			}
			if err := errors.Join(j.Create(t.Context(), journal.Header{Game: "c", Kind: "nabit", Created: noon}, numbered(1, 3)...), j.Copy(t.Context()), j.Close()); err != nil {
				t.Fatal(err)
			}
			if err := c.lose(t, file, old); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(file); err != nil && sqlite.Missing(t.Context(), file) == nil {
				t.Error("nobody misses it")
			}
			j = openSQLite(t, file)
			defer j.Close()
			var damage *journal.Damage
			if err := j.Lacking(t.Context()); !errors.As(err, &damage) || !strings.Contains(err.Error(), "games repair") {
				t.Errorf("told %v", err)
			}
			if err := j.Copy(t.Context()); err != nil { // it takes no better one's place
				t.Error(err)
			}
			report, err := j.Recover(t.Context())
			if err != nil || report == nil || !report.Lacked || report.Games != c.games || len(report.Cut) > 0 || len(sqlite.Reports(file)) != 1 {
				t.Errorf("given back %v, %v", report, err)
			}
			for game, want := range map[string]uint64{"a": 10, "b": 4, "c": 3} {
				if n, damage := good(t, j, game); n != want || damage != nil {
					t.Errorf("%s has %d events, %v", game, n, damage)
				}
			}
			if again, err := j.Recover(t.Context()); err != nil || again != nil || j.Lacking(t.Context()) != nil {
				t.Errorf("again %v, %v", again, err)
			}
		})
	}
}

// TestACopyThatKnowsMoreStays however many there are after it.
func TestACopyThatKnowsMoreStays(t *testing.T) {
	file := filled(t, 4)
	j := openSQLite(t, file)
	defer j.Close()
	played(t, j, 4)
	more := copiesOf(t, file)[0]
	edit(t, file, `DELETE FROM games WHERE id = 'b'`, `DELETE FROM events WHERE game = 'b'`)
	for n := range uint64(8) {
		played(t, j, n+5)
	}
	if made := copiesOf(t, file); len(made) != 4 || made[0] != more {
		t.Errorf("there are %q", made)
	}
}

// TestALogThatIsDamagedIsNotOpened: the database would remove what comes after the damage.
func TestALogThatIsDamagedIsNotOpened(t *testing.T) {
	file := filled(t, 3)
	j := openSQLite(t, file)
	defer j.Close()
	for n := range uint64(4) {
		if err := j.Append(t.Context(), "a", n+3, numbered(n+4, n+4)...); err != nil {
			t.Fatal(err)
		}
	}
	log, err := os.ReadFile(file + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	taken := filepath.Join(t.TempDir(), "games.db")
	sound := func(log []byte) error {
		if err := os.WriteFile(taken+"-wal", log, 0o600); err != nil {
			t.Fatal(err)
		}
		return salvage.SoundLog(taken)
	}
	for _, whole := range [][]byte{nil, log[:20], log[:len(log)-4096], log} {
		if err := sound(whole); err != nil {
			t.Errorf("a log of %d bytes: %v", len(whole), err)
		}
	}
	for at := 5; at < len(log)-4200; at += 777 {
		damaged := bytes.Clone(log)
		damaged[at] ^= 16
		var damage *journal.Damage
		if err := sound(damaged); !errors.As(err, &damage) {
			t.Errorf("byte %d: %v", at, err)
		}
		if cut := log[:at]; len(cut) > 32+24 && (len(cut)-32)%4120 > 24 { // in a page
			if err := sound(cut); !errors.As(err, &damage) {
				t.Errorf("cut at byte %d: %v", at, err)
			}
		}
	}
}

// TestTheLogOfAFileThatIsGoneIsNotLost though the database would remove it.
func TestTheLogOfAFileThatIsGoneIsNotLost(t *testing.T) {
	file := filled(t, 3)
	j := openSQLite(t, file)
	defer j.Close()
	if err := j.Append(t.Context(), "a", 3, numbered(4, 6)...); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(file + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	for _, empty := range []bool{false, true} {
		taken := filepath.Join(t.TempDir(), "games.db")
		if err := os.WriteFile(taken+"-wal", log, 0o600); err != nil {
			t.Fatal(err)
		}
		if empty {
			if err := os.WriteFile(taken, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var damage *journal.Damage
		if _, err := sqlite.Open(t.Context(), taken); !errors.As(err, &damage) {
			t.Fatalf("told %v", err)
		}
		saved, err := sqlite.Salvage(t.Context(), taken)
		if err != nil || len(saved.Cut) > 0 || saved.Games != 2 || saved.Events != 9 {
			t.Errorf("saved %v, %v", saved, err)
		}
	}
}

func TestNoCopyOfADamagedFileTakesAGoodOnesPlace(t *testing.T) {
	file := filled(t, 10)
	j := openSQLite(t, file)
	defer j.Close()
	if err := j.Copy(t.Context()); err != nil {
		t.Fatal(err)
	}
	edit(t, file, `UPDATE events SET time = time + 1 WHERE game = 'a' AND seq = 7`)
	if err := j.Append(t.Context(), "b", 10, numbered(11, 11)...); err != nil {
		t.Fatal(err)
	}
	before := copiesOf(t, file)
	var damage *journal.Damage
	if err := j.Copy(t.Context()); !errors.As(err, &damage) || damage.Game != "a" || damage.Seq != 7 {
		t.Errorf("told %v", err)
	}
	if after := copiesOf(t, file); len(after) != 1 || after[0] != before[0] {
		t.Errorf("there are %v, were %v", after, before)
	}
	done, err := j.Repair(t.Context(), "a")
	if err != nil || done.Last != 10 || done.Restored != 4 || done.Aside != 1 {
		t.Errorf("repaired %+v, %v", done, err)
	}
	countAside(t, file, 1)
	if n, damage := good(t, j, "a"); n != 10 || damage != nil {
		t.Errorf("%d events, %v", n, damage)
	}
	if damaged, err := j.Check(t.Context()); err != nil || len(damaged) > 0 {
		t.Errorf("still damaged: %v, %v", damaged, err)
	}
}

func TestAGameThatWentOnAfterARepairStaysAsItWentOn(t *testing.T) {
	file := filled(t, 10)
	edit(t, file, `UPDATE events SET time = time + 1 WHERE game = 'a' AND seq = 7`)
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	j := openSQLite(t, file)
	if _, err := j.Repair(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(t.Context(), "a", 6, journal.Entry{Payload: []byte(`{"type":"other"}`)}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file+".copy-20261121-120000.000", old, 0o600); err != nil { // as if it had been whole
		t.Fatal(err)
	}
	edit(t, file+".copy-20261121-120000.000", `UPDATE events SET time = time - 1 WHERE game = 'a' AND seq = 7`)
	scribble(t, file)
	if _, err := sqlite.Salvage(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	j = openSQLite(t, file)
	defer j.Close()
	g, err := journal.Load(t.Context(), j, "a")
	if err != nil || len(g.Events) != 7 || string(g.Events[6].Payload) != `{"type":"other"}` {
		t.Errorf("it has %d events, %v", len(g.Events), err)
	}
}

// scribble spoils the first page.
func scribble(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	copy(data, strings.Repeat("spilt coffee ", 300))
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestWhatIsInTheLogAloneIsSaved takes the files while they are written: nothing is in the file itself yet.
func TestWhatIsInTheLogAloneIsSaved(t *testing.T) {
	file := filled(t, 3)
	j := openSQLite(t, file)
	defer j.Close()
	for n := uint64(3); n < 60; n++ {
		if err := j.Append(t.Context(), "a", n, numbered(n+1, n+1)...); err != nil {
			t.Fatal(err)
		}
	}
	taken := filepath.Join(t.TempDir(), "games.db")
	for _, ending := range []string{"", "-wal"} {
		data, err := os.ReadFile(file + ending)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(taken+ending, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	scribble(t, taken)
	saved, err := sqlite.Salvage(t.Context(), taken)
	if err != nil || saved.Games != 2 || saved.Events != 63 || len(saved.Cut) > 0 {
		t.Errorf("saved %v, %v", saved, err)
	}
	if _, err := os.Stat(saved.File + "-wal"); err != nil {
		t.Errorf("the log is not kept: %v", err)
	}
}

func TestASalvageThatWasBrokenOffIsDoneAgain(t *testing.T) {
	file := filled(t, 3)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// The log with all that is good was put aside; then the program ended.
	damaged := file + ".damaged-20261121-120000.000"
	for name, data := range map[string][]byte{file: bytes.Repeat([]byte("coffee"), 2000), damaged: whole, file + ".saving": []byte("half")} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := sqlite.Salvage(t.Context(), file)
	if err != nil || saved.Games != 2 || saved.Events != 6 {
		t.Errorf("saved %v, %v", saved, err)
	}
	if _, err := os.Stat(file + ".saving"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("left over: %v", err)
	}
}

func TestDamageIsTold(t *testing.T) {
	file := filled(t, 10)
	edit(t, file, `UPDATE events SET time = time + 1 WHERE game = 'a' AND seq = 7`)
	j := openSQLite(t, file)
	var told []sqlite.Repaired
	if err := j.Mend(t.Context(), func(r sqlite.Repaired) { told = append(told, r) }); err != nil || len(told) != 1 {
		t.Fatalf("told %v, %v", told, err)
	}
	if err := j.Mend(t.Context(), func(r sqlite.Repaired) { t.Errorf("again %v", r) }); err != nil {
		t.Error(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	reports := sqlite.Reports(file)
	if len(reports) != 1 || reports[0].File != "" || reports[0].Aside != 4 || len(reports[0].Cut) != 1 {
		t.Fatalf("reported %+v", reports)
	}
	if cut := reports[0].Cut[0]; cut != (sqlite.Cut{Game: "a", Title: "Game a", Kept: 6, Known: 10}) {
		t.Errorf("cut is %+v", cut)
	}
	scribble(t, file)
	saved, err := sqlite.Salvage(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if reports = sqlite.Reports(file); len(reports) != 2 || reports[1].File != saved.File {
		t.Fatalf("reported %+v", reports)
	}
	if err := sqlite.ReportsSeen(file, reports[0].Time); err != nil {
		t.Error(err)
	}
	if reports = sqlite.Reports(file); len(reports) != 1 || reports[0].File != saved.File {
		t.Errorf("not seen yet are %+v", reports)
	}
}

func TestOnlyTheOwnerReadsTheFile(t *testing.T) {
	file := filled(t, 2)
	if err := os.Chmod(file, 0o644); err != nil { // as earlier versions made it
		t.Fatal(err)
	}
	j := openSQLite(t, file)
	defer j.Close()
	if err := j.Append(t.Context(), "a", 2, numbered(3, 3)...); err != nil {
		t.Fatal(err)
	}
	for _, ending := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(file + ending); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v, %v", ending, info, err)
		}
	}
	fresh := filepath.Join(t.TempDir(), "games.db")
	other := openSQLite(t, fresh)
	defer other.Close()
	if info, err := os.Stat(fresh); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a new file is %v, %v", info, err)
	}
}
