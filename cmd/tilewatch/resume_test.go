package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/nabit"
)

// tableState is what the test reads of a table.
type tableState struct {
	Turn    int
	Board   []nabit.BoardCell
	Players []struct{ Color string }
}

// served starts the program as a server of its own, with these flags, and answers it with its address.
func served(t *testing.T, flags ...string) (server *exec.Cmd, address string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	server = exec.Command(self, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)
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

// TestAKilledServerGoesOnWhereItWas ends the server while a game is played before it. What a phone could have seen is
// there when it is started again.
func TestAKilledServerGoesOnWhereItWas(t *testing.T) {
	folder := t.TempDir()
	server, address := served(t, "--data", folder, "--players", "purple,red,green,yellow", "--source", "../../testdata/nabit/live/oblique.mp4")
	seen := state(t, address)
	for end := time.Now().Add(time.Minute); len(seen.Board) == 0; seen = state(t, address) {
		if time.Now().After(end) {
			t.Fatal("no play was seen")
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // it was killed
	_, address = served(t, "--data", folder)
	again := state(t, address)
	if again.Turn < seen.Turn || again.Turn == seen.Turn && !slices.Equal(again.Board, seen.Board) || len(again.Players) != 4 {
		t.Errorf("seen was turn %d with %v, now it is turn %d with %v by %v", seen.Turn, seen.Board, again.Turn, again.Board, again.Players)
	}
}

// TestADataFolderThatCannotBeWrittenIsSaid also when nobody asked for it: then the game is shown with a warning.
func TestADataFolderThatCannotBeWrittenIsSaid(t *testing.T) {
	nowhere := file(t, "this is no folder")
	out, diagnostics, status := call(t, "serve", "--addr", "127.0.0.1:0", "--data", nowhere)
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
	if body, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(body), `"code":"not_saved"`) {
		t.Errorf("%v, %s", err, body)
	}
}
