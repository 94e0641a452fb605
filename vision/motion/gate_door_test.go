package motion

import (
	"image"
	"slices"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/source"
)

// midOf is the middle of a rectangle, in pixels.
func midOf(r image.Rectangle) engine.Point {
	return engine.Point{X: float64(r.Min.X+r.Max.X) / 2, Y: float64(r.Min.Y+r.Max.Y) / 2}
}

// about says whether a region is a rectangle, to within a few pixels.
func about(r Region, want image.Rectangle) bool {
	return r.Box.In(want.Inset(-4)) && want.Inset(4).In(r.Box)
}

// knocked is the table as a camera sees it that was turned aside by so many pixels.
func knocked(px []float64, by int) []float64 {
	moved := slices.Clone(px)
	for y := range sceneH {
		for x := range sceneW {
			from := min(max(y+by, 0), sceneH-1)*sceneW + min(max(x+2*by, 0), sceneW-1)
			copy(moved[3*(y*sceneW+x):][:3], px[3*from:][:3])
		}
	}
	return moved
}

var (
	aTile, anotherTile = image.Rect(140, 60, 164, 84), image.Rect(220, 100, 244, 124)
	wholeScene         = image.Rect(0, 0, sceneW, sceneH)
)

// gateRules are what a gate must do before a scene, by name.
type gateRules map[string]func(*testing.T, *scene)

func (rules gateRules) hold(t *testing.T) {
	t.Helper()
	for name, rule := range rules {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rule(t, newScene(t))
		})
	}
}

func TestAGateIsOpenWhileTheTableIsFree(t *testing.T) {
	gateRules{
		"nothing is known before the table has rested": func(t *testing.T, s *scene) {
			if n := s.show(firstSettle); n[Moving] != 5 || n[Still] != 0 {
				t.Errorf("states %v, want five times moving", n)
			}
			if n := s.show(time.Second / 15); n[Still] != 1 {
				t.Errorf("states %v, want still after %v", n, firstSettle)
			}
		},
		"noise moves nothing": func(t *testing.T, s *scene) {
			s.noise = 4
			s.open(time.Second, "start")
			since := s.last.Since
			for range 30 {
				s.show(time.Second / 15)
				if s.last.Moved != 0 || s.last.Foreground != 0 || s.last.Since != since || s.last.State != Still {
					t.Fatalf("frame %d: %+v", s.last.Frame, s.last)
				}
			}
		},
		"a verdict has its frame and when its spell began": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.arm(60)
			first := s.frame
			s.show(400 * time.Millisecond)
			if s.last.State != Hand || s.last.Since != time.Duration(first)*time.Second/15 || s.last.Frame != s.frame-1 {
				t.Errorf("%+v, want a hand since frame %d", s.last, first)
			}
		},
		"a light that is switched moves nothing": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			for _, share := range []float64{1.3, 0.5} {
				s.shade(wholeScene, share)
				s.open(500*time.Millisecond, "light switched")
				if r := s.gate.Changed(); !r.Empty() {
					t.Errorf("%.1f of the light: %v changed, want nothing", share, r.Box)
				}
			}
			s.paint(aTile, sceneTile)
			s.open(time.Second, "tile in another light")
			if r := s.gate.Changed(); !about(r, aTile) {
				t.Errorf("%v changed, want about %v", r.Box, aTile)
			}
		},
		"light that slowly grows bluer moves nothing": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			for range 60 {
				s.each(wholeScene, func(c int, p float64) float64 {
					if c == 0 {
						return p * 1.006
					}
					return p * 0.998
				})
				s.open(time.Second/15, "evening comes")
			}
		},
	}.hold(t)
}

func TestWhatChangedIsWhatWasNotThereWhenItWasRead(t *testing.T) {
	gateRules{
		"a hand that passes changes nothing": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			free := s.look()
			hand := 0
			for tip := 150; tip > 40; tip -= 20 {
				s.px = slices.Clone(free)
				s.arm(tip)
				n := s.show(time.Second / 15)
				hand += n[Hand]
				if n[Still] > 0 {
					t.Errorf("still with a hand's tip at %d", tip)
				}
			}
			if hand < 4 {
				t.Errorf("a hand in %d of 6 frames", hand)
			}
			s.px = free
			s.open(400*time.Millisecond, "hand gone")
			if r := s.gate.Changed(); !r.Empty() || r.Share != 0 {
				t.Errorf("%v changed, want nothing", r.Box)
			}
		},
		"a tile that nobody was seen to lay is what changed": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			s.paint(aTile, sceneTile)
			s.open(600*time.Millisecond, "tile")
			r := s.gate.Changed()
			if !about(r, aTile) || !r.Contains(midOf(aTile)) || r.Contains(midOf(anotherTile)) {
				t.Errorf("%v changed, want about %v", r.Box, aTile)
			}
			if area := r.Share * sceneW * sceneH; area < 20*20 || area > 28*28 {
				t.Errorf("%.0f pixels changed, want about those of a tile", area)
			}
		},
		"a tile taken back leaves nothing changed": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			free := s.look()
			s.paint(aTile, sceneTile)
			s.open(time.Second, "tile")
			s.px = free
			s.open(time.Second, "tile taken")
			if r := s.gate.Changed(); !r.Empty() {
				t.Errorf("%v changed, want nothing", r.Box)
			}
		},
		"what was read is compared with what was read last": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			s.paint(aTile, sceneTile)
			s.open(time.Second, "a tile")
			s.gate.Hold()
			s.gate.Accept()
			if r := s.gate.Changed(); !r.Empty() {
				t.Errorf("%v changed since it was read", r.Box)
			}
			s.paint(anotherTile, sceneTile)
			s.open(time.Second, "another tile")
			if r := s.gate.Changed(); !about(r, anotherTile) {
				t.Errorf("%v changed, want about %v", r.Box, anotherTile)
			}
		},
		"what changed in a frame that is held does not depend on those after it": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			if s.gate.Hold(); s.gate.HeldChanged().Box != wholeScene {
				t.Errorf("%v changed before anything was read, want all of it", s.gate.HeldChanged().Box)
			}
			s.gate.Accept()
			s.paint(aTile, sceneTile)
			s.open(time.Second, "a tile")
			s.gate.Hold()
			s.paint(anotherTile, sceneTile)
			s.open(time.Second, "another tile")
			if r := s.gate.HeldChanged(); !about(r, aTile) {
				t.Errorf("%v changed, want about %v", r.Box, aTile)
			}
			s.gate.Accept()
			if r := s.gate.Changed(); !about(r, anotherTile) {
				t.Errorf("%v changed since, want about %v", r.Box, anotherTile)
			}
		},
		"all has changed until something was read": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			if r := s.gate.Changed(); r.Box != wholeScene || r.Share != 1 {
				t.Errorf("%v changed, want all of it", r.Box)
			}
		},
	}.hold(t)
}

