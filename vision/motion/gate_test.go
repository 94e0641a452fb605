package motion

import (
	"context"
	"encoding/json"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/source"
)

// gateFilm is the part of a film's truth that the gate answers for.
type gateFilm struct {
	Events []struct {
		Type  string
		Hands [2]int `json:"hand_frames"` // first and last frame of the hand; it is out of sight in some of both ends
		Tiles []int  `json:"tile_frames"` // frames in which tiles appear, under the hand
	}
}

// gateFilmFrames is how much of the film is watched: ten events of every kind, the structure's turn the last. The whole
// takes a minute under the race detector.
const gateFilmFrames = 620

func loadGateFilm(t *testing.T) gateFilm {
	t.Helper()
	data, err := os.ReadFile(scenetest.GateFilmPath + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var film gateFilm
	if err := json.Unmarshal(data, &film); err != nil {
		t.Fatal(err)
	}
	for i, e := range film.Events {
		if e.Hands[1]+6 >= gateFilmFrames {
			film.Events = film.Events[:i]
			break
		}
	}
	if len(film.Events) < 10 {
		t.Fatalf("only %d events in the film's first %d frames", len(film.Events), gateFilmFrames)
	}
	return film
}

// watchGateFilm is the gate's verdict on each frame, and what had changed when the table came to rest.
func watchGateFilm(t *testing.T) (verdicts []Verdict, changed map[int]Region) {
	t.Helper()
	source, err := source.Open(scenetest.GateFilmPath+".mp4", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	gate := NewGate()
	defer gate.Close()
	changed = map[int]Region{}
	for range gateFilmFrames {
		frame, err := source.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		v, err := gate.See(frame)
		if err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, v)
		if v.State == Still && v.Since == frame.Time {
			changed[frame.Number] = gate.Changed()
			gate.Hold()
			gate.Accept()
		}
	}
	return verdicts, changed
}

func TestGateOnAFilm(t *testing.T) {
	t.Parallel()
	film := loadGateFilm(t)
	verdicts, changed := watchGateFilm(t)
	handFrames, still := 0, 0
	var delays []int
	for _, e := range film.Events {
		for i := e.Hands[0]; i <= e.Hands[1]; i++ {
			handFrames++
			if verdicts[i].State == Still {
				still++
			}
		}
		if len(e.Tiles) > 0 {
			for i := e.Tiles[0]; i <= e.Tiles[len(e.Tiles)-1]; i++ {
				if verdicts[i].State == Still {
					t.Errorf("frame %d: still while a hand lays tiles (%s)", i, e.Type)
				}
			}
		}
		free := e.Hands[1] + 1
		at := free
		for at < len(verdicts)-1 && verdicts[at].State != Still {
			at++
		}
		delays = append(delays, at-free)
		if region := changed[at]; e.Type == "play" && at > free && region.Empty() {
			t.Errorf("frame %d: a play changed nothing", at)
		}
	}
	slices.Sort(delays)
	t.Logf("%d of %d hand frames still; frames from the hand's leaving to still: %v", still, handFrames, delays)
	if share := float64(still) / float64(handFrames); share > 0.06 {
		t.Errorf("%.1f%% of the hand frames are still, want 6%% at most: the hand is out of sight in 4%%", 100*share)
	}
	if median, last := delays[len(delays)/2], delays[len(delays)-1]; median > 3 || last > 6 {
		t.Errorf("still %d frames after the hand in the median and %d at most, want 3 and 6 (0.2 and 0.4 s)", median, last)
	}
}

// scene is a made-up table seen by a gate: 320 x 180 pixels at 15 frames a second.
type scene struct {
	t     *testing.T
	gate  *Gate
	px    []float64
	noise float64
	fps   float64
	frame int
	last  Verdict
}

const sceneW, sceneH = 320, 180

// bareTable is a pattern like wood's grain, computed once.
var bareTable = sync.OnceValue(func() []float64 {
	px := make([]float64, 3*sceneW*sceneH)
	for y := range sceneH {
		for x := range sceneW {
			grain := 14*math.Sin((0.6*float64(x)+0.8*float64(y))/5) + 9*math.Sin(float64(x*x-3*y)/37)
			for c, base := range [...]float64{70, 110, 150} {
				px[3*(y*sceneW+x)+c] = base + grain
			}
		}
	}
	return px
})

// sensorNoise are five pictures of noise with a standard deviation of about 1.
var sensorNoise = sync.OnceValue(func() (noise [5][]float64) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = make([]float64, 3*sceneW*sceneH)
		for j := range noise[i] {
			noise[i][j] = 2.45 * (rng.Float64() + rng.Float64() - 1)
		}
	}
	return noise
})

func newScene(t *testing.T) *scene {
	s := &scene{t: t, gate: NewGate(), px: slices.Clone(bareTable()), noise: 2, fps: 15}
	t.Cleanup(func() { s.gate.Close() })
	return s
}

// look is a copy of the table's picture, to be put back later.
func (s *scene) look() []float64 { return slices.Clone(s.px) }

