package source

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestAStreamInParts has HLS, as servers send it: a list of the newest files, until it says that no more will come.
func TestAStreamInParts(t *testing.T) {
	film, err := os.ReadFile("testdata/parts.ts")
	if err != nil {
		t.Fatal(err)
	}
	var ended atomic.Bool
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".ts") {
			_, _ = w.Write(film) // who hung up does not matter
			return
		}
		first := asked.Add(1)
		w.Header().Set("Content-Type", "application/vnd.apple.mpegurl")
		fmt.Fprintf(w, "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:%d\n", first)
		for n := range int64(3) {
			fmt.Fprintf(w, "#EXT-X-DISCONTINUITY\n#EXTINF:1.6,\n%d.ts\n", first+n)
		}
		if ended.Load() {
			fmt.Fprint(w, "#EXT-X-ENDLIST\n")
		}
	}))
	t.Cleanup(server.Close)
	source := mustOpen(t, server.URL+"/live.m3u8", Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	for range 5 {
		frame, err := source.Next(ctx)
		if err != nil || frame.Mat.Cols() != 96 {
			t.Fatalf("%d pixels wide, %v", frame.Mat.Cols(), err)
		}
	}
	if err := source.Close(); err != nil {
		t.Error(err)
	}
	ended.Store(true)
	if source, err = Open(server.URL+"/live.m3u8", Options{}); err == nil {
		source.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "has ended, and plays what it recorded") {
		t.Errorf("told %v", err)
	}
}
