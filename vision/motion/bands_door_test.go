package motion

import (
	"image"
	"math"
	"slices"
	"testing"
	"time"
)

// humming shows the scene in bands of light that wander.
func (s *scene) humming(d time.Duration) map[TableState]int {
	s.t.Helper()
	steady := s.px
	states := s.during(d, func(int) {
		s.px = slices.Clone(steady)
		for y := range sceneH {
			by := 1 + 0.08*math.Sin(2*math.Pi*(float64(s.frame)/3+2.5*float64(y)/sceneH))
			for i := 3 * y * sceneW; i < 3*(y+1)*sceneW; i++ {
				s.px[i] *= by
			}
		}
	})
	s.px = steady
	return states
}

func TestUnderAHummingLampTheTableIsStillAndHandsAreSeen(t *testing.T) {
	s := newScene(t)
	s.humming(2 * time.Second)
	if n := s.humming(2 * time.Second); n[Still] < 28 {
		t.Errorf("the states are %v, want nearly all still", n)
	}
	s.gate.Hold()
	s.gate.Accept()
	s.arm(60)
	if n := s.humming(time.Second); n[Still] != 0 {
		t.Errorf("with a hand the states are %v, want none still", n)
	}
	tiles := image.Rect(140, 60, 170, 70)
	s.px = slices.Clone(bareTable())
	s.paint(tiles, sceneTile)
	if s.humming(500 * time.Millisecond); s.last.State != Still {
		t.Errorf("the table is %v after the hand, want still", s.last.State)
	}
	if r := s.gate.Changed(); !r.Box.In(tiles.Inset(-4)) || !tiles.Inset(4).In(r.Box) {
		t.Errorf("%v changed, want about %v", r.Box, tiles)
	}
}
