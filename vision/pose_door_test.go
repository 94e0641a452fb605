package vision

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

func TestAPoseProjectsAsItsGeometrySays(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 1000)
	above := pose{cam: cam, sizes: sizes{side: 24, thickness: 5, pitch: 25}, x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{0, 0, 500}}
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
			if got := above.pixel(c.col, c.row, c.level); dist(got, c.want) > 1e-9 {
				t.Errorf("seen at %v, want %v", got, c.want)
			}
		})
	}
	if got := above.scale(engine.Place{}); math.Abs(got-1000*25.0/495) > 1e-9 {
		t.Errorf("a pitch on the first level is %.3f pixels, want %.3f", got, 1000*25.0/495)
	}
	if col, row, level := above.eye(); col != 0 || row != 0 || level != 100 {
		t.Errorf("the eye is at %g, %g, %g levels up, want 0, 0, 100", col, row, level)
	}
}

func TestTheEyeIsWhereNothingIsAwayFromTheCamera(t *testing.T) {
	for _, degrees := range []float64{0, 20, 45, 60} {
		p := obliquePose(bentCamera(), degrees)
		if at := p.space(p.eye()); math.Sqrt(at.dot(at)) > 1e-9 {
			t.Errorf("tilted by %g degrees, the eye lies %v from the camera", degrees, at)
		}
	}
}

func TestAPoseBeginsWhereThePlaneHasItsFirstFace(t *testing.T) {
	plane := newPlane(bentCamera(), 0.6, -1.1)
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
			p := poseOf(&plane, origin, u, sizesOf(nil))
			if got, want := p.pixel(c.col, c.row, 1), plane.pixel(c.at); dist(got, want) > 1e-6 {
				t.Errorf("seen at %v, the plane has it at %v", got, want)
			}
		})
	}
}

func TestAFaceRunsAroundItsPlace(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	q := p.face(engine.Place{Row: 2, Col: 3}, 2)
	half := p.side / p.pitch / 2
	for i, c := range [4][2]float64{{-half, -half}, {half, -half}, {half, half}, {-half, half}} {
		if want := p.pixel(3+c[0], 2+c[1], 2); dist(q[i], want) > 1e-9 {
			t.Errorf("corner %d is at %v, want %v", i, q[i], want)
		}
	}
}

