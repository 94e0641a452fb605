package camerapose

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

func TestAPoseProjectsAsItsGeometrySays(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 1000)
	above := Pose{Cam: cam, Sizes: Sizes{Side: 24, Thickness: 5, Pitch: 25}, X: Vec3{1, 0, 0}, Y: Vec3{0, 1, 0}, Z: Vec3{0, 0, 1}, T: Vec3{0, 0, 500}}
	for _, c := range []struct {
		name            string
		col, row, level float64
		want            engine.Point
	}{
		{"the origin is in the middle of the picture", 0, 0, 0, engine.Point{X: 639.5, Y: 359.5}},
		{"a column is a pitch to the right", 1, 0, 0, engine.Point{X: 639.5 + 50, Y: 359.5}},
		{"a row is a pitch down", 0, 2, 0, engine.Point{X: 639.5, Y: 359.5 + 100}},
		{"a level is nearer to the eye, and so farther out", 4, 0, 10, engine.Point{X: 639.5 + 1000*100.0/450, Y: 359.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := above.Pixel(c.col, c.row, c.level); picture.Dist(got, c.want) > 1e-9 {
				t.Errorf("seen at %v, want %v", got, c.want)
			}
		})
	}
	if got := above.Scale(engine.Place{}); math.Abs(got-1000*25.0/495) > 1e-9 {
		t.Errorf("a pitch on the first level is %.3f pixels, want %.3f", got, 1000*25.0/495)
	}
	if col, row, level := above.Eye(); col != 0 || row != 0 || level != 100 {
		t.Errorf("the eye is at %g, %g, %g levels up, want 0, 0, 100", col, row, level)
	}
}

func TestTheEyeIsWhereNothingIsAwayFromTheCamera(t *testing.T) {
	for _, degrees := range []float64{0, 20, 45, 60} {
		p := obliquePose(bentCamera(), degrees)
		if at := p.Camera(p.Eye()); math.Sqrt(at.Dot(at)) > 1e-9 {
			t.Errorf("tilted by %g degrees, the eye lies %v from the camera", degrees, at)
		}
	}
}

func TestAPoseBeginsWhereThePlaneHasItsFirstFace(t *testing.T) {
	plane := NewPlane(bentCamera(), 0.6, -1.1)
	origin, u := engine.Point{X: 0.1, Y: -0.2}, engine.Point{X: 0.03, Y: 0.05}
	for _, c := range []struct {
		name     string
		col, row float64
		at       engine.Point
	}{
		{"place 0, 0", 0, 0, origin},
		{"a column on", 1, 0, engine.Point{X: origin.X + u.X, Y: origin.Y + u.Y}},
		{"two rows on, a right angle clockwise", 0, 2, engine.Point{X: origin.X - 2*u.Y, Y: origin.Y + 2*u.X}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := PoseOf(&plane, origin, u, SizesOf(nil))
			if got, want := p.Pixel(c.col, c.row, 1), plane.Pixel(c.at); picture.Dist(got, want) > 1e-6 {
				t.Errorf("seen at %v, the plane has it at %v", got, want)
			}
		})
	}
}

func TestAFaceRunsAroundItsPlace(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	q := p.Face(engine.Place{Row: 2, Col: 3}, 2)
	half := p.Side / p.Pitch / 2
	for i, c := range [4][2]float64{{-half, -half}, {half, -half}, {half, half}, {-half, half}} {
		if want := p.Pixel(3+c[0], 2+c[1], 2); picture.Dist(q[i], want) > 1e-9 {
			t.Errorf("corner %d is at %v, want %v", i, q[i], want)
		}
	}
}

