package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path"
	"strings"
	"syscall"
	"testing"
	"time"

	"tilewatch/cmd/internal/club"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/journal/cluster/clustertest"
	"tilewatch/web/access"
)

// hostKey is the key of a host at the club's table.
func hostKey(t *testing.T, where, table string) string {
	t.Helper()
	conn, err := cluster.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	keys, err := club.Keys(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	return path.Base(keys.Link(table, access.RoleHost))
}

// sendEvent sends an event to table 1 of the server.
func sendEvent(t *testing.T, address, key, event string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/api/tables/1/commands", bytes.NewBufferString(event))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// TestAClubOfPrograms runs what a club runs, each as a program of its own: a table with a camera, two hubs, a worker.
func TestAClubOfPrograms(t *testing.T) {
	t.Parallel()
	where := clustertest.Start(t, 1).URL("club")
	table, home := served(t, "--journal", where, "--data", t.TempDir(), "--source", lying(t, "011.jpg"))
	seen := until(t, home, hasBoard)
	first, a := started(t, "hub", "--journal", where, "--tables", "4")
	_, b := started(t, "hub", "--journal", where, "--tables", "4")
	same := func(s tableState) bool { return len(s.Board) == len(seen.Board) }
	until(t, a, same)
	until(t, b, same)
	key := hostKey(t, where, "1")
	if status, body := sendEvent(t, a, "no key", `{"type":"undo"}`); status != http.StatusForbidden {
		t.Errorf("without a role: %d %s", status, body)
	}
	named := func(name string) func(string) bool {
		return func(address string) bool {
			body, status := fetch(t, address+"/api/tables/1")
			return status == http.StatusOK && strings.Contains(body, `"name":"`+name+`"`)
		}
	}
	everywhere := func(what string, holds func(string) bool, addresses ...string) {
		t.Helper()
		for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
			left := ""
			for _, address := range addresses {
				if !holds(address) {
					left = address
				}
			}
			if left == "" {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: not at %s", what, left)
			}
		}
	}
	color := seen.Players[0].Color
	if status, body := sendEvent(t, a, key, `{"type":"name","player":"`+color+`","name":"Ana"}`); status != http.StatusOK {
		t.Fatalf("at a hub: %d %s", status, body)
	}
	everywhere("what a hub was told", named("Ana"), home, a, b)
	observedHub(t, a)
	photosOfAClub(t, where, a)
	kill(t, table)
	kill(t, first)
	if status, body := sendEvent(t, b, key, `{"type":"name","player":"`+color+`","name":"Ben"}`); status != http.StatusOK {
		t.Fatalf("without the table's own program: %d %s", status, body)
	}
	everywhere("what the other hub was told", named("Ben"), b)
	_, again := served(t, "--journal", where, "--data", t.TempDir(), "--source", lying(t, "011.jpg"))
	everywhere("the table's program, started again on another machine", named("Ben"), again, b)
}

// observedHub looks at what an operator sees of a hub.
func observedHub(t *testing.T, address string) {
	t.Helper()
	if body, status := fetch(t, address+"/metrics"); status != http.StatusOK || !strings.Contains(body, "tilewatch_tables ") || !strings.Contains(body, "tilewatch_http_requests_total") {
		t.Errorf("metrics: %d %.200s", status, body)
	}
	if body, status := fetch(t, address+"/readyz"); status != http.StatusOK || !strings.Contains(body, "ready") {
		t.Errorf("readyz: %d %s", status, body)
	}
}

// photosOfAClub sends a photo to a hub, without a worker and with one.
func photosOfAClub(t *testing.T, where, address string) {
	t.Helper()
	response, err := http.Post(address+"/api/photos", "multipart/form-data; boundary=x", strings.NewReader("--x\r\nContent-Disposition: form-data; name=photo; filename=a.jpg\r\n\r\nphoto\r\n--x--\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(text), "tilewatch worker") {
		t.Errorf("without a worker: %s %s", response.Status, text)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	worker := exec.Command(self, "worker", "--journal", where)
	worker.Env, worker.Stderr = append(os.Environ(), asProgram+"=1"), os.Stderr
	out, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	defer kill(t, worker)
	if _, err := out.Read(make([]byte, 1)); err != nil { // it says that it has begun
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if answer, err := http.Post(address+"/api/photos", "multipart/form-data; boundary=x", strings.NewReader("--x\r\nContent-Disposition: form-data; name=photo; filename=a.jpg\r\n\r\nphoto\r\n--x--\r\n")); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("no worker reads")
		}
	}
	for range 2 {
		if a := upload(t, address, still(t)); len(a.Cells) == 0 {
			t.Errorf("by a worker the photo is answered %+v", a)
		}
		for _, child := range children(t, worker) { // what decodes pictures may die of them; the worker goes on
			if err := syscall.Kill(child, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestAClubsCommandsSayWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"hub"}, exitUsage, "--journal nats://"},
		{[]string{"worker"}, exitUsage, "--journal nats://"},
		{[]string{"hub", "--journal", "nats://127.0.0.1:1", "--tables", "0"}, exitUsage, "--tables 0"},
		{[]string{"hub", "--journal", "nats://127.0.0.1:1", "--since", "noon"}, exitUsage, "2026-11-21T18:00"},
		{[]string{"hub", "--journal", "nats://127.0.0.1:1", "--game", "chess"}, exitUsage, "--game"},
		{[]string{"hub", "--journal", "redis://a"}, exitFailed, "nats://HOST"},
		{[]string{"serve", "--table", "Big One"}, exitUsage, "--table"},
		{[]string{"serve", "--journal", "nats://me:secret@127.0.0.1:1"}, exitFailed, "nats-server -js"},
	} {
		_, diagnostics, status := inside(t, c.args...)
		if status != c.status || !strings.Contains(diagnostics, c.want) || strings.Contains(diagnostics, "secret") {
			t.Errorf("%q: status %d, %s", c.args, status, diagnostics)
		}
	}
}