// paint fills a rectangle with a color (blue, green, red).
func (s *scene) paint(r image.Rectangle, color [3]float64) {
	s.each(r, func(c int, _ float64) float64 { return color[c] })
}

// shade takes a share of the light away from a rectangle.
func (s *scene) shade(r image.Rectangle, left float64) {
	s.each(r, func(_ int, p float64) float64 { return p * left })
}

func (s *scene) each(r image.Rectangle, change func(c int, p float64) float64) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			for c := range 3 {
				i := 3*(y*sceneW+x) + c
				s.px[i] = change(c, s.px[i])
			}
		}
	}
}

// arm comes in from the lower edge; its fingertips are at the given height.
func (s *scene) arm(tip int) {
	s.paint(image.Rect(140, tip+20, 175, sceneH), [3]float64{110, 140, 205})
	s.paint(image.Rect(146, tip, 156, tip+20), [3]float64{105, 135, 200})
	s.paint(image.Rect(160, tip+4, 170, tip+20), [3]float64{100, 130, 195})
}

// show films the table for so long and says for how many of the frames the gate said so.
func (s *scene) show(d time.Duration) map[TableState]int {
	s.t.Helper()
	states := map[TableState]int{}
	data := make([]byte, len(s.px))
	for range int(d.Seconds()*s.fps + 0.5) {
		noise := sensorNoise()[s.frame%5]
		for i, p := range s.px {
			data[i] = uint8(min(255, max(0, p+s.noise*noise[i]+0.5)))
		}
		mat, err := gocv.NewMatFromBytes(sceneH, sceneW, gocv.MatTypeCV8UC3, data)
		if err != nil {
			s.t.Fatal(err)
		}
		v, err := s.gate.See(source.Frame{Number: s.frame, Time: time.Duration(float64(s.frame) / s.fps * float64(time.Second)), Mat: mat})
		mat.Close()
		if err != nil {
			s.t.Fatal(err)
		}
		s.last = v
		states[v.State]++
		s.frame++
	}
	return states
}

// open fails the test unless the gate says still within so long.
func (s *scene) open(within time.Duration, why string) {
	s.t.Helper()
	s.show(within)
	if s.last.State != Still {
		s.t.Fatalf("%s: the table is %v after %v, want still", why, s.last.State, within)
	}
}

var sceneTile = [3]float64{60, 170, 60}

func TestGate(t *testing.T) {
	for name, rule := range map[string]func(*testing.T, *scene){
		"a table at rest is still, noise or not": func(t *testing.T, s *scene) {
			s.noise = 5
			s.open(time.Second, "noisy camera")
			if n := s.show(time.Second); n[Still] != 15 {
				t.Errorf("states %v, want all still", n)
			}
		},
		"drifting exposure leaves the table still": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			for range 30 {
				s.shade(image.Rect(0, 0, sceneW, sceneH), 0.985)
				s.open(time.Second/15, "exposure drifts")
			}
		},
		"a shadow at rest leaves the table still": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.shade(image.Rect(60, 0, 220, 140), 0.7)
			s.open(400*time.Millisecond, "somebody leans over the table")
			if n := s.show(3 * time.Second); n[Still] != 45 {
				t.Errorf("states %v, want all still", n)
			}
		},
		"a hand that rests in the picture holds the gate shut": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			free := s.look()
			s.arm(60) // one hand that came and went before
			s.show(500 * time.Millisecond)
			s.px = free
			s.open(400*time.Millisecond, "first hand gone")
			s.arm(50)
			if n := s.show(6 * time.Second); n[Still] != 0 || n[Hand] < 80 {
				t.Errorf("states %v, want hand", n)
			}
		},
		"a hand of the table's color holds the gate shut": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.paint(image.Rect(140, 60, 175, sceneH), [3]float64{50, 80, 110})
			s.shade(image.Rect(175, 60, 215, sceneH), 0.75)
			if n := s.show(2 * time.Second); n[Still] != 0 {
				t.Errorf("states %v, want none still", n)
			}
		},
		"tiles laid by a hand are what changed": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			if r := s.gate.Changed(); !r.Empty() {
				t.Errorf("before: %v changed, want nothing", r.Box)
			}
			tiles := image.Rect(140, 60, 170, 70)
			s.arm(62)
			s.show(500 * time.Millisecond)
			s.px = slices.Clone(bareTable())
			s.paint(tiles, sceneTile)
			s.open(400*time.Millisecond, "hand gone")
			r := s.gate.Changed()
			if !r.Box.In(tiles.Inset(-3)) || !tiles.Inset(3).In(r.Box) {
				t.Errorf("%v changed, want about %v", r.Box, tiles)
			}
			quad := engine.Quad{{X: 140, Y: 60}, {X: 150, Y: 60}, {X: 150, Y: 70}, {X: 140, Y: 70}}
			if got := r.Overlap(quad); got < 0.9 {
				t.Errorf("%.2f of a new tile changed, want all of it", got)
			}
		},
		"a hand in the first picture opens the gate by going": func(t *testing.T, s *scene) {
			free := s.look()
			s.arm(50)
			s.show(time.Second)
			s.px = free
			s.open(500*time.Millisecond, "hand gone")
		},
		"what lay there in the first picture and went is strange when it comes again": func(t *testing.T, s *scene) {
			free := s.look()
			s.arm(50)
			s.show(time.Second)
			with := s.look()
			s.px = slices.Clone(free)
			s.open(500*time.Millisecond, "gone")
			s.px = with
			if n := s.show(2 * time.Second); n[Still] != 0 {
				t.Errorf("back: states %v, want none still", n)
			}
			s.px = free
			s.open(500*time.Millisecond, "gone again")
		},
		"a bag put at the edge becomes part of the table": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.paint(image.Rect(0, 20, 70, 110), [3]float64{40, 30, 30})
			s.show(handHold + time.Second)
			if s.last.State != Still {
				t.Errorf("the table is %v, want still", s.last.State)
			}
		},
		"a camera that was pushed sees a new table": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			rng := rand.New(rand.NewPCG(3, 4))
			for i := range s.px {
				s.px[i] = 60 + 130*rng.Float64()
			}
			s.open(upheavalSettle+500*time.Millisecond, "pushed")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rule(t, newScene(t))
		})
	}
}

