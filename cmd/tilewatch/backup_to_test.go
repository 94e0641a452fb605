package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// stops ends the server as a person does.
func (h *hosted) stops() {
	h.t.Helper()
	if err := h.server.Process.Signal(syscall.SIGTERM); err != nil {
		h.t.Fatal(err)
	}
	if err := h.server.Wait(); err != nil {
		h.t.Errorf("the server ends with %v: %s", err, h.log)
	}
}

// TestAnEveningIsOnAnotherDisk plays with a backup folder, ends the server, and restores what it left there.
func TestAnEveningIsOnAnotherDisk(t *testing.T) {
	t.Parallel()
	data, to := t.TempDir(), t.TempDir()
	h := host(t, nil, "--data", data, "--source", "phone", "--backup-to", to)
	h.begun().must(true)
	h.stops()
	files, err := filepath.Glob(filepath.Join(to, "tilewatch-000001-*.backup"))
	if err != nil || len(files) != 1 {
		t.Fatalf("there are %v, %v: %s", files, err, h.log)
	}
	into := filepath.Join(t.TempDir(), "new")
	if out, diagnostics, status := inside(t, "restore", "--data", into, files[0]); status != exitDone || !strings.Contains(out, "Restored 1 game with 2 new events") {
		t.Errorf("restore: status %d, %s%s", status, out, diagnostics)
	}
	for _, flags := range [][]string{nil, {"--backup-to", to}} {
		out, _, _ := inside(t, append([]string{"doctor", "--data", data}, flags...)...)
		if !strings.Contains(out, "good  backup     the last backup was made on") || !strings.Contains(out, files[0]) || !strings.Contains(out, "good  copies     1 beside the file of games") {
			t.Errorf("doctor %v says %s", flags, out)
		}
	}
}

// TestABackupFolderThatFailsStopsNoGame: the game goes on and is kept, and the host is told.
func TestABackupFolderThatFailsStopsNoGame(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T, folder string) func(*exec.Cmd)
		says    string
	}{
		"missing": {func(t *testing.T, folder string) func(*exec.Cmd) {
			if err := os.Remove(folder); err != nil {
				t.Fatal(err)
			}
			return nil
		}, "is missing. Connect its disk."},
		"read-only": {func(t *testing.T, folder string) func(*exec.Cmd) {
			if err := os.Chmod(folder, 0o500); err != nil {
				t.Fatal(err)
			}
			if os.Getuid() != 0 {
				return nil
			}
			return withoutOverride
		}, "is read-only."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, to := t.TempDir(), filepath.Join(t.TempDir(), "to")
			if err := os.Mkdir(to, 0o700); err != nil {
				t.Fatal(err)
			}
			h := host(t, c.prepare(t, to), "--data", data, "--source", "phone", "--backup-to", to)
			await(t, "the host's page does not say so", func() bool { return strings.Contains(h.raw(h.asking("GET /t/1/setup"+asHost, "")), c.says) })
			h.begun().must(true)
			h.stops()
			h.holds(data, 2)
			if n := strings.Count(h.log.String(), "the games are not backed up to"); n != 1 {
				t.Errorf("%d lines: %s", n, h.log)
			}
		})
	}
}

// TestAFullDiskOfBackupsStopsNoGame fills the disk that the backups are on.
func TestAFullDiskOfBackupsStopsNoGame(t *testing.T) {
	t.Parallel()
	disk, data := newDisk(t, false), t.TempDir()
	h := host(t, disk.prepare, "--data", data, "--source", "phone", "--backup-to", disk.folder)
	h.begun().must(true)
	disk.fill(h)
	h.stops()
	h.holds(data, 2)
	if !strings.Contains(h.log.String(), "the games are not backed up to") {
		t.Errorf("the log says %s", h.log)
	}
}

func TestBackupsWhereTheyCannotBe(t *testing.T) {
	data, link := t.TempDir(), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(data, link); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{{"--backup-to", data}, {"--backup-to", link}, {"--backup-to", filepath.Join(data, "backups")}, {"--backup-keep", "0"}, {"--backup-to", t.TempDir(), "--journal", "nats://127.0.0.1:1"}} {
		out, diagnostics, status := inside(t, append([]string{"serve", "--data", data, "--addr", "127.0.0.1:0"}, flags...)...)
		if status != exitUsage || !strings.Contains(diagnostics, "--backup-") {
			t.Errorf("%v: status %d, %s%s", flags, status, out, diagnostics)
		}
	}
}
