package motion

import (
	"image"
	"math"
	"slices"
	"testing"
	"time"

	"tilewatch/engine"
)

// zoneAt is a zone around a rectangle of the scene.
func zoneAt(r image.Rectangle, reach float64) Zone {
	x0, y0, x1, y1 := float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)
	return Zone{Quad: engine.Quad{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}, Reach: reach}
}

// during shows the scene frame by frame for so long, each after a change by its number.
func (s *scene) during(d time.Duration, change func(frame int)) map[TableState]int {
	s.t.Helper()
	states := map[TableState]int{}
	for i := range int(d.Seconds()*15 + 0.5) {
		change(i)
		for state, n := range s.show(time.Second / 15) {
			states[state] += n
		}
	}
	return states
}

// begin shows the free table, and a hand that comes and goes: from then on the gate knows how the table looks.
func (s *scene) begin() {
	s.t.Helper()
	s.open(time.Second, "start")
	s.arm(60)
	s.show(500 * time.Millisecond)
	s.px = slices.Clone(bareTable())
	s.open(400*time.Millisecond, "hand gone")
}

// blinks lights a spot up in two of five frames.
func (s *scene) blinks(spot image.Rectangle) func(frame int) {
	return func(frame int) {
		level := 60.0
		if frame%5 < 2 {
			level = 250
		}
		s.paint(spot, [3]float64{level, level, level})
	}
}

var sceneSpot = image.Rect(300, 6, 310, 20)

func TestALightThatFlickersIsBackground(t *testing.T) {
	s := newScene(t)
	s.begin()
	blink := s.blinks(sceneSpot)
	s.during(4*time.Second, blink)
	if n := s.during(2*time.Second, blink); n[Still] != 30 {
		t.Errorf("after four seconds of flicker the states are %v, want all still", n)
	}
	found := s.gate.Ignored()
	if len(found) != 1 || !sceneSpot.In(found[0]) || found[0].Dx() > 4*cellSide {
		t.Errorf("%v is ignored, want about %v", found, sceneSpot)
	}
	s.gate.Hold()
	s.gate.Accept()
	tiles := image.Rect(140, 60, 170, 70)
	if n := s.during(500*time.Millisecond, func(frame int) { blink(frame); s.arm(62) }); n[Still] != 0 {
		t.Errorf("with a hand the states are %v, want none still", n)
	}
	s.px = slices.Clone(bareTable())
	s.paint(tiles, sceneTile)
	if s.during(400*time.Millisecond, blink); s.last.State != Still {
		t.Errorf("the table is %v after the hand, want still", s.last.State)
	}
	if r := s.gate.Changed(); !r.Box.In(tiles.Inset(-3)) || !tiles.Inset(3).In(r.Box) {
		t.Errorf("%v changed, want about %v", r.Box, tiles)
	}
	s.show((forgetAfter + 1) * time.Second)
	if found := s.gate.Ignored(); len(found) != 0 {
		t.Errorf("%v is still ignored, long after it has stopped", found)
	}
}

func TestAScreensPictureThatMovesAboutIsBackground(t *testing.T) {
	s := newScene(t)
	screen := func(frame int) {
		s.paint(image.Rect(250, 0, 320, 30), [3]float64{90, 60, 40})
		x := 252 + frame*7%52
		s.paint(image.Rect(x, 5, x+14, 25), [3]float64{60, 220, 180})
	}
	s.during(4*time.Second, screen)
	if n := s.during(time.Second, screen); n[Still] != 15 {
		t.Errorf("the states are %v, want all still", n)
	}
}

// curtain hangs along the upper edge from a corner, so wide and long, and sways.
func (s *scene) curtain(width, length int) func(frame int) {
	return func(int) {
		at := float64(s.frame) / s.fps
		sway := math.Sin(2*math.Pi*at/2.7) + 0.6*math.Sin(2*math.Pi*at/1.1)
		for y := range length {
			for x := range width {
				fold := 50 * math.Sin(float64(x)/2+3*float64(y)/float64(length)*sway)
				s.paint(image.Rect(x, y, x+1, y+1), [3]float64{120 + fold, 110 + fold, 150 + fold})
			}
		}
	}
}

