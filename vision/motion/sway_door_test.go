package motion

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// swaying shows the scene through a camera that sways by a pixel and a half of the view.
func (s *scene) swaying(d time.Duration) map[TableState]int {
	s.t.Helper()
	steady := s.px
	soft := lyingOff(lyingOff(steady, 0.5, 0.5), -0.5, -0.5) // as a lens draws it: between two pixels it is as sharp as on one
	states := s.during(d, func(int) {
		at := float64(s.frame) / 15
		s.px = lyingOff(soft, 1.5*math.Sin(3.3*at), 0.7*math.Sin(4.8*at))
	})
	s.px = steady
	return states
}

// lyingOff is the picture moved by so many pixels; what comes in at the edge repeats it.
func lyingOff(px []float64, dx, dy float64) []float64 {
	at := func(x, y, c int) float64 { return px[3*(min(sceneH-1, max(0, y))*sceneW+min(sceneW-1, max(0, x)))+c] }
	off := make([]float64, len(px))
	for y := range sceneH {
		for x := range sceneW {
			fx, fy := float64(x)-dx, float64(y)-dy
			x0, y0 := int(math.Floor(fx)), int(math.Floor(fy))
			fx, fy = fx-float64(x0), fy-float64(y0)
			for c := range 3 {
				off[3*(y*sceneW+x)+c] = (1-fy)*((1-fx)*at(x0, y0, c)+fx*at(x0+1, y0, c)) + fy*((1-fx)*at(x0, y0+1, c)+fx*at(x0+1, y0+1, c))
			}
		}
	}
	return off
}

func TestASwayingCamerasTableIsStillAndItsHandsAreSeen(t *testing.T) {
	s := newScene(t)
	s.swaying(2 * time.Second)
	if n := s.swaying(2 * time.Second); n[Still] < 28 {
		t.Errorf("the states are %v, want nearly all still", n)
	}
	s.gate.Hold()
	s.gate.Accept()
	s.arm(60)
	if n := s.swaying(time.Second); n[Still] != 0 {
		t.Errorf("with a hand the states are %v, want none still", n)
	}
	tiles := image.Rect(140, 60, 170, 70)
	s.px = slices.Clone(bareTable())
	s.paint(tiles, sceneTile)
	if s.swaying(500 * time.Millisecond); s.last.State != Still {
		t.Errorf("the table is %v after the hand, want still", s.last.State)
	}
	if r := s.gate.Changed(); !r.Box.In(tiles.Inset(-4)) || !tiles.Inset(4).In(r.Box) {
		t.Errorf("%v changed, want about %v", r.Box, tiles)
	}
	if found := s.gate.Ignored(); len(found) != 0 {
		t.Errorf("%v is ignored, want nothing", found)
	}
}

func TestAShiftIsMeasuredToAFractionOfAPixel(t *testing.T) {
	for _, want := range []shift{{0.3, -0.2, 0}, {1.4, 0.9, 0}, {-2.5, 1, 0}, {0, 0, 0.004}, {1.4, -0.9, -0.01}} {
		v := watched(t)
		table := func(off shift) func(x, y int) float64 {
			return func(x, y int) float64 {
				cx, cy := float64(x-160)-float64(off.x), float64(y-90)-float64(off.y)
				u, w := cx+float64(off.turn)*cy, cy-float64(off.turn)*cx
				return 110 + 30*math.Sin((0.6*u+0.8*w)/6) + 20*math.Sin((0.9*u-0.4*w)/4)
			}
		}
		looks(t, v, table(shift{}))
		m := learnt(v)
		looks(t, v, table(want))
		got, ok := v.register(m, shift{})
		if !ok || abs32(got.x-want.x) > 0.1 || abs32(got.y-want.y) > 0.1 || abs32(got.turn-want.turn) > 0.001 {
			t.Errorf("measured %v, %v, want %v", got, ok, want)
		}
		looks(t, v, ribs)
		if got, ok := v.register(m, shift{}); ok {
			t.Errorf("another table is taken for this one, off by %v", got)
		}
	}
}

func TestAHandBeforeACameraThatStandsShiftsNothing(t *testing.T) {
	v := watched(t)
	noisy := func(seed uint64, hand int) func(x, y int) float64 {
		r := rand.New(rand.NewPCG(seed, 3))
		return func(x, y int) float64 {
			if x < hand && 60 < y && y < 120 {
				return 230
			}
			return 110 + 30*math.Sin((0.6*float64(x)+0.8*float64(y))/6) + 4*r.Float64()
		}
	}
	looks(t, v, noisy(1, 0))
	m := learnt(v)
	looks(t, v, noisy(2, 200))
	if got, ok := v.register(m, shift{}); ok || got != (shift{}) {
		t.Errorf("measured %v, %v, want that nothing lies off", got, ok)
	}
}

func TestWhatAShiftBringsInAtTheEdgeDoesNotMove(t *testing.T) {
	v := watched(t)
	table := func(off float64) func(x, y int) float64 {
		return func(x, y int) float64 { return 110 + 40*math.Sin((float64(x)-off+0.5*float64(y))/8) }
	}
	looks(t, v, table(0))
	looks(t, v, table(5))
	v.move(shift{x: 5})
	if moved := v.motion(); moved != 0 {
		t.Errorf("%.4f of the picture moved", moved)
	}
}
