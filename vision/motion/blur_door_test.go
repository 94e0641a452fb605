package motion

import (
	"image"
	"slices"
	"testing"
	"time"
)

// blurredEvery shows the scene with one blurred frame in so many, the first one sharp.
func (s *scene) blurredEvery(n int, d time.Duration) (passed int, states map[TableState]int) {
	s.t.Helper()
	sharp := s.px
	soft := sharp
	for range 3 {
		soft = lyingOff(lyingOff(soft, 0.5, 0.5), -0.5, -0.5)
	}
	states = s.during(d, func(int) {
		passed += one(s.last.Blurred)
		s.px = sharp
		if s.frame%n == n-1 {
			s.px = soft
		}
	})
	s.px = sharp
	return passed, states
}

func TestBlurredFramesArePassedOverAndSharpOnesCompared(t *testing.T) {
	s := newScene(t)
	s.blurredEvery(3, 2*time.Second)
	s.gate.Hold()
	s.gate.Accept()
	passed, states := s.blurredEvery(3, 2*time.Second)
	if passed < 8 || states[Still] < 28 {
		t.Errorf("%d of 30 frames are passed over, and the states are %v", passed, states)
	}
	s.arm(60)
	if _, n := s.blurredEvery(3, time.Second); n[Still] > 2 {
		t.Errorf("with a hand the states are %v", n)
	}
	s.px = slices.Clone(bareTable())
	tiles := image.Rect(140, 60, 170, 70)
	s.paint(tiles, sceneTile)
	if s.blurredEvery(3, time.Second); s.last.State != Still {
		t.Errorf("the table is %v after the hand, want still", s.last.State)
	}
	if passed, _ := s.blurredEvery(1, 2*time.Second); passed > 15 || s.last.State != Still {
		t.Errorf("%d frames of a camera that lost its focus are passed over, and the table is %v", passed, s.last.State)
	}
}

// A lens that hunts for its focus loses it little by little: what it draws meanwhile has not moved.
func TestALensThatHuntsForItsFocusMovesNothing(t *testing.T) {
	s := newScene(t)
	looks := [][]float64{s.look()}
	for range 6 {
		soft := looks[len(looks)-1]
		looks = append(looks, lyingOff(lyingOff(soft, 0.12, 0.12), -0.12, -0.12))
	}
	s.open(time.Second, "start")
	passed := 0
	n := s.during(6*time.Second, func(frame int) {
		passed += one(s.last.Blurred)
		at := frame % 45 // every three seconds, for .8 s
		s.px = looks[max(0, min(at, 12-at))]
	})
	if passed < 14 || n[Still] != 90 {
		t.Errorf("%d frames are passed over, and the states are %v; want all still", passed, n)
	}
}
