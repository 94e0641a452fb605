package dabble_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/vision/dabble"
	"tilewatch/vision/geom"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
	"tilewatch/vision/sharetest"
)

// turn is how a still is turned: about its middle, clockwise, into a picture that holds all of it.
type turn struct {
	sin, cos float64
	from, to image.Point // sizes
}

func turnOf(degrees float64, from image.Point) turn {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(from.X), float64(from.Y)
	to := image.Pt(int(math.Round(math.Abs(w*cos)+math.Abs(h*sin))), int(math.Round(math.Abs(w*sin)+math.Abs(h*cos))))
	return turn{sin, cos, from, to}
}

// at is where a point of the still lies in the turned picture.
func (u *turn) at(p engine.Point) engine.Point {
	x, y := p.X-float64(u.from.X-1)/2, p.Y-float64(u.from.Y-1)/2
	return engine.Point{X: u.cos*x - u.sin*y + float64(u.to.X-1)/2, Y: u.sin*x + u.cos*y + float64(u.to.Y-1)/2}
}

// camera is the still's camera, turned about its axis; focal is that of a still whose camera nobody knows.
func (u *turn) camera(known *calibration.Camera) *calibration.Camera {
	c := calibration.Pinhole(u.to.X, u.to.Y, 0.75*float64(max(u.from.X, u.from.Y)))
	if known != nil {
		c.K, c.Dist = known.K, known.Dist
		axis := u.at(engine.Point{X: known.K[0][2], Y: known.K[1][2]})
		c.K[0][2], c.K[1][2] = axis.X, axis.Y
	}
	return c
}

// picture is the turned still; what lies beyond it is gray.
func (u *turn) picture(t *testing.T, still gocv.Mat) *picture.Picture {
	t.Helper()
	m := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer m.Close()
	zero := u.at(engine.Point{})
	for i, v := range [6]float64{u.cos, -u.sin, zero.X, u.sin, u.cos, zero.Y} {
		m.SetDoubleAt(i/3, i%3, v)
	}
	out := gocv.NewMat()
	if err := gocv.WarpAffineWithParams(still, &out, m, u.to, gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{R: 90, G: 90, B: 90}); err != nil {
		t.Fatal(err)
	}
	return picture.FromMat(out)
}

// lookTurned reads a turned still.
func lookTurned(t *testing.T, eyes profile.Eyes[rules.Look], name string, degrees float64) (want truth, seen rules.Look, u turn) {
	t.Helper()
	want, in := truthOf(t, name)
	still := gocv.IMRead(stills+"/"+name+".jpg", gocv.IMReadColor)
	defer still.Close()
	u = turnOf(degrees, image.Pt(still.Cols(), still.Rows()))
	in.Camera = u.camera(in.Camera)
	p := u.picture(t, still)
	defer p.Close()
	seen, err := eyes.Look(p, in)
	if err != nil {
		t.Errorf("%s turned by %.0f degrees: %v", name, degrees, err)
	}
	return want, seen, u
}

// turns are the stills and the degrees by which they are turned: a few, or all with some degrees drawn for each.
func turns() map[string][]float64 {
	if os.Getenv("TURNED") != "all" {
		return map[string][]float64{"001": {180}, "002": {90}, "spanish1": {270}, "005": {135}}
	}
	of, draw := map[string][]float64{}, rand.New(rand.NewPCG(72, 7))
	for _, name := range []string{"001", "002", "005", "spanish1", "spanish2"} {
		of[name] = []float64{0, 90, 180, 270, 30, 60, 135, 200}
		for range 4 {
			of[name] = append(of[name], 360*draw.Float64())
		}
	}
	return of
}

// TestTurnedStills reads stills as cameras take them that hang upside down or stand on their side: as upright ones, whatever the angle.
func TestTurnedStills(t *testing.T) {
	eyes, err := dabble.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	english := wordsOf(t)
	var tiles, racks sharetest.Share
	for name, degrees := range turns() {
		words := english
		if name[0] == 's' {
			words = spanishWordsOf(t)
		}
		for _, d := range degrees {
			want, seen, u := lookTurned(t, eyes, name, d)
			got := racksOf(t, seen, words)
			if len(got) > len(want.Racks) {
				t.Errorf("%s turned by %.0f degrees: %d racks, there are %d", name, d, len(got), len(want.Racks))
			}
			for i := range want.Racks {
				w := &want.Racks[i]
				right := slices.ContainsFunc(got, func(g rackOf) bool { return countTiles(w, &g, &u) == len(tilesOf(w)) && g.Points == w.Points })
				if racks.Count(right); !right {
					t.Logf("%s turned by %.0f degrees: rack %d is not read as it stands", name, d, i)
				}
				most := 0
				for k := range got {
					most = max(most, countTiles(w, &got[k], &u))
				}
				tiles.Right, tiles.Of = tiles.Right+most, tiles.Of+len(tilesOf(w))
			}
		}
	}
	tiles.AsMeasured(t, "tiles with letter, value and outline", sharetest.Share{Right: 108, Of: 108}, 108)
	racks.AsMeasured(t, "racks with their points", sharetest.Share{Right: 6, Of: 6}, 6)
}

// tilesOf are the tiles on a rack.
func tilesOf(w *rackOf) (all []tileOf) {
	for _, tier := range w.Tiers {
		all = append(all, tier.Tiles...)
	}
	return all
}

// countTiles counts the tiles of a rack that are read with their letter and value, and whose corners are where the still's lie, the letter's upper left one
// first, to a quarter of a side.
func countTiles(w *rackOf, got *rackOf, u *turn) (n int) {
	for k, tier := range w.Tiers {
		for _, tile := range tier.Tiles {
			var q engine.Quad
			for i, c := range tile.Corners {
				q[i] = u.at(engine.Point{X: c[0], Y: c[1]})
			}
			if slices.ContainsFunc(got.Tiers[k].Tiles, func(g tileOf) bool {
				far := 0.0
				for i, c := range g.Corners {
					far = max(far, geom.Dist(engine.Point{X: c[0], Y: c[1]}, q[i]))
				}
				return g.Letter == tile.Letter && g.Value == tile.Value && far < geom.Dist(q[0], q[1])/4
			}) {
				n++
			}
		}
	}
	return n
}
