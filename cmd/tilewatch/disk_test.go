package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tilewatch/cmd/internal/store"
	"tilewatch/web/browsertest"
)

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

// patience is how long anything may take. It ends a test that hangs, however slow the machine is, and decides nothing else.
const patience = 4 * time.Minute

// await tries until it holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatal(what)
		}
	}
}

// ready is the status of /readyz.
func (h *hosted) ready() int {
	h.t.Helper()
	answer, err := http.Get("http://" + h.address + "/readyz")
	if err != nil {
		h.t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// warns waits until the page says, or says no more, that the game is not saved; /readyz says the same.
func (h *hosted) warns(want string) {
	h.t.Helper()
	await(h.t, fmt.Sprintf("the page does not say %q", want), func() bool {
		text := page(h.t, "http://"+h.address+"/watch")
		const says = "not being saved"
		return want == "" && !strings.Contains(text, says) || want != "" && strings.Contains(text, says) && strings.Contains(text, want)
	})
	status := map[bool]int{true: http.StatusOK, false: http.StatusServiceUnavailable}[want == ""]
	await(h.t, fmt.Sprintf("/readyz does not say %d", status), func() bool { return h.ready() == status })
}

// turns are events that differ.
type turns struct {
	*hosted
	sent int
}

// many sends the next one; the answer must say whether it is saved.
func (u *turns) next() (saved bool) {
	u.t.Helper()
	u.sent++
	return u.does(fmt.Sprintf(`{"type":"name","player":"red","name":"Ana %d"}`, u.sent))
}

func (u *turns) must(saved bool) {
	u.t.Helper()
	if u.next() != saved {
		u.t.Errorf("event %d is said to be saved: %v", u.sent, !saved)
	}
}

// begun starts a game.
func (h *hosted) begun() *turns {
	h.t.Helper()
	h.does(`{"type":"start","players":["red","green"]}`)
	return &turns{h, 1}
}

// phones are browsers that look at the game all the while; none of them is ever loaded again.
type phones struct {
	t    *testing.T
	tabs []*browsertest.Browser
}

// look opens the page of each role, in both languages.
func (h *hosted) look() *phones {
	h.t.Helper()
	b := browsertest.New(h.t)
	b.Dress(390, 844, 1, "light")
	b.Open("http://" + h.address + "/watch")
	playing, spanish := b.Tab(), b.Tab()
	playing.Dress(1024, 700, 1, "dark")
	spanish.Dress(320, 640, 1, "light")
	playing.Open("http://" + h.address + "/j/1/" + h.key)
	spanish.Open("http://" + h.address + "/watch")
	spanish.Speak("es")
	spanish.Until("the page is in Spanish", `document.documentElement.lang == 'es'`)
	return &phones{h.t, []*browsertest.Browser{b, playing, spanish}}
}

// see waits until all show the warning, and without it that nothing is said of saving: in a note, and where nobody has to scroll.
func (p *phones) see(english, spanish string) {
	p.t.Helper()
	const shown = `[...document.querySelectorAll('.note')].some(n => n.checkVisibility() && n.textContent.includes(%q))`
	const atTop = `(chip => chip && chip.getBoundingClientRect().bottom < innerHeight && chip.getBoundingClientRect().right <= innerWidth)(document.querySelector('.chip.unsaved'))`
	for i, tab := range p.tabs {
		tab.Front()
		text, holds := []string{english, english, spanish}[i], fmt.Sprintf(shown, []string{"not being saved", "not being saved", "no se está guardando"}[i])
		if text == "" {
			tab.Until("no warning is shown", `!document.querySelector('.chip.unsaved') && !`+holds)
		} else {
			tab.Until(fmt.Sprintf("tab %d shows %q", i+1, text), atTop+" && "+holds+" && "+fmt.Sprintf(shown, text))
		}
		if wide := tab.Wide(); wide > 0 {
			p.t.Errorf("tab %d is %d pixels too wide", i+1, wide)
		}
		tab.Look(fmt.Sprintf("disk-%d-%s", i+1, strings.ReplaceAll(text, " ", "-")))
	}
}

// TestADiskThatFillsUpLosesNoGame plays on a disk while it is full: a real one wherever this system lets anybody mount one. The pages say so, play goes on, and what was played is on
// the disk as soon as there is space, also when the server is stopped at that instant.
func TestADiskThatFillsUpLosesNoGame(t *testing.T) {
	t.Parallel()
	disk := newDisk(t, false)
	h := host(t, disk.prepare, "--data", disk.folder, "--source", "phone")
	u := h.begun()
	u.must(true)
	h.warns("")
	phones := h.look()
	phones.see("", "")
	disk.fill(h)
	// What space the journal's file has left holds some events yet.
	for u.next() {
		if u.sent > 200 {
			t.Fatal("on a full disk all is saved")
		}
		time.Sleep(250 * time.Millisecond) // as many commands as one sender may send
	}
	h.warns(disk.full[0])
	phones.see(disk.full[0], disk.full[1])
	u.must(false)
	disk.free(h)
	h.warns("")
	phones.see("", "")
	u.must(true)
	h.frozen(disk.seen(h), u.sent)
}

// frozen stops the server, whose disk ends with it, at this instant, and counts what lies there.
func (h *hosted) frozen(disk string, events int) {
	h.t.Helper()
	if err := h.server.Process.Signal(syscall.SIGSTOP); err != nil {
		h.t.Fatal(err)
	}
	copied := h.t.TempDir()
	for _, name := range []string{store.GamesFile, store.GamesFile + "-wal"} {
		data, err := os.ReadFile(filepath.Join(disk, name))
		if err != nil && name == store.GamesFile {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copied, name), data, 0o600); err != nil {
			h.t.Fatal(err)
		}
	}
	h.holds(copied, events)
}

// holds looks whether the folder has the game with all its events.
func (h *hosted) holds(folder string, events int) {
	h.t.Helper()
	if out, diagnostics, _ := inside(h.t, "games", "list", "--json", "--data", folder); !strings.Contains(out, fmt.Sprintf(`"events":%d,`, events)) {
		h.t.Errorf("of %d events there are %s%s", events, out, diagnostics)
	}
}

// TestOnADiskThatMayNotBeWrittenPeoplePlayOn from the server's start, until somebody lets it be written.
func TestOnADiskThatMayNotBeWrittenPeoplePlayOn(t *testing.T) {
	t.Parallel()
	disk := newDisk(t, true)
	h := host(t, disk.prepare, "--data", disk.folder, "--source", "phone")
	h.warns("read-only")
	if log := h.log.String(); !strings.Contains(log, "check its permissions, or choose another with --data") {
		t.Errorf("no remedy is in the log: %s", log)
	}
	u := h.begun()
	u.must(false)
	phones := h.look()
	phones.see("read-only", "solo lectura")
	u.must(false)
	disk.unbar(h)
	h.warns("")
	phones.see("", "")
	u.must(true)
	h.frozen(disk.seen(h), u.sent)
}

// TestFilesThatCannotBeWrittenAnyMoreLoseNoGame takes away, while the server has them open, that its files may grow at all. It is what a
// disk does that fails; who started the server can do it to any.
func TestFilesThatCannotBeWrittenAnyMoreLoseNoGame(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	h := host(t, nil, "--data", folder)
	u := h.begun()
	u.must(true)
	h.allowed("0")
	u.must(false)
	h.warns("disk has errors")
	u.must(false)
	h.allowed("unlimited")
	h.warns("")
	u.must(true)
	kill(t, h.server)
	h.holds(folder, u.sent)
}

// allowed is how large the server's files may become from now on.
func (h *hosted) allowed(bytes string) {
	h.t.Helper()
	if out, err := exec.Command("prlimit", "--pid", fmt.Sprint(h.server.Process.Pid), "--fsize="+bytes+":").CombinedOutput(); err != nil {
		h.t.Fatalf("%v: %s", err, out)
	}
}
