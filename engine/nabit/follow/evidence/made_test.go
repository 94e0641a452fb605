package evidence

import (
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/reading/madeup"
)

// board lays the text as tiles of the color in one row, from column 0 on.
func board(color engine.Color, text string) engine.Board {
	b := engine.Board{}
	for i, letter := range text {
		b[engine.Place{Col: i}] = engine.Cell{Letter: engine.Letter(letter), Color: color, Height: 1}
	}
	return b
}

// eye is a made-up camera that looks at a structure.
type eye struct {
	madeup.Camera
	r    *rand.Rand
	pose madeup.Pose
}

func newEye() *eye {
	r := rand.New(rand.NewPCG(3, 5))
	camera := madeup.Oblique
	camera.Missing, camera.Ghosts = 0, 0
	return &eye{camera, r, madeup.Anyhow(r)}
}

func (e *eye) see(b engine.Board) engine.Observation {
	return e.Observe(e.r, b, e.pose.Relaid(e.r), 0, 0)
}

// sighting registers a picture of the table to the board that is believed to lie there.
func (e *eye) sighting(table, believed engine.Board) Sighting {
	return Register(e.see(table), believed, nil, len(believed)/2+1)
}

func window(sightings ...Sighting) *Window {
	w := NewWindow()
	for _, s := range sightings {
		w.Add(s)
	}
	return w
}

func TestABoardIsFoundInAnyOriginAndTurn(t *testing.T) {
	e, b := newEye(), board(engine.Red, "HOUSE")
	for range 20 {
		s := e.sighting(b, b)
		if s.Contradicts || !s.Shows(b) {
			t.Fatalf("the board is not found: agreement %.1f", s.Agreement)
		}
		for p, c := range b {
			if m := s.View().Looks[p]; m.LetterOf(c) < -3 {
				t.Errorf("%v should read %s, which has %.1f nats", p, c.Letter, m.LetterOf(c))
			}
		}
	}
	if s := e.sighting(board(engine.Green, "QUIZ"), b); !s.Contradicts {
		t.Error("another board is taken for this one")
	}
}

func TestAMovedStructureIsDisplaced(t *testing.T) {
	e, b := newEye(), board(engine.Red, "HOUSE")
	at := map[engine.Place]engine.Quad{}
	for p, l := range e.sighting(b, b).Looks {
		at[p] = l.Quad
	}
	if far, turned, ok := Register(e.see(b), b, at, 3).Displacement(b, at); !ok || far > 0.1 || turned > 2 {
		t.Errorf("a structure that lies still is %.1f sides off and turned by %.0f degrees", far, turned)
	}
	e.pose.Center.X += 2 * e.pose.Pitch
	e.pose.Angle += 30
	if far, turned, ok := Register(e.see(b), b, at, 3).Displacement(b, at); !ok || far < 1.5 || turned < 25 || turned > 35 {
		t.Errorf("a structure that moved is %.1f sides off and turned by %.0f degrees", far, turned)
	}
}

func TestManyPicturesOfOneTableWeighAtMostTwice(t *testing.T) {
	e, b := newEye(), board(engine.Red, "HOUSE")
	w := NewWindow()
	for n := 1; n <= 80; n++ {
		w.Add(e.sighting(b, b))
		v := w.View()
		if n == 1 && v.Weight != 1 || v.Weight < 1 || v.Weight > 1/correlation {
			t.Fatalf("%d pictures weigh %.2f", n, v.Weight)
		}
	}
	if w.Count > longest+1 {
		t.Errorf("the window remembers %.1f pictures", w.Count)
	}
}

func TestATableThatChangedIsNoticed(t *testing.T) {
	e, b := newEye(), board(engine.Red, "HOUSE")
	w := window(e.sighting(b, b), e.sighting(b, b), e.sighting(b, b))
	if _, changed := e.sighting(b, b).Changed(w.View(), nil); changed {
		t.Error("another picture of the same table counts as a change")
	}
	other := board(engine.Red, "HORSE")
	if _, changed := e.sighting(other, b).Changed(w.View(), nil); !changed {
		t.Error("an exchanged tile is not noticed")
	}
	less := board(engine.Red, "HOUS")
	missed, changed := e.sighting(less, b).Changed(w.View(), nil)
	if changed || !missed[engine.Place{Col: 4}] {
		t.Errorf("a tile that one picture misses: missed %v, changed %t", missed, changed)
	}
	if _, changed := e.sighting(less, b).Changed(w.View(), missed); !changed {
		t.Error("a tile that two pictures miss has not gone")
	}
	if !e.sighting(board(engine.Red, "HOUSES"), b).ShowsNew(b, w.View()) {
		t.Error("a new tile is not noticed")
	}
}

