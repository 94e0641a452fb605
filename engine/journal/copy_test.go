package journal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/journal"
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

func TestThreeCopiesAreKept(t *testing.T) {
	file := filled(t, 4)
	j := openSQLite(t, file)
	defer j.Close()
	var made [][]string
	for n := uint64(4); n < 9; n++ {
		for range 2 { // the second time nothing has changed
			if err := j.Copy(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		made = append(made, copiesOf(t, file))
		if err := j.Append(t.Context(), "a", n, numbered(n+1, n+1)...); err != nil {
			t.Fatal(err)
		}
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
	if _, err := journal.Salvage(t.Context(), file); err != nil {
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
	saved, err := journal.Salvage(t.Context(), taken)
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
	saved, err := journal.Salvage(t.Context(), file)
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
	var told []journal.Repaired
	if err := j.Mend(t.Context(), func(r journal.Repaired) { told = append(told, r) }); err != nil || len(told) != 1 {
		t.Fatalf("told %v, %v", told, err)
	}
	if err := j.Mend(t.Context(), func(r journal.Repaired) { t.Errorf("again %v", r) }); err != nil {
		t.Error(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	reports := journal.Reports(file)
	if len(reports) != 1 || reports[0].File != "" || reports[0].Aside != 4 || len(reports[0].Cut) != 1 {
		t.Fatalf("reported %+v", reports)
	}
	if cut := reports[0].Cut[0]; cut != (journal.Cut{Game: "a", Title: "Game a", Kept: 6, Known: 10}) {
		t.Errorf("cut is %+v", cut)
	}
	scribble(t, file)
	saved, err := journal.Salvage(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if reports = journal.Reports(file); len(reports) != 2 || reports[1].File != saved.File {
		t.Fatalf("reported %+v", reports)
	}
	if err := journal.ReportsSeen(file, reports[0].Time); err != nil {
		t.Error(err)
	}
	if reports = journal.Reports(file); len(reports) != 1 || reports[0].File != saved.File {
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
