package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOnlyOurOwnLinesReachStandardError gives FFmpeg films and a network camera that it complains of.
func TestOnlyOurOwnLinesReachStandardError(t *testing.T) {
	t.Parallel() // it waits most of the time
	film, err := os.ReadFile(gameFilm + ".mp4")
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.mp4")
	if err := os.WriteFile(cut, film[:len(film)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	picture := filmPictures(t, 5, 5)[0]
	camera := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
		for range 3 {
			fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\n\r\n%s\xff\xdb\x00\x43garbage\r\n", picture[:200])
		}
	}))
	defer camera.Close()
	for name, source := range map[string]string{"a film cut in half": cut, "a camera that sends garbage": camera.URL} {
		_, diagnostics, status := call(t, "watch", source)
		if status != 1 || !strings.HasPrefix(diagnostics, "tilewatch: ") || strings.Count(diagnostics, "\n") != 1 {
			t.Errorf("%s: exit status %d, and on standard error\n%s", name, status, diagnostics)
		}
	}
}
