package tabit

import (
	"errors"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
)

func TestWhatIsNoBoardIsSaid(t *testing.T) {
	eyes := open(t)
	other, err := os.ReadFile("../../testdata/nabit/stills/009.jpg")
	if err != nil {
		t.Fatal(err)
	}
	pic := func(paint func(x, y int) uint8) *picture.Picture {
		mat := gocv.NewMatWithSize(360, 640, gocv.MatTypeCV8UC3)
		for y := range 360 {
			for x := range 3 * 640 {
				mat.SetUCharAt(y, x, paint(x/3, y))
			}
		}
		return picture.FromMat(mat)
	}
	nabit, err := picture.Decode(other)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		picture *picture.Picture
		code    picture.ErrorCode
	}{
		"another game":       {nabit, picture.NoTiles},
		"an empty table":     {pic(func(int, int) uint8 { return 140 }), picture.NoTiles},
		"a checked cloth":    {pic(func(x, y int) uint8 { return uint8(60 + 120*((x/20+y/20)%2)) }), picture.NoTiles},
		"noise":              {pic(func(int, int) uint8 { return uint8(rng.IntN(256)) }), picture.NoTiles},
		"the lens cap is on": {pic(func(int, int) uint8 { return 2 }), picture.TooDark},
	} {
		t.Run(name, func(t *testing.T) {
			defer c.picture.Close()
			_, err := eyes.Look(c.picture, profile.Inputs{})
			var known *picture.Error
			if !errors.As(err, &known) || known.Code != c.code || known.Message == "" {
				t.Errorf("got %v, want %s with a remedy", err, c.code)
			}
		})
	}
}

func TestQuads(t *testing.T) {
	circle := func() (p []image.Point) {
		for i := range 60 {
			s, c := math.Sincos(float64(i) * math.Pi / 30)
			p = append(p, image.Pt(100+int(40*c), 100+int(40*s)))
		}
		return p
	}
	for _, c := range []struct {
		rule    string
		outline []image.Point
		is      bool
	}{
		{"a card", []image.Point{{10, 10}, {52, 12}, {50, 70}, {9, 68}}, true},
		{"a card with cut corners", []image.Point{{12, 10}, {50, 10}, {53, 13}, {53, 66}, {50, 69}, {12, 69}, {9, 66}, {9, 13}}, true},
		{"a disc", circle(), false},
		{"a pen", []image.Point{{10, 10}, {200, 10}, {200, 26}, {10, 26}}, false},
		{"a speck", []image.Point{{10, 10}, {15, 10}, {15, 15}, {10, 15}}, false},
		{"a triangle", []image.Point{{10, 10}, {60, 10}, {10, 80}, {11, 60}}, false},
		{"the table itself", []image.Point{{0, 0}, {600, 0}, {600, 400}, {0, 400}}, false},
	} {
		if q, ok := quadOf(traced(t, c.outline), 8000); ok != c.is {
			t.Errorf("%s: is a quad %v, want %v (%v)", c.rule, ok, c.is, q)
		}
	}
}

// traced is the hull of the only outline in a mask with a convex shape.
func traced(t *testing.T, corners []image.Point) (around []engine.Point) {
	t.Helper()
	const wide, high = 620, 420
	pix := make([]uint8, wide*high)
	for y := 1; y < high-1; y++ {
		for x := 1; x < wide-1; x++ {
			in := uint8(1)
			for i, a := range corners {
				b := corners[(i+1)%len(corners)]
				if (b.X-a.X)*(y-1-a.Y)-(b.Y-a.Y)*(x-1-a.X) < 0 {
					in = 0
				}
			}
			pix[y*wide+x] = in
		}
	}
	n := 0
	newTracer(pix, wide).outlines(func(o *outline) {
		around = o.hull()
		n++
	})
	if n != 1 {
		t.Errorf("%d outlines of %v were found, not one", n, corners)
	}
	return around
}

// A board that a made-up camera shows is found again, its cards a little beside their boxes and some unseen.
func TestAMadeUpBoardIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	truth := board{layout: layout{2.76, 4.1}, plane: boardPlane{homography.Map{70, -12, 960, 9, 52, 540, 0.008, 0.03}}, lens: newLens(nil, 1920, 1080)}
	var spots []spot
	for i := range boxes {
		if i%9 == 4 {
			continue
		}
		s := siteOf(i)
		at := truth.layout.at(s)
		at.X, at.Y = at.X+0.015*rng.NormFloat64(), at.Y+0.015*rng.NormFloat64()
		q := quad{corner: truth.outline(at, 0.86, 1.15, s.seat)}
		q.mid, q.area = diagonalIntersection(q.corner), area(q.corner[:])
		spots = append(spots, mergeQuads([]quad{q})...)
	}
	for range 60 { // other things on the table
		x, y, w, h := 1900*rng.Float64(), 1000*rng.Float64(), 20+60*rng.Float64(), 20+60*rng.Float64()
		q := quad{corner: [4]engine.Point{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}}}
		q.mid, q.area = diagonalIntersection(q.corner), w*h
		spots = append(spots, mergeQuads([]quad{q})...)
	}
	b, ok := findBoard(spots, newLens(nil, 1920, 1080))
	if !ok {
		t.Fatal("no board")
	}
	for i := range boxes {
		want := truth.pixel(truth.layout.at(siteOf(i)))
		nearest := 1e9
		for k := range boxes {
			nearest = min(nearest, geom.Dist(want, b.pixel(b.layout.at(siteOf(k)))))
		}
		if nearest > 3 {
			t.Errorf("box %d is %.1f pixels off", i, nearest)
		}
	}
}

func TestLensesAreUndone(t *testing.T) {
	l := newLens(nil, 1920, 1080)
	for _, l.k = range []float64{-0.12, 0, 0.08} {
		for _, p := range []engine.Point{{X: 0, Y: 0}, {X: 960, Y: 540}, {X: 1700, Y: 100}} {
			if d := geom.Dist(l.distort(l.undistort(p)), p); d > 0.3 {
				t.Errorf("distortion %.2f: %v comes back %.2f pixels off", l.k, p, d)
			}
		}
	}
}

func TestTheTabitCardsWord(t *testing.T) {
	for read, want := range map[string]bool{"TABIT": true, "tabit": true, "TABlT": true, "xTABITx": true, "TAB1T": true,
		"REVERSEorEXCHANGE": false, "": false, "TAB": false, "RABBIT": false, "STAR": false} {
		if isTabit(read) != want {
			t.Errorf("%q is taken for the TABIT card: %v, want %v", read, !want, want)
		}
	}
}

// What the judges say does not hang on how bright the light is.
func TestFeaturesStandALampsChange(t *testing.T) {
	var dim, bright crop
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range dim {
		v := float32(60 + 60*((i/7+i/cropW/9)%2))
		for c := range 3 {
			dim[i][c] = v + float32(rng.NormFloat64())
			bright[i][c] = 1.8 * dim[i][c]
		}
	}
	a, b := dim.features(), bright.features()
	for i := range Features - 3 {
		if d := math.Abs(float64(a[i] - b[i])); d > 0.45 {
			t.Errorf("feature %d is %.2f in dim light, %.2f in bright", i, a[i], b[i])
		}
	}
}
