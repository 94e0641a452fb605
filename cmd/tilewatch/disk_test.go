package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asTiny names a folder that the test binary, as a program, puts a disk of half a megabyte at, which nobody else sees.
const asTiny = "TILEWATCH_TEST_TINY_DISK"

// ontoTinyDisk does so.
func ontoTinyDisk() {
	folder := os.Getenv(asTiny)
	if folder == "" {
		return
	}
	const disk, size = "tmpfs", "size=512k"
	die := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "no tiny disk:", err)
			os.Exit(3)
		}
	}
	die(syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, ""))
	die(syscall.Mount(disk, folder, disk, 0, size))
}

// onTinyDisk starts a server whose data lie on a disk of its own, and answers where that is seen from here; false where this
// system lets nobody mount one.
func onTinyDisk(t *testing.T) (h *hosted, disk string, ok bool) {
	t.Helper()
	folder := t.TempDir()
	own := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		own.Cloneflags |= syscall.CLONE_NEWUSER
		own.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		own.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	if probe := exec.Command("/bin/true"); true {
		probe.SysProcAttr = own
		if err := probe.Run(); err != nil {
			t.Logf("no disk of one's own here: %v", err)
			return nil, "", false
		}
	}
	h = host(t, func(c *exec.Cmd) {
		c.Env, c.SysProcAttr = append(c.Env, asTiny+"="+folder), own
	}, "--data", folder)
	return h, fmt.Sprintf("/proc/%d/root%s", h.server.Process.Pid, folder), true
}

// does sends a host's event and answers whether it is said to be saved.
func (h *hosted) does(event string) (saved bool) {
	h.t.Helper()
	got := h.raw(h.asking("POST /api/tables/1/commands"+asHost, event))
	_, body, _ := strings.Cut(got, "\r\n\r\n")
	var answer struct {
		OK    bool
		Saved *bool
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || !answer.OK {
		h.t.Fatalf("%s is answered %s", event, got)
	}
	return answer.Saved == nil || *answer.Saved
}

// warns waits until the page says, or says no more, that the game is not saved.
func (h *hosted) warns(want string) {
	h.t.Helper()
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get("http://" + h.address + "/watch")
		if err != nil {
			h.t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			h.t.Fatal(err)
		}
		const says = "not being saved"
		if text := string(body); want == "" && !strings.Contains(text, says) || want != "" && strings.Contains(text, says) && strings.Contains(text, want) {
			return
		}
		if time.Since(begun) > time.Minute {
			h.t.Fatalf("the page does not say %q: %s", want, h.log)
		}
	}
}

// filled takes the disk's last byte.
func filled(t *testing.T, disk string) (filler string) {
	t.Helper()
	filler = filepath.Join(disk, "filler")
	for size := 64 << 10; size > 0; size /= 2 {
		for {
			file, err := os.OpenFile(filler, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			_, err = file.Write(make([]byte, size))
			if err = errors.Join(err, file.Close()); errors.Is(err, syscall.ENOSPC) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	return filler
}

// TestADiskThatFillsUpLosesNoGame plays on a real disk while it is full. The page says so, play goes on, and what was played is on
// the disk as soon as there is space, also when the server is stopped at that instant.
func TestADiskThatFillsUpLosesNoGame(t *testing.T) {
	h, disk, ok := onTinyDisk(t)
	if !ok {
		return // the journal's own tests limit its pages instead
	}
	events := 1
	turn := func() bool {
		events++
		return h.does(fmt.Sprintf(`{"type":"name","player":"red","name":"Ana %d"}`, events))
	}
	many := func(saved bool) {
		t.Helper()
		if turn() != saved {
			t.Errorf("event %d is said to be saved: %v", events, !saved)
		}
	}
	h.does(`{"type":"start","players":["red","green"]}`)
	many(true)
	h.warns("")
	filler := filled(t, disk)
	// What space the journal's file has left holds some events yet.
	for n := 0; turn(); n++ {
		if n > 200 {
			t.Fatal("on a full disk all is saved")
		}
		time.Sleep(250 * time.Millisecond) // as many commands as one sender may send
	}
	h.warns("disk is full")
	many(false)
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	h.warns("")
	many(true)
	if err := h.server.Process.Signal(syscall.SIGSTOP); err != nil { // its disk ends with it, so it is left as it is at this instant
		t.Fatal(err)
	}
	copied := t.TempDir()
	for _, name := range []string{gamesFile, gamesFile + "-wal"} {
		data, err := os.ReadFile(filepath.Join(disk, name))
		if err != nil && name == gamesFile {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copied, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, diagnostics, _ := inside(t, "games", "list", "--json", "--data", copied); !strings.Contains(out, fmt.Sprintf(`"events":%d`, events)) {
		t.Errorf("of %d events there are %s%s", events, out, diagnostics)
	}
}
