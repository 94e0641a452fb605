package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestASourceThatCannotBeWatchedIsReportedWithARemedy(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	text := filepath.Join(t.TempDir(), "film.mp4")
	if err := os.WriteFile(text, []byte("This is no film.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"no source", []string{"watch", "--json"}, exitUsage, "no source given"},
		{"two sources", []string{"watch", film, film}, exitUsage, "2 sources given: name only one"},
		{"one player", []string{"watch", "--players", "red", film}, exitUsage, "name two to four colors"},
		{"a player twice", []string{"watch", "--players", "red,red", film}, exitUsage, "red is named twice"},
		{"a color nobody plays", []string{"watch", "--players", "red,gray", film}, exitUsage, "gray is not a player's color"},
		{"no such film", []string{"watch", "--json", "nowhere.mp4"}, exitFailed, `"nowhere.mp4"`},
		{"no such camera", []string{"watch", "--json", "73"}, exitFailed, "73"},
		{"no camera at the address", []string{"watch", "--json", "http://127.0.0.1:9/video"}, exitFailed, "127.0.0.1:9"},
		{"a text named like a film", []string{"watch", "--json", text}, exitFailed, text},
		{"wrong JSON in the camera file", []string{"watch", "--json", "--camera", text, film}, exitUsage, "not JSON"},
		{"no such camera to serve", []string{"serve", "--addr", "127.0.0.1:0", "--source", "73"}, exitFailed, "73"},
		{"a port in use", []string{"serve", "--addr", busy.Addr().String()}, exitFailed, "choose another with --addr"},
		{"an input where none belongs", []string{"serve", film}, exitUsage, "tilewatch serve takes no arguments"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, diagnostics, status := inside(t, c.args...)
			if status != c.status || out != "" || !strings.Contains(diagnostics, c.says) {
				t.Errorf("status %d, out %q, diagnostics %q", status, out, diagnostics)
			}
		})
	}
}
