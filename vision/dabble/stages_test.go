package dabble

import (
	"math"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/dabble/lattice"
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
		mid := p.node(float64(at.Col)-2*lattice.LetterLeft, float64(at.Row)-lattice.LetterLeft)
		foot := p.node(float64(at.Col), float64(at.Row)+0.5)
		high := geom.Dist(p.pixel(mid), p.pixel(foot))
		all = append(all, candidate{At: p.pixel(mid), W: 0.8 * high, H: high, Dark: true, Ground: [3]float64{180, 200, 210}, Ink: 120, Plain: 1})
	}
	return all
}

var whole = lattice.Anchor{Row: 4, Col: 5}

// likely takes all candidates for letters.
var likely = lattice.Classifier{
	EitherWay: func(int, *lattice.Seed) [2]float64 { return [2]float64{1, 0} },
	Straight:  func(int) [4]float64 { return [4]float64{1} },
}

func TestLettersOfARackAreOneLattice(t *testing.T) {
	cam := calibration.Pinhole(1600, 1200, 1200)
	for _, tt := range []struct {
		rule       string
		lean, turn float64
		places     []node
	}{
		{"from the front", 0.3, 0, whole.Places()},
		{"leaning far back", 0.8, 0, whole.Places()},
		{"from the side", 0.4, 0.4, whole.Places()},
		{"with gaps", 0.4, 0, append(whole.Places()[:7:7], whole.Places()[10:]...)},
		{"two tiers", 0.4, 0, whole.Places()[9:]},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			p := standing(cam, tt.lean, tt.turn)
			all := lettersOn(&p, tt.places)
			best := 0
			used := make([]bool, len(all))
			lattice.Find(all, newIndex(all), used, likely, func(l *lattice.Lattice) bool {
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
	all := lettersOn(&p, whole.Places())
	none := lattice.Classifier{EitherWay: func(int, *lattice.Seed) (no [2]float64) { return no }, Straight: func(int) (no [4]float64) { return no }}
	lattice.Find(all, newIndex(all), make([]bool, len(all)), none, func(*lattice.Lattice) bool {
		t.Error("a lattice of no letters")
		return false
	})
}

// latticeOf is the lattice of a rack's letters.
func latticeOf(places []node) lattice.Lattice {
	l := lattice.Lattice{Lattice: gridfit.Lattice{Triangular: true, Cells: map[node]int{}}}
	for i, at := range places {
		l.Cells[at] = i
	}
	return l
}

func TestPoseIsFittedToProjectedLetters(t *testing.T) {
	cam := calibration.Pinhole(1600, 1200, 1200)
	for _, lean := range []float64{-0.3, 0.2, 0.5, 0.8} {
		truth := standing(cam, lean, 0.2)
		all, l := lettersOn(&truth, whole.Places()), latticeOf(whole.Places())
		got, ok := findPose(&l, cam, all)
		if !ok {
			t.Fatal("no pose")
		}
		if r, d := got.right.Dot(truth.right), got.down.Dot(truth.down); r < 0.999 || d < 0.999 {
			t.Errorf("lean %.1f: axes are off by %.1f and %.1f degrees", lean, math.Acos(min(r, 1))*180/math.Pi, math.Acos(min(d, 1))*180/math.Pi)
		}
		worst := 0.0
		for _, at := range whole.Places() {
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
	all, l := lettersOn(&truth, whole.Places()), latticeOf(whole.Places())
	all[7].At.X += 40
	got, ok := findPose(&l, cam, all)
	if d := got.down.Dot(truth.down); !ok || d < 0.99 {
		t.Errorf("one letter half a tile off turns the rack by %.1f degrees", math.Acos(min(d, 1))*180/math.Pi)
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
}