func TestWhatIsNotMeasuredOfATileSetFollowsFromTheRest(t *testing.T) {
	for _, c := range []struct {
		name string
		set  *calibration.Tileset
		want Sizes
	}{
		{"nothing measured: the usual tile", nil, Sizes{Side: 24, Thickness: 5.5, Pitch: 24.3}},
		{"a side alone: the usual gap", &calibration.Tileset{SideMM: 20}, Sizes{Side: 20, Thickness: 5.5 * 20.3 / 24.3, Pitch: 20.3}},
		{"a pitch alone: the usual gap and shape", &calibration.Tileset{PitchMM: 48.6}, Sizes{Side: 48.3, Thickness: 11, Pitch: 48.6}},
		{"all measured", &calibration.Tileset{SideMM: 19, ThicknessMM: 4, PitchMM: 19.5}, Sizes{Side: 19, Thickness: 4, Pitch: 19.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := SizesOf(c.set)
			if math.Abs(got.Side-c.want.Side)+math.Abs(got.Thickness-c.want.Thickness)+math.Abs(got.Pitch-c.want.Pitch) > 1e-9 {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestAMotionTurnsAboutItsMiddleAndShifts(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	middle := p.Camera(2, 1, 1)
	for _, c := range []struct {
		name string
		d    Delta
	}{
		{"no motion", Delta{}},
		{"a small turn", Delta{0.01, -0.02, 0.005}},
		{"a large turn", Delta{0.4, 0.3, -1.2}},
		{"a shift", Delta{0, 0, 0, 3, -4, 12}},
		{"both", Delta{0.1, 0.2, 0.3, 3, -4, 12}},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := p.Moved(c.d, middle)
			at := q.Camera(2, 1, 1).Add(middle.Scale(-1))
			if off := at.Add(Vec3{-c.d[3], -c.d[4], -c.d[5]}); off.Dot(off) > 1e-18 {
				t.Errorf("the middle moves by %v, want %v", at, c.d[3:6])
			}
			for i, pair := range [][2]Vec3{{q.X, q.Y}, {q.Y, q.Z}, {q.Z, q.X}} {
				if math.Abs(pair[0].Dot(pair[1])) > 1e-12 || math.Abs(pair[0].Dot(pair[0])-1) > 1e-12 {
					t.Errorf("axis %d is no unit vector, or not square to the next one", i)
				}
			}
			if hand := q.X.Cross(q.Y).Dot(q.Z); hand < 0 {
				t.Error("the motion mirrors the lattice")
			}
			if cos := (q.X.Dot(p.X) + q.Y.Dot(p.Y) + q.Z.Dot(p.Z) - 1) / 2; math.Abs(math.Acos(min(1, cos))-math.Sqrt(Vec3(c.d[:3]).Dot(Vec3(c.d[:3])))) > 1e-7 {
				t.Errorf("it turns by %.6f radians, want the length of %v", math.Acos(min(1, cos)), c.d[:3])
			}
		})
	}
}

func TestARightAngleAboutTheAxisTakesColumnsToRows(t *testing.T) {
	above := Pose{Cam: calibration.Pinhole(640, 480, 500), Sizes: SizesOf(nil), X: Vec3{1, 0, 0}, Y: Vec3{0, 1, 0}, Z: Vec3{0, 0, 1}, T: Vec3{0, 0, 500}}
	q := above.Moved(Delta{2: math.Pi / 2}, Vec3{0, 0, 500})
	if off := q.X.Add(Vec3{0, -1, 0}); off.Dot(off) > 1e-24 {
		t.Errorf("columns run along %v, want straight down the picture", q.X)
	}
}

func TestTheRobustLossIsGemanAndMcClures(t *testing.T) {
	for _, c := range []struct {
		name       string
		r          float64
		loss, near float64
	}{
		{"nothing costs nothing", 0, 0, 0},
		{"a small residual costs its square", 0.1, 0.01, 2e-5},
		{"at the scale half of the square is left", lossScale, lossScale * lossScale / 2, 1e-12},
		{"an outlier costs no more than the scale's square", 1e6, lossScale * lossScale, 1e-6},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, sign := range []float64{1, -1} {
				if loss, _ := GemanMcClure(sign * c.r); math.Abs(loss-c.loss) > c.near {
					t.Errorf("a residual of %g costs %g, want %g", sign*c.r, loss, c.loss)
				}
			}
		})
	}
	for _, r := range []float64{0.3, 1, 2, 5, 20} {
		const step = 1e-5
		more, _ := GemanMcClure(r + step)
		less, _ := GemanMcClure(r - step)
		_, weight := GemanMcClure(r)
		if slope := (more - less) / (2 * step); math.Abs(slope-2*r*weight) > 1e-6 {
			t.Errorf("at %g the loss climbs by %g, its weight says %g", r, slope, 2*r*weight)
		}
	}
}

func TestAPoseIsRecoveredFromProjectedPoints(t *testing.T) {
	start := Delta{0.03, -0.04, 0.05, 6, -5, 15}
	for _, c := range []struct {
		name         string
		cam          *calibration.Camera
		degrees      float64
		observations func(*Pose, float64) []Correspondence
	}{
		{"of a pinhole camera, straight from above", calibration.Pinhole(1280, 720, 1000), 0, cornerPoints},
		{"of a pinhole camera, obliquely", calibration.Pinhole(1280, 720, 1000), 40, cornerPoints},
		{"of a lens that bends lines, obliquely", bentCamera(), 40, cornerPoints},
		{"from nearly along the table", calibration.Pinhole(1280, 720, 1000), 65, cornerPoints},
		{"from edges alone", calibration.Pinhole(1280, 720, 1000), 40, faceEdges},
		{"from edges alone, through a lens that bends lines", bentCamera(), 30, faceEdges},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth := obliquePose(c.cam, c.degrees)
			observations := c.observations(&truth, 2)
			p := truth.Moved(start, truth.Camera(2, 1, 1))
			p.Table = p.Z
			before := farthest(&p, &truth)
			left := p.Fit(observations, 0, 60)
			if off := farthest(&p, &truth); off > 1e-4 || left > 1e-8 {
				t.Errorf("the pose is off by %.6f pixels of %.0f, and %.2g is left", off, before, left)
			}
		})
	}
}

