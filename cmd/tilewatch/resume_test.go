package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/nabit"
)

// tableState is what the test reads of a table.
type tableState struct {
	Status  string
	Board   []nabit.BoardCell
	Players []struct{ Color string }
}

// served starts the program as a server of its own, with these flags, and answers it with its address.
func served(t *testing.T, flags ...string) (server *exec.Cmd, address string) {
	t.Helper()
	return started(t, "serve", flags...)
}

// started is the same for any command that serves.
func started(t *testing.T, command string, flags ...string) (server *exec.Cmd, address string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	server = exec.Command(self, append([]string{command, "--addr", "127.0.0.1:0"}, flags...)...)
	server.Env = append(os.Environ(), asProgram+"=1")
	var diagnostics strings.Builder
	server.Stderr = &diagnostics
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill() }) // one that has ended cannot be
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if at := regexp.MustCompile(`localhost:(\d+)`).FindStringSubmatch(lines.Text()); at != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return server, "http://127.0.0.1:" + at[1]
		}
	}
	t.Fatalf("no address was printed: %v, %s", server.Wait(), diagnostics.String())
	return nil, ""
}

// state asks the server for its table.
func state(t *testing.T, address string) (s tableState) {
	t.Helper()
	answer, err := http.Get(address + "/api/tables/1")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// lying is a folder of pictures that show the table of the still for some seconds.
func lying(t *testing.T, still string) (source string) {
	t.Helper()
	picture, err := filepath.Abs("../../testdata/nabit/stills/" + still)
	if err != nil {
		t.Fatal(err)
	}
	source = t.TempDir()
	for i := range 14 {
		if err := os.Symlink(picture, filepath.Join(source, fmt.Sprintf("%02d.jpg", i))); err != nil {
			t.Fatal(err)
		}
	}
	return source
}

// until asks the server until its table is as wanted.
func until(t *testing.T, address string, wanted func(tableState) bool) tableState {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		s := state(t, address)
		if wanted(s) {
			return s
		}
		if time.Since(begun) > patience {
			t.Fatalf("the table stays as it is: %+v", s)
		}
	}
}

func hasBoard(s tableState) bool  { return len(s.Board) > 0 }
func isStopped(s tableState) bool { return s.Status == "stopped" } // the pictures have ended

// TestAKilledServerGoesOnWhereItWas ends servers while a game lies before them. What a phone has seen is there when the
// next one is started; whether the game goes on, the table decides.
func TestAKilledServerGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	folder, table := t.TempDir(), lying(t, "011.jpg")
	games := func() int {
		out, _, _ := inside(t, "games", "list", "--json", "--data", folder)
		return strings.Count(out, "\n")
	}
	server, address := served(t, "--data", folder, "--source", table)
	seen := until(t, address, hasBoard)
	kill(t, server)
	server, address = served(t, "--data", folder, "--source", table)
	if again := state(t, address); !slices.Equal(again.Board, seen.Board) || len(again.Players) != len(seen.Players) {
		t.Errorf("started again, it shows %+v, not %+v", again, seen)
	}
	if again := until(t, address, isStopped); !slices.Equal(again.Board, seen.Board) || games() != 1 {
		t.Errorf("before the same table it shows %+v, and there are %d games", again, games())
	}
	kill(t, server)
	_, address = served(t, "--data", folder, "--source", lying(t, "021.jpg"))
	until(t, address, func(s tableState) bool { return isStopped(s) && !slices.Equal(s.Board, seen.Board) })
	if n := games(); n != 2 {
		t.Errorf("before another table there are %d games", n)
	}
}

func kill(t *testing.T, server *exec.Cmd) {
	t.Helper()
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // it was killed
}

// TestADataFolderThatCannotBeWrittenIsSaid also when nobody asked for it: then the game is shown with a warning.
func TestADataFolderThatCannotBeWrittenIsSaid(t *testing.T) {
	nowhere := file(t, "this is no folder")
	out, diagnostics, status := inside(t, "serve", "--addr", "127.0.0.1:0", "--data", nowhere)
	if status != exitFailed || !strings.Contains(diagnostics, "choose another with --data") {
		t.Errorf("status %d, %s%s", status, out, diagnostics)
	}
	t.Setenv("XDG_STATE_HOME", nowhere)
	_, address := served(t)
	answer, err := http.Get(address + "/api/tables/1")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(body), `"code":"not_saved_read_only"`) {
		t.Errorf("%v, %s", err, body)
	}
}
