package main

import (
	"context"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/native/nativetest"
	"tilewatch/vision/source"
)

// counted ends a source after so many frames, and calls back at each.
type counted struct {
	source.Source
	left int
	each func(left int)
}

func (c *counted) Next(ctx context.Context) (source.Frame, error) {
	if c.left--; c.left < 0 {
		<-ctx.Done()
		return source.Frame{}, ctx.Err()
	}
	c.each(c.left)
	return c.Source.Next(ctx)
}

// resident is the memory that the process holds, in MB, after all that is not needed was given back.
func resident(t *testing.T) float64 {
	t.Helper()
	runtime.GC()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	at := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	if at == nil {
		t.Fatal("no VmRSS")
	}
	kb, err := strconv.Atoi(string(at[1]))
	if err != nil {
		t.Fatal(err)
	}
	return float64(kb) / 1024
}

// heap is what Go's own objects take, in MB.
func heap() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}

// TestALongWatchDoesNotGrow loops the film through everything that watches it. SOAK_HOURS is how many hours of film; the
// first half hour is for whatever fills up once. Four hours may grow by 20 MB.
func TestALongWatchDoesNotGrow(t *testing.T) {
	hours, err := strconv.ParseFloat(os.Getenv("SOAK_HOURS"), 64)
	if err != nil {
		hours = 0.0012 // 64 frames: that it can be run at all
	}
	// Memory is compared at the same place of the film: what is read there needs the same each time.
	const rate, lap = 15, 1225
	laps := max(1, int(hours*3600*rate)/lap)
	frames, warm, every := laps*lap, lap*min((laps+3)/4, 1800*rate/lap), lap*max(1, laps/20)
	if hours < 0.05 {
		frames, warm = int(hours*3600*rate), 10
	}
	words, err := lexicon.OpenFor("nabit", "")
	if err != nil {
		t.Fatal(err)
	}
	film, err := source.Open("../../testdata/nabit/live/oblique.mp4", source.Options{Loop: true})
	if err != nil {
		t.Fatal(err)
	}
	var before float64
	ctx, stop := context.WithCancel(t.Context())
	began := time.Now()
	source := &counted{film, frames, func(left int) {
		switch {
		case left == frames-warm:
			before = resident(t)
			t.Logf("%.2f h of film: %.1f MB", float64(warm)/rate/3600, before)
		case left == 0:
			stop()
		case (frames-left)%every == 0:
			t.Logf("%.2f h of film in %v: %.1f MB, native %.2f MB in use, Go %.1f MB", float64(frames-left)/rate/3600, time.Since(began).Round(time.Second), resident(t), float64(nativetest.Bytes())/1e6, heap())
		}
	}}
	which, err := games.Find(games.Default())
	if err != nil {
		t.Fatal(err)
	}
	watch, err := which.Film(game.Inputs{Words: words}, source)
	if err != nil {
		t.Fatal(err)
	}
	if err := watch.Run(ctx, pipeline.Alone(func(pipeline.Event) error { return nil }), pipeline.Reports{}); err != nil {
		t.Error(err)
	}
	after := resident(t)
	t.Logf("%.2f hours of film: %.1f MB after the first %.2f hours, %.1f MB at the end", hours, before, float64(warm)/rate/3600, after)
	if grown := after - before; hours >= 1 && grown > 20 {
		t.Errorf("it has grown by %.1f MB", grown)
	}
	if err := watch.Close(); err != nil {
		t.Error(err)
	}
	if err := film.Close(); err != nil {
		t.Error(err)
	}
}
