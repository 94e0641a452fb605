package candidate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// tiledTable draws bright tiles on a dark table, one in every second place of a lattice turned by 0.3 radians, and returns marks at their
// middles.
func tiledTable(p *camerapose.Plane, pitch float64) (*picture.Raster, []Mark) {
	r := &picture.Raster{W: p.Cam.Width, H: p.Cam.Height, Gray: make([]uint8, p.Cam.Width*p.Cam.Height)}
	sin, cos := math.Sincos(0.3)
	for i := range r.Gray {
		lit := 0
		for k := range 4 {
			at, _ := p.OnTable(engine.Point{X: float64(i%r.W) + 0.5*float64(k%2) - 0.25, Y: float64(i/r.W) + 0.5*float64(k/2) - 0.25})
			x, y := (cos*at.X+sin*at.Y)/pitch, (cos*at.Y-sin*at.X)/pitch
			if math.Abs(x-2*math.Round(x/2)) < 0.48 && math.Abs(y-2*math.Round(y/2)) < 0.48 {
				lit++
			}
		}
		r.Gray[i] = uint8(50 + 40*lit)
	}
	soften(r)
	var middles []Mark
	for row := -40; row <= 40; row += 2 {
		for col := -40; col <= 40; col += 2 {
			x, y := pitch*float64(col), pitch*float64(row)
			at := p.Pixel(engine.Point{X: cos*x - sin*y, Y: sin*x + cos*y})
			right := p.Pixel(engine.Point{X: cos*(x+pitch) - sin*y, Y: sin*(x+pitch) + cos*y})
			if _, ok := p.OnTable(at); ok && at.X > 40 && at.Y > 40 && at.X < float64(r.W)-40 && at.Y < float64(r.H)-40 {
				middles = append(middles, Mark{At: at, Size: 0.7 * picture.Dist(at, right)})
			}
		}
	}
	slices.SortStableFunc(middles, func(a, b Mark) int { return cmp.Compare(b.Size, a.Size) })
	return r, middles
}

// soften blurs a gray picture as a lens does: a sharp step from pixel to pixel has the direction of the pixel grid.
func soften(r *picture.Raster) {
	for range 2 {
		sharp := slices.Clone(r.Gray)
		for y := 1; y < r.H-1; y++ {
			for x := 1; x < r.W-1; x++ {
				sum := 0
				for k := range 9 {
					sum += int(sharp[(y+k/3-1)*r.W+x+k%3-1])
				}
				r.Gray[y*r.W+x] = uint8(sum / 9)
			}
		}
	}
}

// The best plane is no further off than the grid's step.
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
			truth := camerapose.NewPlane(cam, c.tilt*math.Pi/180, c.azimuth*math.Pi/180)
			r, marks := tiledTable(&truth, 0.07)
			var turns []Orientations
			for _, m := range marks {
				turns = append(turns, OrientationsAround(r, m))
			}
			planes := FindPlanes(cam, turns)
			if off := math.Acos(min(1, planes[0].Down.Dot(truth.Down))); off > 2.2*tiltStep {
				t.Errorf("of %d marks the table is off by %.1f degrees, want at most %.1f", len(marks), off*180/math.Pi, 2.2*tiltStep*180/math.Pi)
			}
			down := false
			for _, p := range planes {
				down = down || p.Down[2] > 1-1e-9
			}
			if !down || len(planes) > planeGuesses+1 {
				t.Errorf("%d planes are guessed; straight down among them: %v", len(planes), down)
			}
			if wrong := camerapose.NewPlane(cam, (c.tilt+12)*math.Pi/180, c.azimuth*math.Pi/180); squareness(&wrong, turns) >= squareness(&truth, turns) {
				t.Errorf("edges are as square on a table that is tilted more: %.3f, on the right one %.3f", squareness(&wrong, turns), squareness(&truth, turns))
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
			r := &picture.Raster{W: 60, H: 60, Gray: make([]uint8, 3600)}
			sin, cos := math.Sincos(c.degrees * math.Pi / 180)
			for i := range r.Gray {
				x, y := float64(i%60)-30.3, float64(i/60)-30.2
				r.Gray[i] = uint8(picture.Clamp(128+60*(cos*y-sin*x), 40, 220))
			}
			e := OrientationsAround(r, Mark{At: engine.Point{X: 30, Y: 30}, Size: 15})
			top, total := 0, 0.0
			for b, weight := range e.Bins {
				total += weight
				if weight > e.Bins[top] {
					top = b
				}
			}
			if got := (float64(top) + 0.5) * 180 / OrientationBinCount; math.Abs(math.Remainder(got-c.degrees, 180)) > 1.01*180/OrientationBinCount {
				t.Errorf("the likeliest direction is %.1f degrees, want %.1f", got, c.degrees)
			}
			if e.total < 0.7*total {
				t.Errorf("the strong directions hold %.0f of %.0f", e.total, total)
			}
		})
	}
	flat := &picture.Raster{W: 60, H: 60, Gray: make([]uint8, 3600)}
	if e := OrientationsAround(flat, Mark{At: engine.Point{X: 30, Y: 30}, Size: 15}); e.total != 0 || e.squareness(1, 0, 0, 1) != 0 {
		t.Error("a plain picture shows edges")
	}
}

// A table seen at a grazing angle squeezes all directions together, whatever they are: that must gain nothing.
func TestSqueezingRandomDirectionsEarnsNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	var flat, squeezed float64
	const marks = 60
	for range marks {
		var e Orientations
		for b := range e.Bins {
			e.Bins[b] = rng.Float64()
		}
		e.findStrong()
		flat += e.squareness(1, 0, 0, 1) / marks
		squeezed += e.squareness(1, 0, 0, 4) / marks
	}
	if squeezed > flat+0.1 {
		t.Errorf("squeezed to a quarter, random directions are as square as %.3f, as they are %.3f", squeezed, flat)
	}
}
