package snag

import (
	"image"
	paint "image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	rules "tilewatch/engine/snag"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// tilted shows the board from the side; its unit is a square.
var tilted = homography.Map{52, 6, 300, 1, 44, 120, 0.004, 0.016}

// onBoard are the numerals of the whole board under a map.
func onBoard(m homography.Map) (all []numeral) {
	for _, n := range rules.Numbers {
		at, _ := rules.Square(n)
		p := m.At(float64(at.Col), float64(at.Row))
		all = append(all, numeral{at: p, undistorted: p, size: 20, dark: true, twoDigits: n > 9})
	}
	return all
}

func always(_, _, _ engine.Point) bool { return true }

func TestNumeralsOfABoardAreOneLattice(t *testing.T) {
	for _, tt := range []struct {
		rule string
		m    homography.Map
	}{
		{"from above", homography.Map{50, 0, 300, 0, 50, 100, 0, 0}},
		{"turned", homography.Map{40, -22, 500, 22, 40, 100, 0, 0}},
		{"from the side", tilted},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			all := onBoard(tt.m)
			found := findLattices(all, always)
			if len(found) == 0 {
				t.Fatal("no lattice")
			}
			l := found[0]
			if len(l.Cells) < len(all)-2 || l.twoDigits < plenty {
				t.Errorf("%d of %d numerals, %d with two digits", len(l.Cells), len(all), l.twoDigits)
			}
			for p, i := range l.Cells {
				if d := geom.Dist(l.Map.At(float64(p.Col), float64(p.Row)), all[i].undistorted); d > 1 {
					t.Errorf("the numeral at %v lies %.1f pixels off", p, d)
				}
			}
		})
	}
}

func TestSeedsMustBeNumbers(t *testing.T) {
	if found := findLattices(onBoard(tilted), func(_, _, _ engine.Point) bool { return false }); len(found) > 0 {
		t.Errorf("%d lattices of what is no number", len(found))
	}
}

func TestAMisplacedNumeralIsAnOutlier(t *testing.T) {
	all := onBoard(tilted)
	off := &all[len(all)/2]
	off.undistorted = geom.Add(off.undistorted, engine.Point{X: 24, Y: 22})
	l := findLattices(all, always)[0]
	if l.holds(len(all) / 2) {
		t.Error("half a square off its place it is on the lattice")
	}
}

func TestLayoutsHoldTheOctagon(t *testing.T) {
	l := &lattice{Lattice: gridfit.Lattice{Cells: map[engine.Place]int{}}}
	for i, n := range rules.Numbers {
		at, _ := rules.Square(n)
		l.Cells[at.Add(engine.Place{Row: -3, Col: 2})] = i
	}
	whole := 0
	for _, a := range layouts(l) {
		on := 0
		for p := range l.Cells {
			if rules.OnBoard(a.at(p)) {
				on++
			}
		}
		if fit := float64(on) - offBoard*float64(len(l.Cells)-on); fit != a.fit {
			t.Errorf("a layout with %d of %d numbers on the board has fit %.1f", on, len(l.Cells), a.fit)
		}
		if on == len(l.Cells) {
			whole++
		}
	}
	if whole != 4 {
		t.Errorf("%d layouts hold all numbers, want one for each quarter turn", whole)
	}
}

// board is a plane before a camera with a lens.
func boardPlane(k1 float64) *plane {
	cam := calibration.Pinhole(1000, 800, 900)
	cam.Dist[0] = k1
	return &plane{cam: cam, h: tilted}
}

