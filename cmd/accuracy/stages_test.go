package main

import (
	"testing"
	"time"
)

// traces are as "go tool pprof -traces -unit=us" prints them.
const traces = `File: accuracy
Type: cpu
Duration: 1.20s, Total samples = 60000us ( 5.00%)
-----------+-------------------------------------------------------
   10000us   runtime.cgocall
             tilewatch/vision/nabit/tilemap/native._Cfunc_run
             tilewatch/vision/nabit/tilemap.Of
             tilewatch/vision/nabit/search.(*Finder).newHunt.func1
-----------+-------------------------------------------------------
   20000us   tilewatch/vision/tileface.(*Net).Score (inline)
             tilewatch/vision/nabit/heights.Restarts
             tilewatch/vision/nabit/search.(*Finder).Refine
-----------+-------------------------------------------------------
   40000us   tilewatch/engine.ComparePlaces
             tilewatch/vision/nabit/hypothesis.(*Hypothesis).Sure
             tilewatch/vision/nabit/search.(*Finder).Search
             tilewatch/vision/picture.WithRaster
             tilewatch/vision/nabit.(*Reader).Mapped
-----------+-------------------------------------------------------
    1000us   tilewatch/vision/picture.(*Raster).At
             tilewatch/vision/nabit/hypothesis.(*Hypothesis).Evaluate
             tilewatch/vision/nabit/heights.InferHeights
             tilewatch/cmd/internal/games/nabit/sight.(*Reader).Read
-----------+-------------------------------------------------------
     7.5ms   tilewatch/engine/reading.Read
             tilewatch/cmd/internal/games/nabit/sight.(*Reader).Read
-----------+-------------------------------------------------------
   10000us   runtime.gcBgMarkWorker
-----------+-------------------------------------------------------
   10000us   tilewatch/vision/nabit/heightsmore.X
`

func TestTimeCountsForTheStageThatWorks(t *testing.T) {
	times, err := timesOf([]byte(traces))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		call string
		want time.Duration
	}{
		{"tilewatch/vision/nabit/tilemap.Of", 10 * time.Millisecond},
		{"tilewatch/vision/nabit/heights.Restarts", 21 * time.Millisecond},
		{"tilewatch/engine.Color.String", 7500 * time.Microsecond},
		{"runtime.mallocgc", 20 * time.Millisecond},
		{"tilewatch/vision/nabit/search.(*Finder).Refine", 40 * time.Millisecond},
		{"tilewatch/vision/picture.Decode", 0},
	} {
		if got := times[stageOf([]string{c.call})]; got != c.want {
			t.Errorf("%s: %v, want %v", c.call, got, c.want)
		}
	}
	if _, err := timesOf([]byte("File: x\n---+---\n  many main.main\n")); err == nil {
		t.Error("what is no time is taken for one")
	}
}