func TestWhatIsNotMeasuredOfATileSetFollowsFromTheRest(t *testing.T) {
	for _, c := range []struct {
		name string
		set  *calibration.Tileset
		want sizes
	}{
		{"nothing measured: the usual tile", nil, sizes{side: 24, thickness: 5.5, pitch: 24.3}},
		{"a side alone: the usual gap", &calibration.Tileset{SideMM: 20}, sizes{side: 20, thickness: 5.5 * 20.3 / 24.3, pitch: 20.3}},
		{"a pitch alone: the usual gap and shape", &calibration.Tileset{PitchMM: 48.6}, sizes{side: 48.3, thickness: 11, pitch: 48.6}},
		{"all measured", &calibration.Tileset{SideMM: 19, ThicknessMM: 4, PitchMM: 19.5}, sizes{side: 19, thickness: 4, pitch: 19.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := sizesOf(c.set)
			if math.Abs(got.side-c.want.side)+math.Abs(got.thickness-c.want.thickness)+math.Abs(got.pitch-c.want.pitch) > 1e-9 {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestAMotionTurnsAboutItsMiddleAndShifts(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	middle := p.space(2, 1, 1)
	for _, c := range []struct {
		name string
		d    motion
	}{
		{"no motion", motion{}},
		{"a small turn", motion{0.01, -0.02, 0.005}},
		{"a large turn", motion{0.4, 0.3, -1.2}},
		{"a shift", motion{0, 0, 0, 3, -4, 12}},
		{"both", motion{0.1, 0.2, 0.3, 3, -4, 12}},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := p.moved(c.d, middle)
			at := q.space(2, 1, 1).add(middle.scale(-1))
			if off := at.add(vec3{-c.d[3], -c.d[4], -c.d[5]}); off.dot(off) > 1e-18 {
				t.Errorf("the middle moves by %v, want %v", at, c.d[3:6])
			}
			for i, pair := range [][2]vec3{{q.x, q.y}, {q.y, q.z}, {q.z, q.x}} {
				if math.Abs(pair[0].dot(pair[1])) > 1e-12 || math.Abs(pair[0].dot(pair[0])-1) > 1e-12 {
					t.Errorf("axis %d is no unit vector, or not square to the next one", i)
				}
			}
			if hand := q.x.cross(q.y).dot(q.z); hand < 0 {
				t.Error("the motion mirrors the lattice")
			}
			if cos := (q.x.dot(p.x) + q.y.dot(p.y) + q.z.dot(p.z) - 1) / 2; math.Abs(math.Acos(min(1, cos))-math.Sqrt(vec3(c.d[:3]).dot(vec3(c.d[:3])))) > 1e-7 {
				t.Errorf("it turns by %.6f radians, want the length of %v", math.Acos(min(1, cos)), c.d[:3])
			}
		})
	}
}

func TestARightAngleAboutTheAxisTakesColumnsToRows(t *testing.T) {
	above := pose{cam: calibration.Pinhole(640, 480, 500), sizes: sizesOf(nil), x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{0, 0, 500}}
	q := above.moved(motion{2: math.Pi / 2}, vec3{0, 0, 500})
	if off := q.x.add(vec3{0, -1, 0}); off.dot(off) > 1e-24 {
		t.Errorf("columns run along %v, want straight down the picture", q.x)
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
		{"at the scale half of the square is left", faithful, faithful * faithful / 2, 1e-12},
		{"an outlier costs no more than the scale's square", 1e6, faithful * faithful, 1e-6},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, sign := range []float64{1, -1} {
				if loss, _ := robust(sign * c.r); math.Abs(loss-c.loss) > c.near {
					t.Errorf("a residual of %g costs %g, want %g", sign*c.r, loss, c.loss)
				}
			}
		})
	}
	for _, r := range []float64{0.3, 1, 2, 5, 20} {
		const step = 1e-5
		more, _ := robust(r + step)
		less, _ := robust(r - step)
		_, weight := robust(r)
		if slope := (more - less) / (2 * step); math.Abs(slope-2*r*weight) > 1e-6 {
			t.Errorf("at %g the loss climbs by %g, its weight says %g", r, slope, 2*r*weight)
		}
	}
}

func TestAPoseIsRecoveredFromProjectedPoints(t *testing.T) {
	start := motion{0.03, -0.04, 0.05, 6, -5, 15}
	for _, c := range []struct {
		name    string
		cam     *calibration.Camera
		degrees float64
		sights  func(*pose, float64) []sight
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
			sights := c.sights(&truth, 2)
			p := truth.moved(start, truth.space(2, 1, 1))
			p.table = p.z
			before := farthest(&p, &truth)
			left := p.fit(sights, 0, 60)
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
		name   string
		sights func(*pose, float64) []sight
	}{
		{"from points", cornerPoints},
		{"from edges", faceEdges},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, 12))
			truth := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
			col, row, level := middleOfSights(c.sights(&truth, 2))
			info := truth.normal(c.sights(&truth, 2), truth.space(col, row, level), truth.z, 0).a
			mean, worst := 0.0, 0.0
			for range trials {
				p := truth
				p.fit(shaken(c.sights(&truth, 2), rng), 0, 20)
				d, off := motionTo(&truth, &p, col, row, level), 0.0
				for i := range poseNumbers {
					for k := range poseNumbers {
						off += d[i] * info[i][k] * d[k]
					}
				}
				mean, worst = mean+off/trials, max(worst, off)
			}
			// The robust loss lets go of some of what is true: that may cost a quarter.
			if mean < 0.85*poseNumbers || mean > 1.25*poseNumbers {
				t.Errorf("the squared error is %.2f on average, want %d", mean, poseNumbers)
			}
			if worst > 30 { // once in 25000 fits
				t.Errorf("one pose is off by %.1f, squared and in standard deviations", worst)
			}
		})
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
			sights := cornerPoints(&truth, 2)
			for i := range c.outliers {
				sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
				sights[3*i+1].at.X += 60 * cos
				sights[3*i+1].at.Y += 60 * sin
			}
			p := truth.moved(motion{0.002, -0.001, 0.002, 0.5, 0.5, 1}, truth.space(2, 1, 1))
			p.fit(sights, 0, 40)
			if off := farthest(&p, &truth); off > c.most {
				t.Errorf("the pose is off by %.4f pixels, want at most %g", off, c.most)
			}
		})
	}
}

func TestAHeldTableYieldsLessTheStrongerItIsHeld(t *testing.T) {
	truth := obliquePose(calibration.Pinhole(1280, 720, 1000), 30)
	wrong := truth.moved(motion{0.02}, truth.space(2, 1, 1))
	last := 0.0
	for i, hold := range []float64{0, 300, 3000, 1e6} {
		p := wrong
		p.table = p.z
		p.fit(cornerPoints(&truth, 2), hold, 40)
		off := math.Acos(min(1, p.z.dot(truth.z)))
		switch {
		case i == 0 && off > 1e-6:
			t.Errorf("a table that nothing holds is off by %.5f radians", off)
		case off < last:
			t.Errorf("held with %g the table is off by %.5f radians, held less by %.5f", hold, off, last)
		}
		last = off
	}
	if tilt := math.Acos(wrong.z.dot(truth.z)); math.Abs(last-tilt) > 0.01*tilt {
		t.Errorf("a table that is held firmly turns to %.5f radians off, it was %.5f", last, tilt)
	}
}

