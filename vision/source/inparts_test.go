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

	"gocv.io/x/gocv"
)

// stampedPictures are pictures with these times, in milliseconds.
type stampedPictures struct {
	grabber
	at []float64
}

func (s *stampedPictures) Grab(int) error {
	if len(s.at) < 2 {
		return errGone
	}
	s.at = s.at[1:]
	return nil
}

func (s *stampedPictures) Get(gocv.VideoCaptureProperties) float64 { return s.at[0] }

func TestPicturesThatComeTogetherAreShownAtTheirTimes(t *testing.T) {
	for name, c := range map[string]struct {
		at   []float64
		late time.Duration // what the reader takes for each
		want string
	}{
		"of one file":                {[]float64{5000, 5100, 5200, 5400}, 0, "[100ms 100ms 200ms]"},
		"to a reader who takes some": {[]float64{5000, 5100, 5200, 5400}, 60 * time.Millisecond, "[40ms 40ms 140ms]"},
		"to a reader who is late":    {[]float64{0, 100, 200, 300, 1000}, 300 * time.Millisecond, "[]"},
		"of a stream begun again":    {[]float64{9000, 9100, 0, 100}, 0, "[100ms 100ms]"},
		"after a gap":                {[]float64{0, 100, 9000, 9100}, 0, "[100ms 100ms]"},
	} {
		now := &movingClock{at: time.Unix(1000, 0)}
		p := &inParts{stamped: &stampedPictures{at: append([]float64{0}, c.at...)}, clock: now}
		for p.Grab(1) == nil {
			now.at = now.at.Add(c.late)
		}
		if got := fmt.Sprint(now.slept); got != c.want {
			t.Errorf("%s: waits for %s, want %s", name, got, c.want)
		}
	}
}

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