// TestARackOfWhichTilesWereTakenIsNoHand takes a rack away that lay at the picture's edge: what changes reaches in from there as a hand does,
// and a noisy camera lets some of its pixels stir for ever.
func TestARackOfWhichTilesWereTakenIsNoHand(t *testing.T) {
	s := newScene(t)
	s.noise = 6
	without := s.look()
	s.paint(image.Rect(60, 134, 90, sceneH), sceneTile)
	s.open(time.Second, "start")
	with := s.look()
	for _, left := range [][]float64{with, without} { // a hand comes and goes, and takes the tiles the second time
		s.arm(50)
		s.show(500 * time.Millisecond)
		s.px = slices.Clone(left)
		s.open(smallHold+300*time.Millisecond, "hand gone")
	}
}

// TestASlowCamerasHandsAreSeenAndItsTableIsRead takes one picture a second: the table is read in the first one without a hand.
func TestASlowCamerasHandsAreSeenAndItsTableIsRead(t *testing.T) {
	s := newScene(t)
	s.fps = 1
	s.open(5*time.Second, "start")
	for i := range 3 {
		s.px = slices.Clone(bareTable())
		s.arm(50 + i)
		if n := s.show(time.Second); n[Hand] != 1 {
			t.Fatalf("a picture with a hand: %v", n)
		}
		s.px = slices.Clone(bareTable())
		s.paint(image.Rect(140, 60, 150+10*i, 70), sceneTile)
		if n := s.show(time.Second); n[Still] != 1 || !s.last.Stirred || !s.last.Slow {
			t.Fatalf("the picture after it: %v, %+v", n, s.last)
		}
	}
}

// TestASlowCameraNeedsNoTwoEqualPicturesToBegin takes one picture in two seconds, and a hand is in all of them but the first and the last.
func TestASlowCameraNeedsNoTwoEqualPicturesToBegin(t *testing.T) {
	s := newScene(t)
	s.fps = 0.5
	s.show(2 * time.Second)
	for i := range 4 {
		s.px = slices.Clone(bareTable())
		s.paint(image.Rect(20+70*i, 60, 60+70*i, sceneH), [3]float64{110, 140, 205})
		if n := s.show(2 * time.Second); n[Still] != 0 {
			t.Fatalf("a picture with a hand: %v", n)
		}
	}
	s.px = slices.Clone(bareTable())
	s.paint(image.Rect(140, 60, 160, 70), sceneTile)
	if n := s.show(2 * time.Second); n[Still] != 1 {
		t.Errorf("the first picture without a hand: %v", n)
	}
}

func TestGateRefusesWhatIsNoPicture(t *testing.T) {
	gate := NewGate()
	defer gate.Close()
	empty, gray := gocv.NewMat(), gocv.NewMatWithSize(180, 320, gocv.MatTypeCV8UC1)
	defer empty.Close()
	defer gray.Close()
	for name, frame := range map[string]source.Frame{"no Mat": {}, "empty Mat": {Mat: empty}, "gray Mat": {Mat: gray}} {
		if _, err := gate.See(frame); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if r := gate.Changed(); r.Contains(engine.Point{X: 1, Y: 1}) {
		t.Error("something changed in a picture that was never seen")
	}
}

func BenchmarkGate(b *testing.B) {
	source, err := source.Open(scenetest.GateFilmPath+".mp4", source.Options{Loop: true})
	if err != nil {
		b.Fatal(err)
	}
	defer source.Close()
	gate := NewGate()
	defer gate.Close()
	b.ReportAllocs()
	for b.Loop() {
		frame, err := source.Next(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := gate.See(frame); err != nil {
			b.Fatal(err)
		}
	}
}