func TestThePlaneIsFittedToItsPoints(t *testing.T) {
	for _, lens := range []bool{false, true} {
		truth := boardPlane(0)
		if lens {
			truth = boardPlane(-0.06)
		}
		var seen []observation
		for i := range 100 {
			x, y := float64(i%10), float64(i/10)
			seen = append(seen, observation{x: x, y: y, at: truth.pixel(x, y), weight: 1})
		}
		seen[17].at.X += 60 // an outlier
		p := boardPlane(0)
		p.h = tilted.Shifted(0.1, -0.1)
		p.fit(seen, lens, 60)
		worst := 0.0
		for i := range seen {
			if i != 17 {
				worst = max(worst, geom.Dist(p.pixel(seen[i].x, seen[i].y), truth.pixel(seen[i].x, seen[i].y)))
			}
		}
		if worst > 2 {
			t.Errorf("with a lens %v the plane is off by %.2f pixels", lens, worst)
		}
	}
}

func TestLinesFixThePlaneAcrossThemOnly(t *testing.T) {
	p := boardPlane(0)
	at := p.pixel(4, 4)
	line := observation{x: 4, y: 4, at: engine.Point{X: at.X + 30, Y: at.Y}, ny: 1, weight: 1}
	if a, _, n := p.residual(&line); n != 1 || math.Abs(a) > 1e-9 {
		t.Errorf("along a line the residual is %.2f, in %d numbers", a, n)
	}
	point := observation{x: 4, y: 4, at: line.at, weight: 1}
	if a, _, n := p.residual(&point); n != 2 || math.Abs(a+30) > 1e-9 {
		t.Errorf("of a point it is %.2f, in %d numbers", a, n)
	}
	if _, near := robust(0.1); near < 0.99 {
		t.Errorf("a small residual weighs %.2f", near)
	}
	if loss, far := robust(100); far > 0.01 || loss > robustScale*robustScale {
		t.Errorf("a large residual weighs %.2f and costs %.1f", far, loss)
	}
}

func TestDigitsAreJoinedToNumbers(t *testing.T) {
	digit := func(x, y float64) digitBox { return digitBox{x, y, x + 12, y + 20, 20, true} }
	for _, tt := range []struct {
		rule   string
		digits []digitBox
		two    int // numbers of two digits
		one    int
	}{
		{"two side by side", []digitBox{digit(0, 0), digit(16, 0)}, 1, 0},
		{"a single one", []digitBox{digit(0, 0), digit(100, 0)}, 0, 2},
		{"two numbers", []digitBox{digit(0, 0), digit(16, 0), digit(80, 0), digit(96, 0)}, 2, 0},
		{"a digit and the hole in it", []digitBox{digit(0, 0), {3, 4, 9, 16, 13, true}}, 0, 2},
		{"a digit and a much larger one", []digitBox{digit(0, 0), {16, 0, 60, 50, 50, true}}, 0, 2},
		{"of three the nearest two", []digitBox{digit(0, 0), digit(15, 0), digit(33, 0)}, 1, 1},
	} {
		one, two := 0, 0
		for _, n := range joinDigits(tt.digits) {
			if n.twoDigits {
				two++
			} else {
				one++
			}
		}
		if one != tt.one || two != tt.two {
			t.Errorf("%s: %d of two digits and %d of one, want %d and %d", tt.rule, two, one, tt.two, tt.one)
		}
	}
}

func TestDrawnNumeralsAreFound(t *testing.T) {
	gray := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(210, 0, 0, 0), 300, 400, gocv.MatTypeCV8U)
	defer gray.Close()
	for i, text := range []string{"12", "7", "48"} {
		if err := gocv.PutText(&gray, text, image.Pt(40+120*i, 150), gocv.FontHersheySimplex, 1.2, paint.RGBA{R: 40, G: 40, B: 40}, 4); err != nil {
			t.Fatal(err)
		}
	}
	found, err := findNumerals(gray)
	if err != nil {
		t.Fatal(err)
	}
	near := pointgrid.New(len(found), 60, func(i int) engine.Point { return found[i].at })
	for i, two := range []bool{true, false, true} {
		x := 60 + 120*float64(i)
		k := near.Nearest(engine.Point{X: x, Y: 138}, 30, func(k int) bool { return found[k].dark })
		if k < 0 || found[k].twoDigits != two {
			t.Errorf("number %d is not found, or with another number of digits", i)
		}
	}
}