// The error of a fitted pose, in the measure of the normal equations, has the mean of a chi-squared of as many degrees of freedom as a pose
// has numbers: the equations say truly how sure a pose is.
func TestAPoseIsAsSureAsItsNormalEquationsSay(t *testing.T) {
	const trials = 300
	for _, c := range []struct {
		name         string
		observations func(*Pose, float64) []Correspondence
	}{
		{"from points", cornerPoints},
		{"from edges", faceEdges},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, 12))
			truth := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
			col, row, level := middleOfSights(c.observations(&truth, 2))
			info := truth.NormalEquations(c.observations(&truth, 2), truth.Camera(col, row, level), truth.Z, 0).A
			mean, worst := 0.0, 0.0
			for range trials {
				p := truth
				p.Fit(shaken(c.observations(&truth, 2), rng), 0, 20)
				d, off := motionTo(&truth, &p, col, row, level), 0.0
				for i := range PoseNumbers {
					for k := range PoseNumbers {
						off += d[i] * info[i][k] * d[k]
					}
				}
				mean, worst = mean+off/trials, max(worst, off)
			}
			// The robust loss lets go of some of what is true: that may cost a quarter.
			if mean < 0.85*PoseNumbers || mean > 1.25*PoseNumbers {
				t.Errorf("the squared error is %.2f on average, want %d", mean, PoseNumbers)
			}
			if worst > 30 { // once in 25000 fits
				t.Errorf("one pose is off by %.1f, squared and in standard deviations", worst)
			}
		})
	}
}

