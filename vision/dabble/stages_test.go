package dabble

import (
	"math"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/number"
)

// standing is the pose of a rack before a camera: it leans back, and is turned a little.
func standing(cam *calibration.Camera, lean, turn float64) pose {
	sin, cos := math.Sincos(lean)
	about := geom.Vec{0, turn, 0}
	p := pose{cam: cam, right: geom.Vec{1, 0, 0}.Turned(about), down: geom.Vec{0, cos, -sin}.Turned(about), rise: 1.1}
	p.t = geom.Vec{-2.5, -2, 14}
	return p
}

// lettersOn are candidates at the places of a rack whose anchor is 4, 5.
func lettersOn(p *pose, places []node) []candidate {
	var all []candidate
	for _, at := range places {
		mid := p.node(float64(at.Col)-2*letterLeft, float64(at.Row)-letterLeft)
		foot := p.node(float64(at.Col), float64(at.Row)+0.5)
		high := geom.Dist(p.pixel(mid), p.pixel(foot))
		all = append(all, candidate{At: p.pixel(mid), W: 0.8 * high, H: high, Dark: true, Ground: [3]float64{180, 200, 210}, Ink: 120, Plain: 1})
	}
	return all
}

var whole = anchor{4, 5}

// likely takes all candidates for letters.
var likely = classifier{
	eitherWay: func(int, *seed) [2]float64 { return [2]float64{1, 0} },
	straight:  func(int) [4]float64 { return [4]float64{1} },
}

func TestLettersOfARackAreOneLattice(t *testing.T) {
	cam := calibration.Pinhole(1600, 1200, 1200)
	for _, tt := range []struct {
		rule       string
		lean, turn float64
		places     []node
	}{
		{"from the front", 0.3, 0, whole.places()},
		{"leaning far back", 0.8, 0, whole.places()},
		{"from the side", 0.4, 0.4, whole.places()},
		{"with gaps", 0.4, 0, append(whole.places()[:7:7], whole.places()[10:]...)},
		{"two tiers", 0.4, 0, whole.places()[9:]},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			p := standing(cam, tt.lean, tt.turn)
			all := lettersOn(&p, tt.places)
			best := 0
			used := make([]bool, len(all))
			findLattices(all, newIndex(all), used, likely, func(l *lattice) bool {
				best = max(best, len(l.Cells))
				for _, m := range l.Cells {
					used[m] = true
				}
				return true
			})
			if best < len(tt.places)-1 {
				t.Errorf("%d of %d letters are on one lattice", best, len(tt.places))
			}
		})
	}
}

func TestWhatReadsAsNoLetterSeedsNoLattice(t *testing.T) {
	p := standing(calibration.Pinhole(1600, 1200, 1200), 0.4, 0)
	all := lettersOn(&p, whole.places())
	none := classifier{eitherWay: func(int, *seed) (no [2]float64) { return no }, straight: func(int) (no [4]float64) { return no }}
	findLattices(all, newIndex(all), make([]bool, len(all)), none, func(*lattice) bool {
		t.Error("a lattice of no letters")
		return false
	})
}

// latticeOf is the lattice of a rack's letters.
func latticeOf(places []node) lattice {
	l := lattice{Lattice: gridfit.Lattice{Triangular: true, Cells: map[node]int{}}}
	for i, at := range places {
		l.Cells[at] = i
	}
	return l
}

func TestPoseIsFittedToProjectedLetters(t *testing.T) {
	cam := calibration.Pinhole(1600, 1200, 1200)
	for _, lean := range []float64{-0.3, 0.2, 0.5, 0.8} {
		truth := standing(cam, lean, 0.2)
		all, l := lettersOn(&truth, whole.places()), latticeOf(whole.places())
		got, ok := l.findPose(cam, all)
		if !ok {
			t.Fatal("no pose")
		}
		if r, d := got.right.Dot(truth.right), got.down.Dot(truth.down); r < 0.999 || d < 0.999 {
			t.Errorf("lean %.1f: axes are off by %.1f and %.1f degrees", lean, math.Acos(min(r, 1))*180/math.Pi, math.Acos(min(d, 1))*180/math.Pi)
		}
		worst := 0.0
		for _, at := range whole.places() {
			x, y := float64(at.Col), float64(at.Row)
			worst = max(worst, geom.Dist(got.pixel(got.node(x, y)), truth.pixel(truth.node(x, y))))
		}
		if worst > 2 {
			t.Errorf("lean %.1f: places are off by %.1f pixels", lean, worst)
		}
	}
}

func TestAPoseBearsAnOutlier(t *testing.T) {
	cam := calibration.Pinhole(1600, 1200, 1200)
	truth := standing(cam, 0.4, 0)
	all, l := lettersOn(&truth, whole.places()), latticeOf(whole.places())
	all[7].At.X += 40
	got, ok := l.findPose(cam, all)
	if d := got.down.Dot(truth.down); !ok || d < 0.99 {
		t.Errorf("one letter half a tile off turns the rack by %.1f degrees", math.Acos(min(d, 1))*180/math.Pi)
	}
}

