package vision

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/calibration"
)

// knownPlane is what the sights of a pose say of its plane.
func knownPlane(t *testing.T, p *pose, sights []sight) *ground {
	t.Helper()
	col, row, level := middleOfSights(sights)
	middle := p.space(col, row, level)
	g := &ground{down: p.z, right: p.x, ahead: p.y, height: p.t.dot(p.z), tiles: 20}
	root, ok := root3(g.marginal(p.normal(sights, middle, p.z, 0).a, middle))
	if !ok {
		t.Fatal("a whole board says nothing of its plane")
	}
	g.root = root
	return g
}

// The information on the plane alone is the inverse of the plane's part of the inverse of all information: it is found here by what a fit
// of the other three numbers leaves of a given error of the plane.
func TestThePriorIsMarginalOverWhatLiesInThePlane(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	sights := cornerPoints(&p, 2)
	col, row, level := middleOfSights(sights)
	middle := p.space(col, row, level)
	info := p.normal(sights, middle, p.z, 0).a
	g := knownPlane(t, &p, sights)
	rng := rand.New(rand.NewPCG(21, 22))
	arm := p.z.cross(middle)
	for range 20 {
		right, ahead, up := 0.01*rng.NormFloat64(), 0.01*rng.NormFloat64(), rng.NormFloat64()
		turn := p.x.scale(right).add(p.y.scale(ahead))
		shift := p.z.scale(up - turn.dot(arm)) // the turn about the middle lifts the origin, too
		least := math.Inf(1)
		// Coordinate descent over the turn in the plane and both shifts along it.
		var free [3]float64
		along := [3]motion{{p.z[0], p.z[1], p.z[2]}, {3: p.x[0], 4: p.x[1], 5: p.x[2]}, {3: p.y[0], 4: p.y[1], 5: p.y[2]}}
		for range 400 {
			d := motion{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}
			for i := range along {
				for k := range poseNumbers {
					d[k] += free[i] * along[i][k]
				}
			}
			quadratic := func(a, b *motion) (sum float64) {
				for i := range poseNumbers {
					for k := range poseNumbers {
						sum += a[i] * info[i][k] * b[k]
					}
				}
				return sum
			}
			least = quadratic(&d, &d)
			for i := range along {
				step := -quadratic(&along[i], &d) / quadratic(&along[i], &along[i])
				free[i] += step
				for k := range poseNumbers {
					d[k] += step * along[i][k]
				}
			}
		}
		w := g.weighted(right, ahead, up)
		if got := w.dot(w); math.Abs(got-groundShare*least) > 1e-3*groundShare*least {
			t.Errorf("a plane off by %.4f, %.4f and %.2f mm costs %.4f, want %.4f", right, ahead, up, got, groundShare*least)
		}
	}
}

func TestAPoseFitsItsOwnPlaneWhereverItLiesOnIt(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	g := knownPlane(t, &p, cornerPoints(&p, 2))
	turn := p.z.scale(0.7)
	for _, c := range []struct {
		name string
		d    motion
		same bool
	}{
		{"the pose itself", motion{}, true},
		{"turned on the table", motion{turn[0], turn[1], turn[2]}, true},
		{"shifted along the table", motion{3: 40 * p.x[0], 4: 40 * p.x[1], 5: 40 * p.x[2]}, true},
		{"tilted", motion{0.05 * p.x[0], 0.05 * p.x[1], 0.05 * p.x[2]}, false},
		{"a tile lower", motion{3: 5.5 * p.z[0], 4: 5.5 * p.z[1], 5: 5.5 * p.z[2]}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Turned about the foot of the eye: that is where the height is measured.
			q := p.moved(c.d, p.z.scale(p.t.dot(p.z)))
			if got := g.misfit(&q); c.same && got > 1e-12 || !c.same && got < 1 {
				t.Errorf("it costs %.4g", got)
			}
		})
	}
}

func TestTheMisfitIsTheSameToBothSides(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	g := knownPlane(t, &p, cornerPoints(&p, 2))
	for _, d := range []motion{ // turned about the eye, which keeps its height
		{0.01 * p.x[0], 0.01 * p.x[1], 0.01 * p.x[2]},
		{0.01 * p.y[0], 0.01 * p.y[1], 0.01 * p.y[2]},
		{3: 2 * p.z[0], 4: 2 * p.z[1], 5: 2 * p.z[2]},
	} {
		var back motion
		for k := range d {
			back[k] = -d[k]
		}
		there, other := p.moved(d, vec3{}), p.moved(back, vec3{})
		if a, b := g.misfit(&there), g.misfit(&other); math.Abs(a-b) > 1e-9*a || a == 0 {
			t.Errorf("moved by %v it costs %.4f, moved back %.4f", d, a, b)
		}
	}
	if got := (*ground)(nil).misfit(&p); got != 0 {
		t.Errorf("where nothing is known, a pose costs %g", got)
	}
}

func TestAPlanePriorTellsHowLargeTilesLook(t *testing.T) {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 35)
	g := &ground{down: p.z, right: p.x, ahead: p.y, height: p.t.dot(p.z)}
	plane := planeOf(p.cam, p.z)
	a, _ := plane.onTable(p.pixel(0, 0, 1))
	b, _ := plane.onTable(p.pixel(1, 0, 1))
	if got, want := g.pitchOf(p.sizes), dist(a, b); math.Abs(got-want) > 1e-9 {
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
		sights := shaken(cornerPoints(&truth, 2)[:3], rng)
		for _, known := range []*ground{nil, g} {
			p := truth
			p.known = known
			p.fit(sights, 0, 20)
			if off := math.Acos(min(1, p.z.dot(truth.z))); known == nil {
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
