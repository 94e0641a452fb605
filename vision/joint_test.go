package vision

import (
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
)

// TestLevelsAreFoundWithTheTilt begins with every stack one tile high on a table tilted by three degrees: the levels that lie there
// must be among those it is begun anew with, but for one of twenty, which others hide.
func TestLevelsAreFoundWithTheTilt(t *testing.T) {
	tried := 0
	for _, scene := range stillScenes(t, stillsFolder) {
		truth := scene.truthStructure()
		if len(truth.cells) < 12 || truth.z[2] > math.Cos(20*math.Pi/180) {
			continue
		}
		tried++
		start := truth.clone()
		for at := range start.cells {
			start.cells[at] = 1
		}
		start.pose = start.pose.moved(motion{3 * math.Pi / 180}, start.spaceMiddle())
		start.table = start.z
		err := withRaster(scene.picture, func(r *raster, _ gocv.Mat) error {
			anew := r.begunAnew(&start)
			if !slices.ContainsFunc(anew, func(s structure) bool { return truth.cells.others(s.cells) <= len(truth.cells)/20 }) {
				t.Errorf("%s: none of %d beginnings has the stacks that lie there: %v", scene.name, len(anew), truth.cells)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if tried < 2 {
		t.Errorf("only %d scenes have enough tiles seen from one side", tried)
	}
}

// TestASideThatLiesHigherIsNotAll reads two words side by side, one of which lies on other tiles: under a pose that has it on the table no
// tile of the other is where one may be.
func TestASideThatLiesHigherIsNotAll(t *testing.T) { readAllTiles(t, "sunk") }

// others is how many of the places have another level.
func (c stacks) others(than stacks) (n int) {
	for at, level := range c {
		if than[at] != level {
			n++
		}
	}
	return n
}

// truthStructure is what lies in the scene.
func (s *stillScene) truthStructure() *structure {
	l, c := s.truth.Lattice, s.truth.Camera
	seen := func(v vec3) vec3 { return vec3{vec3(c.R[0]).dot(v), vec3(c.R[1]).dot(v), vec3(c.R[2]).dot(v)} }
	sin, cos := math.Sincos(l.YawDeg * math.Pi / 180)
	right, near := vec3{cos, sin, 0}, vec3{sin, -cos, 0} // on the table, z up
	origin := vec3{l.Centre[0], l.Centre[1], 0}.add(right.scale(-l.Origin[1] * l.Pitch)).add(near.scale(-l.Origin[0] * l.Pitch))
	p := pose{cam: s.camera(), sizes: sizesOf(s.set()), x: seen(right), y: seen(near), z: seen(vec3{0, 0, -1}), t: seen(origin).add(vec3(c.T))}
	p.table = p.z
	truth := &structure{pose: p, cells: stacks{}}
	for _, c := range s.truth.Cells {
		truth.cells[engine.Place{Row: c.Row, Col: c.Col}] = c.Height
	}
	return truth
}
