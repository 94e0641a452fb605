package vision

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

func TestVectorsFollowTheRightHandRule(t *testing.T) {
	x, y, z := vec3{1}, vec3{0, 1}, vec3{0, 0, 1}
	for _, c := range []struct {
		name      string
		got, want vec3
	}{
		{"x across y is z", x.cross(y), z},
		{"y across z is x", y.cross(z), x},
		{"z across x is y", z.cross(x), y},
		{"a vector across itself is nothing", vec3{1, 2, 3}.cross(vec3{1, 2, 3}), vec3{}},
		{"a unit vector keeps its direction", vec3{0, 3, 4}.unit(), vec3{0, 0.6, 0.8}},
		{"a sum is by components", vec3{1, 2, 3}.add(vec3{4, 5, 6}), vec3{5, 7, 9}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if off := c.got.add(c.want.scale(-1)); off.dot(off) > 1e-24 {
				t.Errorf("got %v, want %v", c.got, c.want)
			}
		})
	}
}

func TestAPlanesAxesAreSquareToEachOther(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 1000)
	for _, tilt := range []float64{0, 0.3, 0.9} {
		for _, azimuth := range []float64{0, 1, 2.5, -2} {
			p := newPlane(cam, tilt, azimuth)
			if got := math.Acos(min(1, p.down[2])); math.Abs(got-tilt) > 1e-7 {
				t.Errorf("the table is tilted by %.6f radians, want %.6f", got, tilt)
			}
			if tilt > 0 {
				if got := math.Atan2(p.down[1], p.down[0]); math.Abs(math.Remainder(got-azimuth, 2*math.Pi)) > 1e-9 {
					t.Errorf("it is tilted towards %.6f radians, want %.6f", got, azimuth)
				}
			}
			if off := p.right.cross(p.ahead).add(p.down.scale(-1)); off.dot(off) > 1e-20 || p.right[0] <= 0 {
				t.Errorf("right %v and ahead %v do not span the table below %v", p.right, p.ahead, p.down)
			}
		}
	}
}

func TestAPixelMeetsTheTableWhereThatIsSeen(t *testing.T) {
	for _, c := range []struct {
		name string
		cam  *calibration.Camera
		tilt float64
	}{
		{"a pinhole camera from above", calibration.Pinhole(1280, 720, 1000), 0},
		{"a pinhole camera obliquely", calibration.Pinhole(1280, 720, 1000), 0.8},
		{"a lens that bends lines", bentCamera(), 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlane(c.cam, c.tilt, 2)
			for _, px := range []engine.Point{{X: 640, Y: 360}, {X: 20, Y: 30}, {X: 1200, Y: 100}, {X: 300, Y: 700}} {
				at, ok := p.onTable(px)
				if back := p.pixel(at); !ok || dist(back, px) > 1e-6 {
					t.Errorf("pixel %v meets the table at %v, which is seen at %v", px, at, back)
				}
			}
		})
	}
	grazing := newPlane(calibration.Pinhole(1280, 720, 600), 1.3, math.Pi/2)
	if at, ok := grazing.onTable(engine.Point{X: 640, Y: 10}); ok {
		t.Errorf("a pixel above the horizon meets the table at %v", at)
	}
}

// tiledTable is a gray picture of bright tiles on a dark table, one in each second place of a lattice that is turned by 0.3 radians, and
// marks at their middles.
func tiledTable(p *plane, pitch float64) (*raster, []mark) {
	r := &raster{w: p.cam.Width, h: p.cam.Height, gray: make([]uint8, p.cam.Width*p.cam.Height)}
	sin, cos := math.Sincos(0.3)
	for i := range r.gray {
		lit := 0
		for k := range 4 {
			at, _ := p.onTable(engine.Point{X: float64(i%r.w) + 0.5*float64(k%2) - 0.25, Y: float64(i/r.w) + 0.5*float64(k/2) - 0.25})
			x, y := (cos*at.X+sin*at.Y)/pitch, (cos*at.Y-sin*at.X)/pitch
			if math.Abs(x-2*math.Round(x/2)) < 0.48 && math.Abs(y-2*math.Round(y/2)) < 0.48 {
				lit++
			}
		}
		r.gray[i] = uint8(50 + 40*lit)
	}
	soften(r)
	var marks []mark
	for row := -40; row <= 40; row += 2 {
		for col := -40; col <= 40; col += 2 {
			x, y := pitch*float64(col), pitch*float64(row)
			at := p.pixel(engine.Point{X: cos*x - sin*y, Y: sin*x + cos*y})
			right := p.pixel(engine.Point{X: cos*(x+pitch) - sin*y, Y: sin*(x+pitch) + cos*y})
			if _, ok := p.onTable(at); ok && at.X > 40 && at.Y > 40 && at.X < float64(r.w)-40 && at.Y < float64(r.h)-40 {
				marks = append(marks, mark{at: at, size: 0.7 * dist(at, right)})
			}
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(b.size, a.size) })
	return r, marks
}

