package sqlite_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// compete appends that many events to the game, each time after the last event it knows of, and prints the number of
// each that was acknowledged as its own.
func compete(file, game, name string, events int) error {
	ctx := context.Background()
	j, err := sqlite.Open(ctx, file)
	if err != nil {
		return err
	}
	last := uint64(0)
	for events > 0 {
		err := j.Append(ctx, game, last, journal.Entry{Payload: json.RawMessage(fmt.Sprintf(`{"by":%q}`, name))})
		var conflict *journal.Conflict
		switch {
		case errors.As(err, &conflict):
			last = conflict.Last
		case errors.Is(err, journal.ErrBusy): // nothing was written: a slow disk had the other one write for seconds
		case err != nil:
			return err
		default:
			last++
			events--
			fmt.Println(last, name)
		}
	}
	return j.Close()
}

// TestTwoProgramsNeverForkAGame has two programs append to one game at the same time. Every event that was acknowledged
// to one of them is there, at its number, by that program.
func TestTwoProgramsNeverForkAGame(t *testing.T) {
	const each = 150
	file := filepath.Join(t.TempDir(), "games.db")
	j := openSQLite(t, file)
	defer j.Close()
	if err := j.Create(t.Context(), journal.Header{Game: "shared", Kind: "nabit"}); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var rivals []*exec.Cmd
	var printed []*strings.Builder
	for _, name := range []string{"a", "b"} {
		c, out := exec.Command(self, "shared", name, fmt.Sprint(each)), &strings.Builder{}
		c.Env, c.Stdout, c.Stderr = append(os.Environ(), asWriter+"="+file), out, os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		rivals, printed = append(rivals, c), append(printed, out)
	}
	owners := map[uint64]string{}
	for i, c := range rivals {
		if err := c.Wait(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(printed[i].String()) {
			var seq uint64
			var name string
			if _, err := fmt.Sscan(line, &seq, &name); err != nil || owners[seq] != "" {
				t.Fatalf("%q (%v): event %d was acknowledged to %q before", line, err, seq, owners[seq])
			}
			owners[seq] = name
		}
	}
	n := uint64(0)
	for e, err := range j.Read(t.Context(), "shared", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; string(e.Payload) != fmt.Sprintf(`{"by":%q}`, owners[n]) {
			t.Errorf("event %d is %s, acknowledged to %q", n, e.Payload, owners[n])
		}
	}
	if n != 2*each || len(owners) != 2*each {
		t.Errorf("%d events are there, %d were acknowledged", n, len(owners))
	}
}