func TestATableThatIsLostIsLearnedAgain(t *testing.T) {
	gateRules{
		"a camera that was knocked sees a new table after a while": func(t *testing.T, s *scene) {
			s.each(wholeScene, func(_ int, p float64) float64 { return 0.5 * p })
			for x := 0; x < sceneW; x += 16 { // a cloth with squares
				for y := x / 16 % 2 * 16; y < sceneH-16; y += 32 {
					s.shade(image.Rect(x, y, x+16, y+16), 2)
				}
			}
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			s.px = knocked(s.px, 7)
			if s.show(time.Second / 15); s.last.Moved < joltShare {
				t.Fatalf("only %.2f moved: this is no knock", s.last.Moved)
			}
			if n := s.show(upheavalSettle / 2); n[Still] != 0 {
				t.Errorf("states %v just after it, want none still", n)
			}
			s.open(upheavalSettle, "knocked")
			if r := s.gate.Changed(); r.Share < joltedShare {
				t.Errorf("only %.2f changed", r.Share)
			}
			s.gate.Hold()
			s.gate.Accept()
			s.paint(aTile, sceneTile)
			s.open(time.Second, "tile after it")
			if r := s.gate.Changed(); !about(r, aTile) {
				t.Errorf("%v changed, want about %v", r.Box, aTile)
			}
		},
		"after a long gap the table is not known": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.frame += int(longGap.Seconds()*15) - 1
			if s.show(time.Second / 15); s.last.State != Still {
				t.Errorf("after %v: %v, want still", longGap, s.last.State)
			}
			s.frame += int(longGap.Seconds()*15) + 1
			if s.show(time.Second / 15); s.last.State != Moving {
				t.Errorf("after more than %v: %v, want moving", longGap, s.last.State)
			}
			s.open(time.Second, "again")
		},
		"when time goes back the table is not known": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.frame = 3
			if s.show(time.Second / 15); s.last.State != Moving || s.last.Since != 3*time.Second/15 {
				t.Errorf("%+v, want moving from there", s.last)
			}
		},
		"what was read outlives a camera that was lost": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			s.frame += 100 * 15
			s.paint(aTile, sceneTile)
			s.open(time.Second, "back, with a tile more")
			if r := s.gate.Changed(); !about(r, aTile) {
				t.Errorf("%v changed, want about %v", r.Box, aTile)
			}
		},
	}.hold(t)
}

func TestAnotherKindOfPictureIsNotJudged(t *testing.T) {
	gateRules{
		"a frame that is no picture leaves the gate as it was": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			empty := gocv.NewMat()
			defer empty.Close()
			if _, err := s.gate.See(source.Frame{Number: s.frame, Time: time.Hour, Mat: empty}); err == nil {
				t.Error("an empty frame is no error")
			}
			s.open(time.Second/15, "the next")
			if r := s.gate.Changed(); !r.Empty() {
				t.Errorf("%v changed, want nothing", r.Box)
			}
		},
		"a picture of another size is another table": func(t *testing.T, s *scene) {
			s.open(time.Second, "start")
			s.gate.Hold()
			s.gate.Accept()
			large := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 120, 140, 0), 480, 640, gocv.MatTypeCV8UC3)
			defer large.Close()
			v, err := s.gate.See(source.Frame{Number: s.frame, Time: time.Duration(s.frame) * time.Second / 15, Mat: large})
			if err != nil || v.State != Moving {
				t.Errorf("%+v, %v; want moving", v, err)
			}
			if r := s.gate.Changed(); r.Box != image.Rect(0, 0, 640, 480) {
				t.Errorf("%v changed, want all of it", r.Box)
			}
		},
	}.hold(t)
}

func TestStatesHaveNames(t *testing.T) {
	for state, want := range map[TableState]string{Moving: "moving", Hand: "hand", Still: "still", Still + 1: "table state 3"} {
		if got := state.String(); got != want {
			t.Errorf("state %d is called %q, want %q", uint8(state), got, want)
		}
	}
}

func TestAClosedGateHoldsNoMat(t *testing.T) {
	g := NewGate()
	if err := g.Close(); err != nil || !g.view.half.Closed() || !g.view.scratch.Closed() {
		t.Errorf("closing it: %v; its pictures are closed: %v and %v", err, g.view.half.Closed(), g.view.scratch.Closed())
	}
}