// soften blurs a gray picture as a lens does: directions of sharp steps from pixel to pixel are those of the pixels.
func soften(r *raster) {
	for range 2 {
		sharp := slices.Clone(r.gray)
		for y := 1; y < r.h-1; y++ {
			for x := 1; x < r.w-1; x++ {
				sum := 0
				for k := range 9 {
					sum += int(sharp[(y+k/3-1)*r.w+x+k%3-1])
				}
				r.gray[y*r.w+x] = uint8(sum / 9)
			}
		}
	}
}

// A guess is as near as the grid of guesses is fine, or nearer.
func TestThePlaneIsThatOnWhichEdgesAreSquare(t *testing.T) {
	cam := calibration.Pinhole(640, 480, 600)
	for _, c := range []struct {
		name          string
		tilt, azimuth float64
	}{
		{"the camera looks straight down", 0, 0},
		{"the table falls off to the right", 25, 0},
		{"the table falls off to the upper left", 35, 225},
		{"the table falls off a lot", 50, 90},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth := newPlane(cam, c.tilt*math.Pi/180, c.azimuth*math.Pi/180)
			r, marks := tiledTable(&truth, 0.07)
			var turns []edgeTurns
			for _, m := range marks {
				turns = append(turns, turnsAround(r, m))
			}
			planes := findPlanes(cam, turns)
			if off := math.Acos(min(1, planes[0].down.dot(truth.down))); off > 2.2*tiltStep {
				t.Errorf("of %d marks the table is off by %.1f degrees, want at most %.1f", len(marks), off*180/math.Pi, 2.2*tiltStep*180/math.Pi)
			}
			down := false
			for _, p := range planes {
				down = down || p.down[2] > 1-1e-9
			}
			if !down || len(planes) > planeGuesses+1 {
				t.Errorf("%d planes are guessed; straight down among them: %v", len(planes), down)
			}
			if wrong := newPlane(cam, (c.tilt+12)*math.Pi/180, c.azimuth*math.Pi/180); wrong.squareness(turns) >= truth.squareness(turns) {
				t.Errorf("edges are as square on a table that is tilted more: %.3f, on the right one %.3f", wrong.squareness(turns), truth.squareness(turns))
			}
		})
	}
}

func TestDirectionsOfEdgesAreCounted(t *testing.T) {
	for _, c := range []struct {
		name    string
		degrees float64
	}{
		{"an upright edge", 90}, {"a level edge", 0}, {"an edge that falls to the right", 30}, {"an edge that climbs to the right", 135},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &raster{w: 60, h: 60, gray: make([]uint8, 3600)}
			sin, cos := math.Sincos(c.degrees * math.Pi / 180)
			for i := range r.gray {
				x, y := float64(i%60)-30.3, float64(i/60)-30.2
				r.gray[i] = uint8(limited(128+60*(cos*y-sin*x), 40, 220))
			}
			e := turnsAround(r, mark{at: engine.Point{X: 30, Y: 30}, size: 15})
			top, total := 0, 0.0
			for b, weight := range e.bins {
				total += weight
				if weight > e.bins[top] {
					top = b
				}
			}
			if got := (float64(top) + 0.5) * 180 / turnBins; math.Abs(math.Remainder(got-c.degrees, 180)) > 1.01*180/turnBins {
				t.Errorf("the likeliest direction is %.1f degrees, want %.1f", got, c.degrees)
			}
			if e.total < 0.7*total {
				t.Errorf("the strong directions hold %.0f of %.0f", e.total, total)
			}
		})
	}
	flat := &raster{w: 60, h: 60, gray: make([]uint8, 3600)}
	if e := turnsAround(flat, mark{at: engine.Point{X: 30, Y: 30}, size: 15}); e.total != 0 || e.squareness(1, 0, 0, 1) != 0 {
		t.Error("a plain picture shows edges")
	}
}

// A table seen at a grazing angle squeezes all directions together, whatever they are: that must earn nothing.
func TestSqueezingRandomDirectionsEarnsNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	var flat, squeezed float64
	const marks = 60
	for range marks {
		var e edgeTurns
		mean := 0.0
		for b := range e.bins {
			e.bins[b] = rng.Float64()
			mean += e.bins[b] / turnBins
		}
		for b, weight := range e.bins {
			if weight > mean {
				e.strong = append(e.strong, b)
				e.total += weight
			}
		}
		flat += e.squareness(1, 0, 0, 1) / marks
		squeezed += e.squareness(1, 0, 0, 4) / marks
	}
	if squeezed > flat+0.1 {
		t.Errorf("squeezed to a quarter, random directions are as square as %.3f, as they are %.3f", squeezed, flat)
	}
}