// TestAFocalLengthIsAsSureAsItIsSaid fits poses with any focal length to shaken edges: its error is what the sigma says, but for the share of the
// edges' information that does not count; from above it is far less sure.
func TestAFocalLengthIsAsSureAsItIsSaid(t *testing.T) {
	const trials = 200
	cam := calibration.Pinhole(1280, 720, 1000)
	set := &calibration.Tileset{SideMM: 24, ThicknessMM: 6, PitchMM: 24.4}
	sigmas := map[float64]float64{}
	for _, tilt := range []float64{5, 35} {
		rng := rand.New(rand.NewPCG(21, 22))
		truth := obliquePose(cam, tilt)
		truth.Unmeasured = UnmeasuredLens(cam, set, truth.Sizes)
		truth.Unmeasured.Sigma[freeFocal] = 10 // so that edges alone say it
		middle := truth.Camera(2, 1.5, 1)
		sigmas[tilt] = truth.FocalSigma(faceEdges(&truth, 2), middle)
		square := 0.0
		for range trials {
			p := truth
			p.Fit(shaken(faceEdges(&truth, 2), rng), 0, 20)
			off := math.Log(p.Cam.K[0][0] / cam.K[0][0])
			square += off * off / trials
		}
		if ratio := math.Sqrt(square) / (sigmas[tilt] * math.Sqrt(edgeInformation)); ratio < 0.8 || ratio > 1.3 {
			t.Errorf("from %g degrees it is off by %.3f, and %.3f is said", tilt, math.Sqrt(square), sigmas[tilt])
		}
	}
	if sigmas[5] < 2*sigmas[35] {
		t.Errorf("it is known to %.3f from above, and to %.3f from one side", sigmas[5], sigmas[35])
	}
	if p := obliquePose(cam, 35); !math.IsInf(p.FocalSigma(nil, p.Camera(2, 1.5, 1)), 1) {
		t.Error("a focal length that nothing tells is told")
	}
}

func TestOutliersHardlyMoveAPose(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	truth := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	for _, c := range []struct {
		name     string
		outliers int
		most     float64 // pixels
	}{
		{"none", 0, 1e-4},
		{"one of twenty", 1, 0.05},
		{"a quarter of all", 5, 0.2},
	} {
		t.Run(c.name, func(t *testing.T) {
			observations := cornerPoints(&truth, 2)
			for i := range c.outliers {
				sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
				observations[3*i+1].At.X += 60 * cos
				observations[3*i+1].At.Y += 60 * sin
			}
			p := truth.Moved(Delta{0.002, -0.001, 0.002, 0.5, 0.5, 1}, truth.Camera(2, 1, 1))
			p.Fit(observations, 0, 40)
			if off := farthest(&p, &truth); off > c.most {
				t.Errorf("the pose is off by %.4f pixels, want at most %g", off, c.most)
			}
		})
	}
}

func TestAHeldTableYieldsLessTheStrongerItIsHeld(t *testing.T) {
	truth := obliquePose(calibration.Pinhole(1280, 720, 1000), 30)
	wrong := truth.Moved(Delta{0.02}, truth.Camera(2, 1, 1))
	last := 0.0
	for i, hold := range []float64{0, 300, 3000, 1e6} {
		p := wrong
		p.Table = p.Z
		p.Fit(cornerPoints(&truth, 2), hold, 40)
		off := math.Acos(min(1, p.Z.Dot(truth.Z)))
		switch {
		case i == 0 && off > 1e-6:
			t.Errorf("a table that nothing holds is off by %.5f radians", off)
		case off < last:
			t.Errorf("held with %g the table is off by %.5f radians, held less by %.5f", hold, off, last)
		}
		last = off
	}
	if tilt := math.Acos(wrong.Z.Dot(truth.Z)); math.Abs(last-tilt) > 0.01*tilt {
		t.Errorf("a table that is held firmly turns to %.5f radians off, it was %.5f", last, tilt)
	}
}

