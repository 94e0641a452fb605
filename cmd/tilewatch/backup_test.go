package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// lived is a data folder as a server leaves it: a game, a picture, a calibration, keys.
func lived(t *testing.T) (folder string, others map[string]string) {
	t.Helper()
	folder = withGame(t)
	others = map[string]string{"links.key": strings.Repeat("k", 32), "pictures/example-1/7.jpg": "a picture", "cameras/webcam.json": "{}"}
	for name, text := range others {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder, others
}

func backedUp(t *testing.T, folder string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "evening.backup")
	if out, diagnostics, status := inside(t, "backup", "--data", folder, file); status != exitDone {
		t.Fatalf("backup: status %d: %s%s", status, out, diagnostics)
	}
	return file
}

func TestWhatWasBackedUpIsRestored(t *testing.T) {
	folder, others := lived(t)
	file := backedUp(t, folder)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup can be read by others: %v, %v", info.Mode(), err)
	}
	into := filepath.Join(t.TempDir(), "new")
	for n, says := range []string{"Restored 1 game with 14 new events and 3 files (0 existed); 1 game passed the rules check", "Restored 1 game with 0 new events and 0 files (3 existed); 1 game passed the rules check"} {
		out, diagnostics, status := inside(t, "restore", "--data", into, file)
		if n == 0 { // however many events the example has
			_, rest, _ := strings.Cut(out, " with ")
			says = strings.Replace(says, "14", strings.Fields(rest + " ?")[0], 1)
		}
		if status != exitDone || strings.TrimSpace(out) != says {
			t.Errorf("restore: status %d, %s%s; want %s", status, out, diagnostics, says)
		}
	}
	was, _, _ := inside(t, "games", "export", "--data", folder)
	if now, _, _ := inside(t, "games", "export", "--data", into); now != was || len(was) == 0 {
		t.Errorf("the games are not the same:\n%s\n%s", was, now)
	}
	for name, want := range others {
		if got, err := os.ReadFile(filepath.Join(into, filepath.FromSlash(name))); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestABackupTakesNobodysPlace but an older backup's.
func TestABackupTakesNobodysPlace(t *testing.T) {
	folder, _ := lived(t)
	old := backedUp(t, folder)
	before, err := os.Stat(old)
	if err != nil {
		t.Fatal(err)
	}
	if out, diagnostics, status := inside(t, "backup", "--data", folder, old); status != exitDone {
		t.Errorf("over an older one: status %d, %s%s", status, out, diagnostics)
	}
	if now, err := os.Stat(old); err != nil || os.SameFile(before, now) {
		t.Errorf("the older one is still there: %v", err)
	}
	at := t.TempDir()
	link, pipe, photo := filepath.Join(at, "link"), filepath.Join(at, "pipe"), filepath.Join(at, "photo.jpg")
	if err := errors.Join(os.Symlink(old, link), syscall.Mkfifo(pipe, 0o600), os.WriteFile(photo, []byte("a picture"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{link, pipe, photo, at, os.DevNull, filepath.Join(folder, store.GamesFile)} {
		was, err := os.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		out, diagnostics, status := inside(t, "backup", "--data", folder, name)
		if status != exitFailed || out != "" || !strings.Contains(diagnostics, "choose another name") {
			t.Errorf("%s: status %d, %s%s", name, status, out, diagnostics)
		}
		if now, err := os.Lstat(name); err != nil || !os.SameFile(was, now) {
			t.Errorf("%s is another now: %v", name, err)
		}
	}
}

// archived is a backup of these files, whose contents are their names' ends.
func archived(t *testing.T, about string, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	archive := tar.NewWriter(zipped)
	put := func(name, text string) {
		header := &tar.Header{Name: name, Size: int64(len(text)), Mode: 0o600, Typeflag: tar.TypeReg}
		if strings.HasSuffix(name, "@") {
			header = &tar.Header{Name: name, Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink}
			text = ""
		}
		if err := archive.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(archive, text); err != nil {
			t.Fatal(err)
		}
	}
	put("tilewatch.json", about)
	put("games.ndjson", "")
	for _, name := range names {
		put(name, "text")
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestABackupThatIsNotWholeIsRefused(t *testing.T) {
	folder, _ := lived(t)
	whole, err := os.ReadFile(backedUp(t, folder))
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 4
	const about = `{"tilewatch":"backup","version":1}`
	for name, data := range map[string][]byte{
		"cut off": whole[:len(whole)-9], "cut in the middle": whole[:len(whole)/2], "changed": flipped, "empty": {}, "no backup": []byte("hello"),
		"a newer one": archived(t, `{"tilewatch":"backup","version":2}`), "another program's": archived(t, `{}`),
		"a file that leads out": archived(t, about, "files/../../evil"), "an absolute name": archived(t, about, "files//etc/evil"),
		"a link": archived(t, about, "files/link@"), "a file beside": archived(t, about, "evil"), "a journal": archived(t, about, "files/games.db"),
	} {
		t.Run(name, func(t *testing.T) {
			into := filepath.Join(t.TempDir(), "into")
			out, diagnostics, status := inside(t, "restore", "--data", into, file(t, string(data)))
			if status != exitFailed || out != "" || !strings.Contains(diagnostics, "no whole backup") && !strings.Contains(diagnostics, "newer version") {
				t.Errorf("status %d, %s%s", status, out, diagnostics)
			}
			if _, err := os.Stat(into); err == nil {
				t.Error("something was restored")
			}
		})
	}
}

// TestABackupMayBeMadeWhileAGameIsPlayed writes events without a pause meanwhile.
func TestABackupMayBeMadeWhileAGameIsPlayed(t *testing.T) {
	folder := withGame(t)
	j, err := sqlite.Open(t.Context(), filepath.Join(folder, store.GamesFile))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	start := journal.Entry{Payload: json.RawMessage(`{"type":"start","players":["red","green"]}`)}
	if err := j.Create(t.Context(), journal.Header{Game: "live", Kind: "nabit"}, start); err != nil {
		t.Fatal(err)
	}
	stop, played := make(chan struct{}), make(chan uint64)
	go func() {
		for last := uint64(1); ; last++ {
			pass := journal.Entry{Payload: fmt.Appendf(nil, `{"type":"exchange","player":%q,"count":1}`, []string{"green", "red"}[last%2])}
			select {
			case <-stop:
				played <- last
				return
			default:
				if err := j.Append(t.Context(), "live", last, pass); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	var files []string
	for range 5 {
		files = append(files, backedUp(t, folder))
	}
	close(stop)
	events, into := <-played, filepath.Join(t.TempDir(), "into")
	for _, file := range append(files, backedUp(t, folder)) { // each holds more than the one before
		if out, diagnostics, status := inside(t, "restore", "--data", into, file); status != exitDone || !strings.Contains(out, "2 games passed the rules check") {
			t.Errorf("status %d, %s%s", status, out, diagnostics)
		}
	}
	if out, _, _ := inside(t, "games", "list", "--json", "--data", into); !strings.Contains(out, fmt.Sprintf(`"events":%d`, events)) {
		t.Errorf("of %d events there are: %s", events, out)
	}
}
