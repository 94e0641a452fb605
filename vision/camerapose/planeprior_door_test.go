package camerapose

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/picture"
)

// knownPlane is what the observations of a pose say of its plane.
func knownPlane(t *testing.T, p *Pose, observations []Correspondence) *PlanePrior {
	t.Helper()
	col, row, level := middleOfSights(observations)
	middle := p.Camera(col, row, level)
	g := &PlanePrior{Down: p.Z, Right: p.X, Ahead: p.Y, Height: p.T.Dot(p.Z), Tiles: 20}
	root, ok := Cholesky3(g.MarginalInformation(p.NormalEquations(observations, middle, p.Z, 0).A, middle))
	if !ok {
		t.Fatal("a whole board says nothing of its plane")
	}
	g.Root = root
	return g
}

// The information on the plane alone is the inverse of the plane's part of the inverse of all information: it is found here by what a fit
// of the other three numbers leaves of a given error of the plane.
func TestThePriorIsMarginalOverWhatLiesInThePlane(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	observations := cornerPoints(&p, 2)
	col, row, level := middleOfSights(observations)
	middle := p.Camera(col, row, level)
	info := p.NormalEquations(observations, middle, p.Z, 0).A
	g := knownPlane(t, &p, observations)
	rng := rand.New(rand.NewPCG(21, 22))
	arm := p.Z.Cross(middle)
	for range 20 {
		right, ahead, up := 0.01*rng.NormFloat64(), 0.01*rng.NormFloat64(), rng.NormFloat64()
		turn := p.X.Scale(right).Add(p.Y.Scale(ahead))
		shift := p.Z.Scale(up - turn.Dot(arm)) // the turn about the middle lifts the origin, too
		least := math.Inf(1)
		// Coordinate descent over the turn in the plane and both shifts along it.
		var free [3]float64
		along := [3]Delta{{p.Z[0], p.Z[1], p.Z[2]}, {3: p.X[0], 4: p.X[1], 5: p.X[2]}, {3: p.Y[0], 4: p.Y[1], 5: p.Y[2]}}
		for range 400 {
			d := Delta{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}
			for i := range along {
				for k := range PoseNumbers {
					d[k] += free[i] * along[i][k]
				}
			}
			quadratic := func(a, b *Delta) (sum float64) {
				for i := range PoseNumbers {
					for k := range PoseNumbers {
						sum += a[i] * info[i][k] * b[k]
					}
				}
				return sum
			}
			least = quadratic(&d, &d)
			for i := range along {
				step := -quadratic(&along[i], &d) / quadratic(&along[i], &along[i])
				free[i] += step
				for k := range PoseNumbers {
					d[k] += step * along[i][k]
				}
			}
		}
		w := g.whitened(right, ahead, up)
		if got := w.Dot(w); math.Abs(got-edgeInformation*least) > 1e-3*edgeInformation*least {
			t.Errorf("a plane off by %.4f, %.4f and %.2f mm costs %.4f, want %.4f", right, ahead, up, got, edgeInformation*least)
		}
	}
}

func TestAPoseFitsItsOwnPlaneWhereverItLiesOnIt(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	g := knownPlane(t, &p, cornerPoints(&p, 2))
	turn := p.Z.Scale(0.7)
	for _, c := range []struct {
		name string
		d    Delta
		same bool
	}{
		{"the pose itself", Delta{}, true},
		{"turned on the table", Delta{turn[0], turn[1], turn[2]}, true},
		{"shifted along the table", Delta{3: 40 * p.X[0], 4: 40 * p.X[1], 5: 40 * p.X[2]}, true},
		{"tilted", Delta{0.05 * p.X[0], 0.05 * p.X[1], 0.05 * p.X[2]}, false},
		{"a tile lower", Delta{3: 5.5 * p.Z[0], 4: 5.5 * p.Z[1], 5: 5.5 * p.Z[2]}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Turned about the foot of the eye: that is where the height is measured.
			q := p.Moved(c.d, p.Z.Scale(p.T.Dot(p.Z)))
			if got := g.Mahalanobis(&q); c.same && got > 1e-12 || !c.same && got < 1 {
				t.Errorf("it costs %.4g", got)
			}
		})
	}
}

func TestTheMisfitIsTheSameToBothSides(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	g := knownPlane(t, &p, cornerPoints(&p, 2))
	for _, d := range []Delta{ // turned about the eye, which keeps its height
		{0.01 * p.X[0], 0.01 * p.X[1], 0.01 * p.X[2]},
		{0.01 * p.Y[0], 0.01 * p.Y[1], 0.01 * p.Y[2]},
		{3: 2 * p.Z[0], 4: 2 * p.Z[1], 5: 2 * p.Z[2]},
	} {
		var back Delta
		for k := range d {
			back[k] = -d[k]
		}
		there, other := p.Moved(d, Vec3{}), p.Moved(back, Vec3{})
		if a, b := g.Mahalanobis(&there), g.Mahalanobis(&other); math.Abs(a-b) > 1e-9*a || a == 0 {
			t.Errorf("moved by %v it costs %.4f, moved back %.4f", d, a, b)
		}
	}
	if got := (*PlanePrior)(nil).Mahalanobis(&p); got != 0 {
		t.Errorf("where nothing is known, a pose costs %g", got)
	}
}

func TestAPlanePriorGivesThePitch(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	g := &PlanePrior{Down: p.Z, Right: p.X, Ahead: p.Y, Height: p.T.Dot(p.Z)}
	plane := PlaneOf(p.Cam, p.Z)
	a, _ := plane.OnTable(p.Pixel(0, 0, 1))
	b, _ := plane.OnTable(p.Pixel(1, 0, 1))
	if got, want := g.PitchOf(p.Sizes), picture.Dist(a, b); math.Abs(got-want) > 1e-9 {
		t.Errorf("a pitch is %.6f on the plane, the picture shows %.6f", got, want)
	}
}

// With few tiles in view the prior keeps the plane where a whole board had it, and costs the place on the table nothing.
func TestFewTilesOnAKnownPlaneAreFoundAsThatLies(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	truth := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	g := knownPlane(t, &truth, cornerPoints(&truth, 2))
	var free, held float64
	for range 40 {
		observations := shaken(cornerPoints(&truth, 2)[:3], rng)
		for _, known := range []*PlanePrior{nil, g} {
			p := truth
			p.Prior = known
			p.Fit(observations, 0, 20)
			if off := math.Acos(min(1, p.Z.Dot(truth.Z))); known == nil {
				free += off / 40
			} else {
				held += off / 40
			}
		}
	}
	if held > free/10 {
		t.Errorf("with the prior the plane is off by %.4f radians on average, without by %.4f", held, free)
	}
}