func TestPlacesOfARack(t *testing.T) {
	places := whole.places()
	if len(places) != 20 {
		t.Fatalf("%d places, want 20", len(places))
	}
	held := 0
	for row := -3; row < 9; row++ {
		for col := -5; col < 16; col++ {
			if whole.holds(node{Row: row, Col: col}) {
				held++
			}
		}
	}
	if held != len(places) {
		t.Errorf("the rack holds %d nodes", held)
	}
	for _, at := range places {
		if !whole.holds(at) {
			t.Errorf("%v is no place of its own rack", at)
		}
	}
	if first, last := whole.slot(longest, 0), whole.slot(longest, longest-1); last.Col-first.Col != 2*(longest-1) || first.Row != whole.Row {
		t.Errorf("the lowest tier reaches from %v to %v", first, last)
	}
}

func TestTheOutlineDecidesHowRowsAreShifted(t *testing.T) {
	sheared := lattice{Lattice: gridfit.Lattice{Triangular: true, Cells: map[node]int{}}}
	for i, at := range whole.places() {
		sheared.Cells[at.Add(node{Col: 2 * at.Row})] = i // each row a tile further right
	}
	sheared.fitOutline()
	if len(sheared.Cells) != 20 {
		t.Errorf("%d of 20 letters are kept", len(sheared.Cells))
	}
	outside := latticeOf(append(whole.places(), node{Row: -1}, node{Row: 4, Col: 14}))
	outside.fitOutline()
	if len(outside.Cells) != 20 {
		t.Errorf("%d letters are kept, and 20 fit on a rack", len(outside.Cells))
	}
}

// faceWith is a face of plastic with rectangles of ink: left, top, right, bottom, in sides from its middle.
func faceWith(plastic, ink uint8, strokes ...[4]float64) []uint8 {
	gray := make([]uint8, faceSize*faceSize)
	for i := range gray {
		x, y := (float64(i%faceSize)+0.5)/faceSize-0.5, (float64(i/faceSize)+0.5)/faceSize-0.5
		gray[i] = plastic
		for _, s := range strokes {
			if x > s[0] && y > s[1] && x < s[2] && y < s[3] {
				gray[i] = ink
			}
		}
	}
	return gray
}

func TestPrintOfAFace(t *testing.T) {
	letter := [][4]float64{{-0.2, -0.27, -0.1, 0.25}, {-0.2, 0.15, 0.15, 0.25}} // an L
	value := [4]float64{0.3, 0.28, 0.35, 0.42}
	for _, tt := range []struct {
		rule         string
		plastic, ink uint8
		dark         bool
	}{{"dark ink", 210, 40, true}, {"light ink", 50, 220, false}} {
		t.Run(tt.rule, func(t *testing.T) {
			p := printOf(faceWith(tt.plastic, tt.ink, append(letter, value)...), tt.dark)
			if math.Abs(p.letter.High()-0.52) > 0.05 || math.Abs(p.letter.Wide()-0.35) > 0.05 {
				t.Errorf("the letter is %.2f high and %.2f wide", p.letter.High(), p.letter.Wide())
			}
			if p.value.Empty() || p.value.X0 < 0.25 || p.solid {
				t.Errorf("the value is %v; the letter is solid: %v", p.value, p.solid)
			}
			if math.Abs(p.contrast-170) > 5 || math.Abs(p.ground-float64(tt.plastic)) > 3 {
				t.Errorf("contrast %.0f on %.0f", p.contrast, p.ground)
			}
		})
	}
	if p := printOf(faceWith(200, 200), true); !p.letter.Empty() && p.contrast > 5 {
		t.Errorf("a bare face has contrast %.0f", p.contrast)
	}
	if p := printOf(faceWith(200, 40, [4]float64{-0.2, -0.2, 0.2, 0.2}), true); !p.solid {
		t.Error("a cloth's square is a letter")
	}
	if p := printOf(faceWith(200, 40, [4]float64{-0.4, 0.3, 0.4, 0.44}), true); !p.letter.Empty() {
		t.Errorf("the shade of the rack's lip is a letter %v", p.letter)
	}
	joined := printOf(faceWith(200, 40, append(letter, [4]float64{0.1, 0.2, 0.3, 0.42})...), true)
	if math.Abs(joined.letterHigh()-0.5) > 0.06 {
		t.Errorf("a letter that touches its value is %.2f high", joined.letterHigh())
	}
}