// A curtain reaches far along the edge and not in.
func TestACurtainAlongTheEdgeIsBackgroundBeforeTheFirstPlay(t *testing.T) {
	s := newScene(t)
	s.gate.Attend(nil) // no board is known yet
	curtain := s.curtain(82, 27)
	curtain(0)
	s.open(time.Second, "start")
	s.during(2*time.Second, curtain)
	if n := s.during(time.Second, curtain); n[Hand] != 0 || n[Still] != 15 {
		t.Errorf("the states are %v, want all still", n)
	}
	if n := s.during(time.Second, func(frame int) { curtain(frame); s.arm(62) }); n[Still] != 0 {
		t.Errorf("with a hand the states are %v, want none still", n)
	}
}

// A hand that comes out of a curtain is a hand, though the curtain hides where it crosses the picture's edge.
func TestAHandThatComesOutOfACurtainIsSeen(t *testing.T) {
	s := newScene(t)
	s.gate.Attend([]Zone{zoneAt(image.Rect(120, 80, 200, 120), 0.2)})
	curtain := s.curtain(sceneW, 15)
	arm := func(frame int) {
		s.paint(image.Rect(140, 0, 175, 100), [3]float64{110, 140, 205})
		curtain(frame)
	}
	s.during((restlessAfter+1)*time.Second, curtain)
	for range 2 {
		s.during(500*time.Millisecond, arm)
		if n := s.during(2*time.Second, arm); n[Hand] != 30 {
			t.Errorf("with a hand the states are %v, want all hand", n)
		}
		s.px = slices.Clone(bareTable())
		s.during(500*time.Millisecond, curtain)
		if n := s.during(time.Second, curtain); n[Still] != 15 {
			t.Errorf("without it the states are %v, want all still", n)
		}
	}
}

// Where a hand was a moment ago, and moves beside it still, is as little background as where it is.
func TestWhatMovesBesideALargePatchIsAsLarge(t *testing.T) {
	g := ground{}
	g.fit(&view{w: 320, h: 180, factor: 4})
	g.attend(nil)
	cells := make([]int, len(g.quiet))
	move := func(left, right int) {
		clear(cells)
		for y := 3; y < 9; y++ {
			for x := left; x < right; x++ {
				cells[y*g.columns+x] = cellSide * cellSide
			}
		}
		g.learn(cells, 1.0/15, true)
	}
	for i := range g.held {
		g.held[i] = true
	}
	for range 5 {
		move(6, 14)
	}
	clear(g.held)
	for range 20 {
		move(7, 13)
	}
	if found := g.regions(); len(found) != 0 {
		t.Errorf("%v is background after two seconds", found)
	}
}

// One quick turn follows the other: the pauses between hands are no motion in place.
func TestThePausesBetweenHandsMakeNoBackground(t *testing.T) {
	g := ground{}
	g.fit(&view{w: 320, h: 180, factor: 4})
	cells := make([]int, len(g.quiet))
	at := 5*g.columns + 8
	for range 6 {
		cells[at] = cellSide * cellSide
		for i := range 10 { // every other frame, as a hand that looks for its place
			cells[at] = i % 2 * cellSide * cellSide
			g.held[at] = true
			g.learn(cells, 1.0/15, true)
		}
		clear(g.held)
		cells[at] = 0
		for range 11 {
			g.learn(cells, 1.0/15, true)
		}
	}
	if found := g.regions(); len(found) != 0 {
		t.Errorf("%v is background after six turns", found)
	}
}