// The gradient of the cost must be what the normal equations have on their other side, whatever the cost is made of.
func TestTheNormalEquationsFollowTheCost(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	prior := func(p *Pose) *PlanePrior {
		return &PlanePrior{Down: p.Z, Right: p.X, Ahead: p.Y, Height: p.T.Dot(p.Z) + 4, Root: [3][3]float64{{40}, {3, 30}, {0.1, -0.2, 0.3}}}
	}
	for _, c := range []struct {
		name         string
		observations func(*Pose, float64) []Correspondence
		change       func(*Pose)
		hold         float64
	}{
		{"points", cornerPoints, func(*Pose) {}, 0},
		{"edges", faceEdges, func(*Pose) {}, 0},
		{"points on a held table", cornerPoints, func(*Pose) {}, 200},
		{"points with a prior of the plane", cornerPoints, func(p *Pose) { p.Prior = prior(p) }, 0},
		{"points with a lens nobody measured", cornerPoints, func(p *Pose) { p.Unmeasured = UnmeasuredOf(p.Cam, true, nil, p.Sizes) }, 0},
		{"edges with a lens nobody measured and a prior of the plane", faceEdges, func(p *Pose) {
			p.Unmeasured, p.Prior = UnmeasuredOf(p.Cam, true, nil, p.Sizes), prior(p)
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth := obliquePose(bentCamera(), 35)
			observations := shaken(c.observations(&truth, 2), rng)
			c.change(&truth)
			start := truth.Z
			p := truth.Moved(Delta{0.002, -0.003, 0.001, 0.5, -0.3, 1, 0.01, 0.001, -0.002, 0.01, 0.01, 0.02}, truth.Camera(2, 1, 1))
			middle := p.Camera(2, 1.5, 1)
			n := p.NormalEquations(observations, middle, start, c.hold)
			if want := len(Delta{}); p.Unmeasured != nil && n.Numbers != want || p.Unmeasured == nil && n.Numbers != PoseNumbers {
				t.Fatalf("%d numbers are free", n.Numbers)
			}
			for k := range n.Numbers {
				if k == PoseNumbers+freeFocal || k == PoseNumbers+FreeThickness {
					if p.Prior != nil {
						continue // both lift the lattice off its table, which the equations leave out
					}
				}
				const step = 1e-6
				var more, less Delta
				more[k], less[k] = step, -step
				a, b := p.Moved(more, middle), p.Moved(less, middle)
				slope := (a.cost(observations, start, c.hold) - b.cost(observations, start, c.hold)) / (2 * step)
				if math.Abs(slope+2*n.B[k]) > 1e-4*(math.Abs(slope)+math.Sqrt(n.A[k][k])) {
					t.Errorf("along number %d the cost climbs by %.5f, the equations say %.5f", k, slope, -2*n.B[k])
				}
			}
			for i := range n.Numbers {
				for k := range i {
					if n.A[i][k] != n.A[k][i] {
						t.Fatalf("the matrix has %g at %d, %d and %g across", n.A[i][k], i, k, n.A[k][i])
					}
				}
			}
		})
	}
}

func TestEachObservationAddsItsOuterProduct(t *testing.T) {
	n := NormalEquations{Numbers: 3}
	n.Add(2, 5, &Delta{1, 0, -2, 7})
	n.Mirror()
	for i, row := range [3][3]float64{{5, 0, -10}, {0, 0, 0}, {-10, 0, 20}} {
		for k, want := range row {
			if n.A[i][k] != want {
				t.Errorf("the matrix has %g at %d, %d, want %g", n.A[i][k], i, k, want)
			}
		}
	}
	if want := (Delta{-10, 0, 20}); n.B != want {
		t.Errorf("the other side is %v, want %v", n.B, want)
	}
}

func TestSolveFindsWhatTheSystemWasMadeOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for _, numbers := range []int{1, 3, PoseNumbers, len(Delta{})} {
		var roots, a [len(Delta{})]Delta
		var want, b Delta
		for i := range numbers {
			want[i] = rng.NormFloat64()
			for k := range numbers {
				roots[i][k] = rng.NormFloat64()
			}
		}
		for i := range numbers {
			for k := range numbers {
				for m := range numbers {
					a[i][k] += roots[i][m] * roots[k][m]
				}
				b[i] += a[i][k] * want[k]
			}
		}
		got, ok := Solve(&a, b, numbers)
		for i := range numbers {
			if !ok || math.Abs(got[i]-want[i]) > 1e-6 {
				t.Errorf("of %d numbers, number %d is %g, want %g", numbers, i, got[i], want[i])
			}
		}
	}
	var singular [len(Delta{})]Delta
	singular[0], singular[1] = Delta{1, 2}, Delta{2, 4}
	if _, ok := Solve(&singular, Delta{1, 2}, 2); ok {
		t.Error("a system of two equal rows has one solution")
	}
}