func TestALetterIsRememberedByHeightAndOrientation(t *testing.T) {
	e, b := newEye(), board(engine.Red, "HOUSE")
	belief := Belief{}
	belief.Learn(window(e.sighting(b, b), e.sighting(b, b)), b)
	at := engine.Place{Col: 2}
	known := belief.Of(at, 1)
	if got := Argmax(known[0][:]); got != 'U'-'A' {
		t.Errorf("U is remembered as %c", 'A'+got)
	}
	if belief.Of(at, 2) != ([4]Letters{}) {
		t.Error("the belief knows a tile that never lay there")
	}
	turned := belief.Turned(1).Of(at.Turn(1), 1)
	if turned[3] != known[0] {
		t.Error("three further quarter turns do not bring the letter back")
	}
	if belief.Upright(0) < belief.Upright(1) || belief.Upright(0) < belief.Upright(2) {
		t.Error("the letters do not read best the right way up")
	}
	if belief.Forget(at, 1); belief.Of(at, 1) != ([4]Letters{}) {
		t.Error("a forgotten letter is remembered")
	}
}

func TestAStackOccludesUnlessThePlaceWasSeenWhole(t *testing.T) {
	at, front := engine.Place{}, engine.Place{Row: 2}
	for _, test := range []struct {
		rule string
		high int
		open engine.Board
		want bool
	}{
		{"a low stack occludes nothing", tallStack - 1, nil, false},
		{"a tall one may occlude", tallStack, nil, true},
		{"not if it stood there when the place was seen whole", tallStack, engine.Board{front: {Height: tallStack}}, false},
		{"but if it has grown since", tallStack + 1, engine.Board{front: {Height: tallStack}}, true},
	} {
		b := engine.Board{at: {Height: 1}, front: {Height: test.high}}
		if got := Occluded(at, b, test.open); got != test.want {
			t.Errorf("%s: %t", test.rule, got)
		}
	}
	far := engine.Board{at: {Height: 1}, engine.Place{Row: occludedReach + 1}: {Height: 5}}
	if Occluded(at, far, nil) {
		t.Error("a stack far away occludes")
	}
}

func TestALostTileCostsUnlessAStackMayOccludeIt(t *testing.T) {
	e, b := newEye(), board(engine.Red, "HOUSE")
	v := e.sighting(board(engine.Red, "HOU"), b).View()
	if got := v.Losses(b, nil); got != lost+AlsoLost {
		t.Errorf("two lost tiles cost %.2f nats", got)
	}
	b[engine.Place{Row: 1, Col: 4}] = engine.Cell{Letter: 'X', Color: engine.Red, Height: 5}
	if got := v.Losses(b, nil); got != lost {
		t.Errorf("two occluded tiles and a lost stack cost %.2f nats", got)
	}
}

func TestAPersonsWordReplacesWhatTheCameraMisreads(t *testing.T) {
	e, seen := newEye(), board(engine.Red, "HORSE")
	right := board(engine.Red, "HOUSE")
	at := engine.Place{Col: 2}
	pins := Pins{}
	if got := pins.Correct(seen, right, window(e.sighting(seen, seen))); len(got) != 1 || got[0] != at {
		t.Fatalf("corrected %v", got)
	}
	read := func(table engine.Board) int {
		l := pins.Apply(e.sighting(table, right)).Looks[at]
		return Argmax(l.Letter[0][:])
	}
	if got := read(seen); got != 'U'-'A' {
		t.Errorf("the pinned tile reads %c", 'A'+got)
	}
	if got := read(board(engine.Red, "HOTSE")); got != 'T'-'A' || len(pins) != 0 {
		t.Errorf("another tile in that place reads %c, with %d pins", 'A'+got, len(pins))
	}
}
