package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// upload sends a photo to the server and answers its line.
func upload(t *testing.T, address string, photo []byte) (a answer) {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("photo", "photo.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(photo); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(address+"/api/photos", w.FormDataContentType(), &form)
	if err != nil {
		t.Error(err)
		return a
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil {
		err = json.Unmarshal(body, &a)
	}
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("the upload is answered %s, %v, %s", response.Status, err, body)
	}
	return a
}

// page is what the server answers.
func page(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// children are the processes that the server has started.
func children(t *testing.T, server *exec.Cmd) (all []int) {
	t.Helper()
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", server.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", server.Process.Pid, task.Name()))
		if err != nil {
			continue // the thread has ended
		}
		for _, child := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(child); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// ticks are the hundredths of a second that the process has computed.
func ticks(pid int) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0 // it has ended
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return user + system
}

// struck uploads the photo, and sends the signal to the first so many children that are at work on it.
func struck(t *testing.T, server *exec.Cmd, address string, photo []byte, signal syscall.Signal, times int) answer {
	t.Helper()
	answered := make(chan answer, 1)
	go func() { answered <- upload(t, address, photo) }()
	began := map[int]int{} // how much a child had worked when it was first seen
	for hit := []int{}; ; {
		for _, pid := range children(t, server) {
			worked := ticks(pid)
			if _, known := began[pid]; !known {
				began[pid] = worked
			}
			if len(hit) < times && !slices.Contains(hit, pid) && worked >= began[pid]+3 {
				hit = append(hit, pid)
				_ = syscall.Kill(pid, signal) // it may have ended
			}
		}
		select {
		case a := <-answered:
			if len(hit) < times {
				t.Errorf("only %d of %d children were struck before the answer came", len(hit), times)
			}
			return a
		case <-time.After(time.Millisecond):
		}
	}
}

// TestACrashWhileAPhotoIsReadEndsNoGame strikes the children that read uploads, while a game is shown.
func TestACrashWhileAPhotoIsReadEndsNoGame(t *testing.T) {
	t.Parallel()
	server, address := served(t, "--data", t.TempDir(), "--source", lying(t, "011.jpg"))
	seen := until(t, address, hasBoard)
	photo := still(t)
	if a := struck(t, server, address, photo, syscall.SIGKILL, 1); len(a.Cells) == 0 {
		t.Errorf("its reader killed once, the photo is answered %+v", a)
	}
	if a := upload(t, address, photo); len(a.Cells) == 0 {
		t.Errorf("by the reader that runs it is answered %+v", a)
	}
	if a := struck(t, server, address, photo, syscall.SIGKILL, 1); len(a.Cells) == 0 {
		t.Errorf("that one killed in the midst of it, it is answered %+v", a)
	}
	if a := struck(t, server, address, photo, syscall.SIGSEGV, 2); a.Error.Code != "unreadable" || !strings.Contains(a.Error.Message, "broke off") {
		t.Errorf("its reader crashed twice, the photo is answered %+v", a)
	}
	if a := upload(t, address, photo); len(a.Cells) == 0 {
		t.Errorf("afterwards it is answered %+v", a)
	}
	if a := upload(t, address, hugePNG(t, 60000, 60000)); a.Error.Code != "too_large" {
		t.Errorf("a bomb is answered %+v", a)
	}
	figures := page(t, address+"/metrics")
	for _, want := range []string{"tilewatch_photos_helpers_died 4\n", `tilewatch_readings_total{result="read"}`, `tilewatch_events_total{result="kept"}`, `tilewatch_lines_total{type=`} {
		if !strings.Contains(figures, want) {
			t.Errorf("the figures lack %s", want)
		}
	}
	if ready := page(t, address+"/readyz"); !strings.Contains(ready, `"ready"`) {
		t.Errorf("/readyz says %s", ready)
	}
	if now := state(t, address); !slices.Equal(now.Board, seen.Board) {
		t.Errorf("the game shows %+v, not %+v", now, seen)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("asked to end: %v", err)
	}
}

// TestAHelperEndsWithItsParent also when that one is killed: nothing is left behind.
func TestAHelperEndsWithItsParent(t *testing.T) {
	t.Parallel()
	server, address := served(t, "--data", t.TempDir())
	upload(t, address, still(t))
	left := children(t, server)
	if len(left) != 1 {
		t.Fatalf("%d children", len(left))
	}
	kill(t, server)
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", left[0]))
		if err != nil || strings.Contains(string(state), ") Z ") { // whoever inherits it may not look for it at once
			return
		}
		if time.Since(begun) > patience {
			t.Fatal("the reader of photos lives on")
		}
	}
}