func TestWhatMovesWhereAPlayCanLieIsBackgroundLater(t *testing.T) {
	for name, c := range map[string]struct {
		zones []Zone
		found int
	}{
		"away from the zones": {[]Zone{zoneAt(image.Rect(900, 500, 960, 560), 1)}, 1},
		"in a zone":           {[]Zone{zoneAt(image.Rect(520, 280, 580, 340), 1)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			g := ground{}
			g.fit(&view{w: 320, h: 180, factor: 4})
			g.attend(c.zones)
			cells := make([]int, len(g.quiet))
			cells[5*g.columns+8] = cellSide * cellSide
			for range 50 {
				g.learn(cells, 1.0/15, true)
			}
			if found := g.regions(); len(found) != c.found {
				t.Errorf("%v is background after three seconds, want %d regions", found, c.found)
			}
		})
	}
}

// A hand comes in before the screen: what it moved there is not the screen's motion.
func TestAScreenBehindAHandIsBackgroundSoonAfterIt(t *testing.T) {
	s := newScene(t)
	s.begin()
	s.gate.Attend(nil) // no board is known yet
	screen := func(frame int) {
		x := 272 + frame*5%30
		s.paint(image.Rect(260, 0, 320, 30), [3]float64{90, 60, 40})
		s.paint(image.Rect(x, 6, x+12, 22), [3]float64{60, 220, 180})
	}
	s.during(2*time.Second, func(frame int) {
		s.px = slices.Clone(bareTable())
		screen(frame)
		s.paint(image.Rect(150+frame%9, 0, sceneW, 70), [3]float64{110, 140, 205})
	})
	s.px = slices.Clone(bareTable())
	s.during(1500*time.Millisecond, screen)
	if n := s.during(time.Second, screen); n[Still] != 15 {
		t.Errorf("the states are %v, want all still", n)
	}
}

// What matters is a zone in the middle: whoever moves far from it holds nothing up.
func TestWhatMovesOutOfReachHoldsNothingUp(t *testing.T) {
	s := newScene(t)
	s.begin()
	s.gate.Hold()
	s.gate.Accept()
	person := func(frame int) {
		s.px = slices.Clone(bareTable())
		s.paint(image.Rect(265-frame%7, 60, sceneW, 150), [3]float64{40, 50, 60})
	}
	if n := s.during(time.Second, person); n[Still] != 0 {
		t.Errorf("without zones the states are %v, want none still", n)
	}
	if !image.Rect(270, 70, 310, 140).In(s.last.Where) {
		t.Errorf("the gate is held at %v, want where the person is", s.last.Where)
	}
	s.gate.Attend([]Zone{zoneAt(image.Rect(140, 60, 170, 75), 1)})
	s.during(200*time.Millisecond, person)
	if n := s.during(3*time.Second, person); n[Still] != 45 {
		t.Errorf("the states are %v, want all still", n)
	}
	if r := s.gate.Changed(); !r.Empty() {
		t.Errorf("%v changed, want nothing", r.Box)
	}
}

func TestAHandOverTheZonesIsNeverBackground(t *testing.T) {
	s := newScene(t)
	s.begin()
	s.gate.Attend([]Zone{zoneAt(image.Rect(140, 60, 170, 75), 1)})
	n := s.during(10*time.Second, func(frame int) {
		s.px = slices.Clone(bareTable())
		s.arm(50 + frame%6)
	})
	if n[Still] != 0 {
		t.Errorf("the states are %v, want none still", n)
	}
}

// A hand that reached the structure draws back for the next tile, and rests there.
func TestAHandThatDrawsBackHoldsTheGateForAWhile(t *testing.T) {
	s := newScene(t)
	s.begin()
	s.gate.Attend([]Zone{zoneAt(image.Rect(140, 40, 170, 55), 1)})
	s.arm(50)
	s.show(500 * time.Millisecond)
	s.px = slices.Clone(bareTable())
	s.arm(110)
	if n := s.show(lingers - 200*time.Millisecond); n[Still] != 0 {
		t.Errorf("the states are %v, want none still", n)
	}
	if s.show(400 * time.Millisecond); s.last.State != Still {
		t.Errorf("the table is %v while the hand rests far off, want still", s.last.State)
	}
}
