package vision

import (
	"math"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// tiltedPose is a lattice seen at about 32 degrees from straight above.
func tiltedPose() pose {
	p := newPlane(calibration.Pinhole(1280, 720, 900), 35*math.Pi/180, 1.3)
	return poseOf(&p, engine.Point{X: 0.2, Y: 0.6}, engine.Point{X: 0.05, Y: 0.01}, sizesOf(nil))
}

// boardSights are the edges of a row of tiles as the pose shows them, those of one place lifted by a level and yet told to lie on the
// first.
func boardSights(p *pose, lifted int) []sight {
	var all []sight
	for col := range 5 {
		level := 1.0
		if col == lifted {
			level = 2
		}
		for _, axes := range sideAxes {
			c, r := float64(col)+0.5*axes[0][0], 0.5*axes[0][1]
			at, along := p.pixel(c, r, level), p.pixel(c+0.1*axes[1][0], r+0.1*axes[1][1], level)
			n := dist(at, along)
			all = append(all, sight{col: c, row: r, level: 1, at: at, nx: -(along.Y - at.Y) / n, ny: (along.X - at.X) / n, weight: 2})
		}
	}
	return all
}

func TestAGroundsErrorsChangeAsItsSlopesSay(t *testing.T) {
	p := tiltedPose()
	middle := p.space(2, 0, 1)
	g := &ground{down: p.z, right: p.x, ahead: p.y, height: p.t.dot(p.z), root: [3][3]float64{{40}, {3, 30}, {1, -2, 0.5}}}
	by := g.slopes(&p, middle)
	for k := range by {
		const step = 1e-5
		var more, less motion
		more[k], less[k] = step, -step
		a, b := p.moved(more, middle), p.moved(less, middle)
		ea, eb := g.errors(&a), g.errors(&b)
		for i := range ea {
			if want := (ea[i] - eb[i]) / (2 * step); math.Abs(by[k][i]-want) > 1e-3*(1+math.Abs(want)) {
				t.Errorf("error %d changes with move %d by %.4f, small steps show %.4f", i, k, by[k][i], want)
			}
		}
	}
}

func TestAKnownGroundKeepsAStackFromPassingForATilt(t *testing.T) {
	truth := tiltedPose()
	info := truth.normal(boardSights(&truth, -1), truth.space(2, 0, 1), truth.z, 0).a
	g := &ground{down: truth.z, right: truth.x, ahead: truth.y, height: truth.t.dot(truth.z), tiles: 5}
	for axis := range 3 {
		info[axis][axis] += 1 // a row alone leaves one tilt open
	}
	root, ok := root3(g.marginal(info, truth.space(2, 0, 1)))
	if !ok {
		t.Fatal("a row of five tiles tells nothing of the table")
	}
	g.root = root
	off := func(known *ground) float64 {
		p := truth
		p.known = known
		p.fit(boardSights(&truth, 4), 0, 20)
		return math.Acos(min(1, p.z.dot(truth.z)))
	}
	if free, held := off(nil), off(g); held > free/2 {
		t.Errorf("the table is off by %.3f rad with the ground known, %.3f without", held, free)
	}
}

func TestRoot3(t *testing.T) {
	a := [3][3]float64{{4, 2, 1}, {2, 5, 3}, {1, 3, 6}}
	l, ok := root3(a)
	for i := range a {
		for j := range a {
			sum := 0.0
			for k := range a {
				sum += l[i][k] * l[j][k]
			}
			if !ok || math.Abs(sum-a[i][j]) > 1e-12 {
				t.Fatalf("the root's square has %.6f at %d, %d, not %.6f", sum, i, j, a[i][j])
			}
		}
	}
	if _, ok := root3([3][3]float64{{1, 2, 0}, {2, 1, 0}, {0, 0, 1}}); ok {
		t.Error("a matrix that is not positive definite has a root")
	}
}

// TestAMirroredTableDoesNotPersist gives a tracker the table that looks nearly the same from far away, tilted as much the other way, as a
// single row of tiles may be seen to lie on it: the next picture of a board puts it right.
func TestAMirroredTableDoesNotPersist(t *testing.T) {
	s := loadScene(t, stillsFolder+"/043.json")
	reader := NewReader(letterNet(t))
	right := NewTracker(reader)
	want, err := right.Read(s.picture, s.camera(), s.set(), Unknown)
	if err != nil {
		t.Fatal(err)
	}
	mirrored, ok := right.last.reversed()
	if !ok || right.ground == nil {
		t.Fatal("the picture tells no table that could be mirrored")
	}
	g := *right.ground
	g.down, g.right, g.ahead, g.height, g.tiles = mirrored.z, mirrored.x, mirrored.y, mirrored.t.dot(mirrored.z), groundTiles
	wrong := NewTracker(reader)
	wrong.ground = &g
	got, err := wrong.Read(s.picture, s.camera(), s.set(), Unknown)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := placesOf(want), placesOf(got); !slices.Equal(a, b) {
		t.Errorf("cells %v, on the mirrored table %v", a, b)
	}
	if off := math.Acos(min(1, wrong.ground.down.dot(right.ground.down))); off > 0.02 {
		t.Errorf("the table stays off by %.3f rad", off)
	}
}
