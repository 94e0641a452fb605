package sqlite_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// FuzzStore changes bytes of a journal's file: what can be read of it must fit together, what cannot must be reported, and
// after a repair or a salvage it must be whole again.
func FuzzStore(f *testing.F) {
	whole, err := os.ReadFile(filled(f, 20))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), []byte("x"), uint32(0))
	f.Add(uint32(28), []byte{0, 0, 0, 1}, uint32(0))
	f.Add(uint32(4096+100), []byte{0xff, 0xff, 0xff, 0xff}, uint32(0))
	f.Add(uint32(len(whole)/2), []byte("play"), uint32(5000))
	f.Add(uint32(100), bytes.Repeat([]byte{0x0d}, 64), uint32(1))
	f.Fuzz(func(t *testing.T, at uint32, with []byte, cut uint32) {
		b := bytes.Clone(whole)
		copy(b[int(at)%len(b):], with)
		file := filepath.Join(t.TempDir(), "games.db")
		if err := os.WriteFile(file, b[:len(b)-int(cut)%len(b)], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := mend(t, file); err != nil {
			t.Fatal(err)
		}
		j := openSQLite(t, file)
		defer j.Close()
		if damaged, err := j.Check(t.Context()); err != nil || len(damaged) > 0 {
			t.Errorf("still damaged: %v, %v", damaged, err)
		}
		games, err := j.Games(t.Context())
		if err != nil {
			t.Error(err)
		}
		for _, g := range games {
			if g.Game == "a" || g.Game == "b" {
				good(t, j, g.Game)
			}
		}
	})
}

// mend does what a program does that finds the file: repair, or else salvage.
func mend(t *testing.T, file string) error {
	err := repairAll(t, file)
	if err == nil || errors.Is(err, journal.ErrNewer) || strings.Contains(err.Error(), "another program") {
		if err != nil {
			return os.Remove(file) // refused, which is right
		}
		return nil
	}
	var damage *journal.Damage
	if !errors.As(err, &damage) {
		return fmt.Errorf("not told as damage: %w", err)
	}
	_, err = sqlite.Salvage(t.Context(), file)
	return err
}

func repairAll(t *testing.T, file string) error {
	j, err := sqlite.Open(t.Context(), file)
	if err != nil {
		return err
	}
	defer j.Close()
	if err := j.Sound(t.Context()); err != nil {
		return err
	}
	damaged, err := j.Check(t.Context())
	for _, d := range damaged {
		if _, failed := j.Repair(t.Context(), d.Game); failed != nil {
			return failed
		}
	}
	return err
}
