package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestServeShowsTheFilmAndEndsWhenAsked starts the server as "make run" does, on a port of its own.
func TestServeShowsTheFilmAndEndsWhenAsked(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	printed, out := io.Pipe()
	status := make(chan int, 1)
	var diagnostics strings.Builder
	go func() {
		status <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--source", "../../testdata/nabit/live/oblique.mp4"}, out, &diagnostics)
		out.Close()
	}()
	port := ""
	for lines := bufio.NewScanner(printed); port == "" && lines.Scan(); {
		if at := regexp.MustCompile(`localhost:(\d+)`).FindStringSubmatch(lines.Text()); at != nil {
			port = at[1]
		}
	}
	if port == "" {
		t.Fatalf("no address printed; status %d, %s", <-status, diagnostics.String())
	}
	go io.Copy(io.Discard, printed)
	for path, want := range map[string]string{"/healthz": "", "/": "<html", "/api/tables/1": `"game":"nabit"`} {
		answer, err := http.Get("http://127.0.0.1:" + port + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			t.Errorf("%s: status %d, %v, %.200s", path, answer.StatusCode, err, body)
		}
	}
	stop()
	if got := <-status; got != exitDone {
		t.Errorf("asked to end, it ended with status %d: %s", got, diagnostics.String())
	}
}
