package sqlite_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// asWriter makes the test binary a program that writes to the journal of that file; see asked.
const asWriter = "TILEWATCH_TEST_AS_WRITER"

func TestMain(m *testing.M) {
	if file := os.Getenv(asWriter); file != "" {
		if err := asked(file, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// asked does what the arguments ask for: the game to write to alone; or that, a name and a number to compete.
func asked(file string, args []string) error {
	if len(args) == 1 {
		return write(file, args[0])
	}
	events, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	return compete(file, args[0], args[1], events)
}

// write creates the game with its first event, as a table does, then appends events, one to four at a time, and prints the number of
// each that was acknowledged, at once.
func write(file, game string) error {
	ctx := context.Background()
	j, err := sqlite.Open(ctx, file)
	if err != nil {
		return err
	}
	if err := j.Create(ctx, journal.Header{Game: game, Kind: "nabit"}, journal.Entry{Payload: json.RawMessage(payloadOf(1))}); err != nil {
		return err
	}
	for last := uint64(1); ; {
		var entries []journal.Entry
		for n := uint64(1); n <= 1+last%4; n++ {
			entries = append(entries, journal.Entry{Payload: json.RawMessage(payloadOf(last + n))})
		}
		if err := j.Append(ctx, game, last, entries...); err != nil {
			return err
		}
		last += uint64(len(entries))
		if _, err := os.Stdout.WriteString(strconv.FormatUint(last, 10) + "\n"); err != nil {
			return err
		}
	}
}

// killed starts a writer and ends it with SIGKILL after that time: of writing, or, early, of running. It answers the
// last number that it heard acknowledged.
func killed(t *testing.T, file, game string, after time.Duration, early bool) (acknowledged uint64) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	writer := exec.Command(self, game)
	writer.Env = append(os.Environ(), asWriter+"="+file)
	writer.Stderr = os.Stderr
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() { _ = writer.Process.Kill() } // Wait reports whether it was
	if early {
		time.AfterFunc(after, kill)
	}
	lines := bufio.NewScanner(out)
	for first := !early; lines.Scan(); first = false {
		if acknowledged, err = strconv.ParseUint(lines.Text(), 10, 64); err != nil {
			t.Fatal(err)
		}
		if first {
			time.AfterFunc(after, kill)
		}
	}
	var exit *exec.ExitError
	if err := writer.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("the writer was not killed: %v", err)
	}
	return acknowledged
}

// TestKilledWritersLoseNothing ends a writing program at random instants: while it opens or makes the journal, and
// while it writes. Everything that it confirmed must be there, in order, and nothing else but the events that
// were on their way.
func TestKilledWritersLoseNothing(t *testing.T) {
	const lanes = 2 // beside each other, for most of the time goes by in starting programs
	kills := 60     // KILLS=2000 in the soak
	if text := os.Getenv("KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil || kills < lanes {
			t.Fatalf("KILLS is %q: give a number", text)
		}
	}
	for lane := range lanes {
		t.Run(fmt.Sprint("lane ", lane+1), func(t *testing.T) {
			t.Parallel()
			killMany(t, kills/lanes, rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(lane))))
		})
	}
}

func killMany(t *testing.T, kills int, r *rand.Rand) {
	dir, events, opening := t.TempDir(), uint64(0), 0
	for i := range kills {
		file, game := filepath.Join(dir, fmt.Sprintf("games-%d.db", i/10)), fmt.Sprintf("game-%d", i)
		early, after := i%5 == 0, time.Duration(r.IntN(8000))*time.Microsecond
		if early {
			after *= 5 // a start takes longer than a write
		}
		acknowledged := killed(t, file, game, after, early)
		if acknowledged == 0 {
			opening++
		}
		events += survivors(t, file, game, acknowledged, i%10 == 9)
	}
	t.Logf("%d kills, %d of them before the first event, %d events", kills, opening, events)
}

// survivors checks the journal as a killed program left it, and answers how many events of the game are there; all
// checks the other games too.
func survivors(t *testing.T, file, game string, acknowledged uint64, all bool) (n uint64) {
	t.Helper()
	j := openSQLite(t, file)
	for e, err := range j.Read(t.Context(), game, 1) {
		if errors.Is(err, journal.ErrNoGame) && acknowledged == 0 {
			break
		}
		if err != nil {
			t.Fatalf("%s, after event %d of %d acknowledged: %v", game, n, acknowledged, err)
		}
		if n++; string(e.Payload) != payloadOf(n) {
			t.Fatalf("%s: event %d is %s", game, n, e.Payload)
		}
	}
	if n < acknowledged || n > acknowledged+4 {
		t.Fatalf("%s: %d events were acknowledged, %d are there", game, acknowledged, n)
	}
	if all {
		if damaged, err := j.Check(t.Context()); err != nil || len(damaged) > 0 {
			t.Fatalf("damaged: %v, %v", damaged, err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return n
}