// The gradient of the cost must be what the normal equations have on their other side, whatever the cost is made of.
func TestTheNormalEquationsFollowTheCost(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	ground := func(p *pose) *ground {
		return &ground{down: p.z, right: p.x, ahead: p.y, height: p.t.dot(p.z) + 4, root: [3][3]float64{{40}, {3, 30}, {0.1, -0.2, 0.3}}}
	}
	for _, c := range []struct {
		name   string
		sights func(*pose, float64) []sight
		change func(*pose)
		hold   float64
	}{
		{"points", cornerPoints, func(*pose) {}, 0},
		{"edges", faceEdges, func(*pose) {}, 0},
		{"points on a held table", cornerPoints, func(*pose) {}, 200},
		{"points with a prior of the plane", cornerPoints, func(p *pose) { p.known = ground(p) }, 0},
		{"points with a lens nobody measured", cornerPoints, func(p *pose) { p.free = freedomOf(p.cam, true, nil, p.sizes) }, 0},
		{"edges with a lens nobody measured and a prior of the plane", faceEdges, func(p *pose) {
			p.free, p.known = freedomOf(p.cam, true, nil, p.sizes), ground(p)
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth := obliquePose(bentCamera(), 35)
			sights := shaken(c.sights(&truth, 2), rng)
			c.change(&truth)
			start := truth.z
			p := truth.moved(motion{0.002, -0.003, 0.001, 0.5, -0.3, 1, 0.01, 0.001, -0.002, 0.01, 0.01, 0.02}, truth.space(2, 1, 1))
			middle := p.space(2, 1.5, 1)
			n := p.normal(sights, middle, start, c.hold)
			if want := len(motion{}); p.free != nil && n.numbers != want || p.free == nil && n.numbers != poseNumbers {
				t.Fatalf("%d numbers are free", n.numbers)
			}
			for k := range n.numbers {
				if k == poseNumbers+freeFocal || k == poseNumbers+freeThickness {
					if p.known != nil {
						continue // both lift the lattice off its table, which the equations leave out
					}
				}
				const step = 1e-6
				var more, less motion
				more[k], less[k] = step, -step
				a, b := p.moved(more, middle), p.moved(less, middle)
				slope := (a.cost(sights, start, c.hold) - b.cost(sights, start, c.hold)) / (2 * step)
				if math.Abs(slope+2*n.b[k]) > 1e-4*(math.Abs(slope)+math.Sqrt(n.a[k][k])) {
					t.Errorf("along number %d the cost climbs by %.5f, the equations say %.5f", k, slope, -2*n.b[k])
				}
			}
			for i := range n.numbers {
				for k := range i {
					if n.a[i][k] != n.a[k][i] {
						t.Fatalf("the matrix has %g at %d, %d and %g across", n.a[i][k], i, k, n.a[k][i])
					}
				}
			}
		})
	}
}

func TestEachSightAddsItsOuterProduct(t *testing.T) {
	n := normals{numbers: 3}
	n.add(2, 5, &motion{1, 0, -2, 7})
	n.whole()
	for i, row := range [3][3]float64{{5, 0, -10}, {0, 0, 0}, {-10, 0, 20}} {
		for k, want := range row {
			if n.a[i][k] != want {
				t.Errorf("the matrix has %g at %d, %d, want %g", n.a[i][k], i, k, want)
			}
		}
	}
	if want := (motion{-10, 0, 20}); n.b != want {
		t.Errorf("the other side is %v, want %v", n.b, want)
	}
}

func TestSolveFindsWhatTheSystemWasMadeOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for _, numbers := range []int{1, 3, poseNumbers, len(motion{})} {
		var roots, a [len(motion{})]motion
		var want, b motion
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
		got, ok := solve(&a, b, numbers)
		for i := range numbers {
			if !ok || math.Abs(got[i]-want[i]) > 1e-6 {
				t.Errorf("of %d numbers, number %d is %g, want %g", numbers, i, got[i], want[i])
			}
		}
	}
	var singular [len(motion{})]motion
	singular[0], singular[1] = motion{1, 2}, motion{2, 4}
	if _, ok := solve(&singular, motion{1, 2}, 2); ok {
		t.Error("a system of two equal rows has one solution")
	}
}