func TestDigitsInACorner(t *testing.T) {
	c := corner{Patch: number.Patch{Side: valueSize, Pix: make([]uint8, valueSize*valueSize), Of: box{X0: valueFrom, Y0: valueFrom, X1: valueTo, Y1: valueTo}}, ground: 200, ink: 40}
	for i := range c.Pix {
		c.Pix[i] = 200
	}
	ink := func(x0, y0, x1, y1 int) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				c.Pix[y*valueSize+x] = 40
			}
		}
	}
	ink(30, 20, 36, 46)
	ink(42, 20, 52, 46)
	ink(0, 0, 8, 20) // the letter's foot
	boxes := c.boxes(0.5)
	if len(boxes) != 2 || boxes[0].X0 >= boxes[1].X0 {
		t.Fatalf("%d digits: %v", len(boxes), boxes)
	}
	l := valueLineModel{y0: boxes[0].Y0, y1: boxes[0].Y1, x: 0.4, wide: 0.08}
	if on := l.digitsIn(&c); len(on) != 2 {
		t.Errorf("%d digits on the line", len(on))
	}
	l.y0, l.y1 = l.y0-0.3, l.y1-0.3
	if on := l.digitsIn(&c); len(on) != 0 {
		t.Errorf("%d digits on a line elsewhere", len(on))
	}
	if tall := c.tallest(); math.Abs(tall.High()-26*valueUnit) > 1e-9 {
		t.Errorf("the tallest is %.3f high", tall.High())
	}
	if got := c.darkestColumn(boxes[0]); math.Abs(got-160) > 1 {
		t.Errorf("the darkest column differs by %.0f", got)
	}
}

func TestTheTableBeforeARack(t *testing.T) {
	s, racks := twoRacks()
	table := racks[0].table(middleSlope)
	for _, v := range []geom.Vec{table.right, table.front, table.up} {
		if math.Abs(v.Dot(v)-1) > 1e-9 {
			t.Errorf("an axis is %.3f long", math.Sqrt(v.Dot(v)))
		}
	}
	if math.Abs(table.right.Dot(table.front))+math.Abs(table.right.Dot(table.up))+math.Abs(table.front.Dot(table.up)) > 1e-9 {
		t.Error("the axes are not square")
	}
	v := table.origin.Add(table.right.Scale(1.5)).Add(table.front.Scale(2))
	got, ok := table.intersect(s, racks[0].pixel(v))
	if d := got.Add(v.Scale(-1)); !ok || d.Dot(d) > 1e-12 {
		t.Errorf("the ray to a point of the table meets it at %v, want %v", got, v)
	}
	if distance, ok := s.inFrontOf(&racks[0], 0); ok {
		t.Errorf("a candidate without ink lies before the rack, %.1f off", distance)
	}
}

func TestCandidatesFoundTwice(t *testing.T) {
	a := candidate{At: engine.Point{X: 50, Y: 50}, W: 20, H: 30, Dark: true}
	smaller, other, light := a, a, a
	smaller.At.X, smaller.W, smaller.H = 52, 18, 27
	other.At.X = 80
	light.Dark = false
	kept := withoutDuplicates([]candidate{smaller, a, other, light})
	if len(kept) != 3 || kept[0].W != 20 {
		t.Errorf("%d candidates are kept: %v", len(kept), kept)
	}
	if i, ok := nearest(newIndex(kept), engine.Point{X: 78, Y: 50}, 20, func(i int) bool { return kept[i].Dark }); !ok || kept[i].At.X != 80 {
		t.Errorf("the nearest is %d", i)
	}
	if _, ok := nearest(newIndex(kept), engine.Point{X: math.NaN()}, 20, func(int) bool { return true }); ok {
		t.Error("something lies near nowhere")
	}
	if _, ok := nearest(newIndex(kept), engine.Point{}, math.Inf(1), func(int) bool { return true }); ok {
		t.Error("a search without bounds")
	}
}

func TestSeedsOfOneKind(t *testing.T) {
	s := seed{e1: engine.Point{X: 60}, e2: engine.Point{Y: 60}, votes: 5}
	like, unlike := s, s
	like.e1.X, unlike.e1.X = 63, 75
	if !s.similar(&like) || s.similar(&unlike) {
		t.Error("similar seeds")
	}
	if got := distinctSeeds([]*seed{&s, &like, &unlike}); len(got) != 2 {
		t.Errorf("%d distinct seeds of 3, want 2", len(got))
	}
	m := candidate{H: 60 / usualPitch}
	if usual, odd := s.priority(&m), unlike.priority(&m); usual <= odd {
		t.Errorf("the usual pitch has priority %.1f, another %.1f", usual, odd)
	}
	for i, c := range s.quad(&candidate{At: engine.Point{X: 100, Y: 100}}) {
		if math.Abs(math.Abs(c.X-100)-30) > 3 || math.Abs(math.Abs(c.Y-100)-30) > 5 {
			t.Errorf("corner %d of the face is %v", i, c)
		}
	}
}
