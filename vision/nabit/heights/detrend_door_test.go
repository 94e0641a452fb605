package heights

import (
	"math"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

func TestTheMedianIgnoresOutliers(t *testing.T) {
	for _, c := range []struct {
		name string
		all  []float64
		want float64
	}{
		{"of nothing it is none", nil, 0},
		{"of one", []float64{3}, 3},
		{"of an odd number the middle one", []float64{5, 1, 3}, 3},
		{"of an even number between the two in the middle", []float64{4, 1, 3, 2}, 2.5},
		{"an outlier moves nothing", []float64{1, 1, 1, 1, 1000}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := median(c.all); got != c.want {
				t.Errorf("%g, want %g", got, c.want)
			}
		})
	}
}

func TestAClimbAlongBothDirectionsIsTakenOut(t *testing.T) {
	for _, c := range []struct {
		name  string
		level func(row, col int) int
		want  func(row, col int) int
	}{
		{"a slope across the corner", func(r, c int) int { return 1 + (r+c)/2 }, func(int, int) int { return 1 }},
		{"a slope down along rows", func(_, c int) int { return 4 - c }, func(int, int) int { return 1 }},
		{"a stack on a slope stays a stack", func(r, c int) int {
			if r == 1 && c == 2 {
				return 5
			}
			return 1 + c
		}, func(r, c int) int {
			if r == 1 && c == 2 {
				return 3
			}
			return 1
		}},
		{"two stacks on a flat board stay", func(r, c int) int { return 1 + (r*4+c)%5/4 }, func(r, c int) int { return 1 + (r*4+c)%5/4 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := hypothesis.Hypothesis{Cells: lattice.Levels{}}
			var want []int
			for row := range 3 {
				for col := range 4 {
					s.Cells[engine.Place{Row: row, Col: col}] = c.level(row, col)
					want = append(want, c.want(row, col))
				}
			}
			got := detrendedLevels(&s, s.Cells.Places())
			off := 0
			for i := range got {
				if got[i] != want[i] {
					off++
				}
			}
			if off > 0 {
				t.Errorf("%v is left, want %v", got, want)
			}
		})
	}
}

// Flat tiles on a table that is taken for tilted too little look like a stair; taken for tilted as it is, they lie flat.
func TestAStairIsLeveledWithThePoseThatGoesWithIt(t *testing.T) {
	plane := camerapose.NewPlane(calibration.Pinhole(1280, 720, 1000), 50*math.Pi/180, math.Pi/2)
	foot, _ := plane.OnTable(engine.Point{X: 500, Y: 400})
	truth := camerapose.PoseOf(&plane, foot, engine.Point{X: 0.06, Y: 0}, camerapose.SizesOf(nil))
	slope := 0.75 * math.Atan(truth.Thickness/truth.Pitch) // seen obliquely, a tile a row
	turn := truth.X.Scale(slope)
	s := hypothesis.Hypothesis{Pose: truth.Moved(camerapose.Delta{turn[0], turn[1], turn[2]}, truth.Camera(1.5, 1.5, 1)), Cells: lattice.Levels{}}
	s.Table = s.Z
	// Under the wrong pose each row lies a tile higher or lower than the one before it: which of them, the pixels say.
	for row := range 4 {
		for col := range 4 {
			best, off := 0, math.Inf(1)
			for level := -4; level <= 8; level++ {
				if d := picture.Dist(s.Pixel(float64(col), float64(row), float64(level)), truth.Pixel(float64(col), float64(row), 1)); d < off {
					best, off = level, d
				}
			}
			s.Cells[engine.Place{Row: row, Col: col}] = best
		}
	}
	lowest := 1 - slices.Min(s.Cells.LevelsOf(s.Cells.Places()))
	s.T = s.T.Add(s.Z.Scale(float64(lowest) * s.Thickness))
	for at := range s.Cells {
		s.Cells[at] += lowest
	}
	o := s.Occluders()
	if high := o.MaxLevel(); high < 3 || high > engine.MaxHeight {
		t.Fatalf("the stair has levels %v", s.Cells)
	}
	leveled, ok := Detrended(&s)
	if !ok {
		t.Fatal("the stair stays")
	}
	for at, level := range leveled.Cells {
		if level != 1 {
			t.Errorf("%v is left %d high", at, level)
		}
	}
	if off := math.Acos(min(1, leveled.Z.Dot(truth.Z))); off > 0.05 {
		t.Errorf("the table is off by %.3f radians, the stair was by %.3f", off, slope)
	}
}

func TestAFlatBoardIsNotLeveled(t *testing.T) {
	plane := camerapose.NewPlane(calibration.Pinhole(1280, 720, 1000), 0.5, 1)
	p := camerapose.PoseOf(&plane, engine.Point{}, engine.Point{X: 0.06, Y: 0}, camerapose.SizesOf(nil))
	stair := lattice.Levels{{}: 1, {Col: 1}: 2, {Col: 2}: 3, {Col: 3}: 4}
	for _, c := range []struct {
		name string
		s    hypothesis.Hypothesis
		want bool
	}{
		{"a flat board", hypothesis.Hypothesis{Pose: p, Cells: lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 2}: 1, {Col: 3}: 1}}, false},
		{"a stack on a flat board", hypothesis.Hypothesis{Pose: p, Cells: lattice.Levels{{}: 1, {Col: 1}: 4, {Col: 2}: 1, {Col: 3}: 1}}, false},
		{"a stair of three tiles, which is too few", hypothesis.Hypothesis{Pose: p, Cells: lattice.Levels{{}: 1, {Col: 1}: 2, {Col: 2}: 3}}, false},
		{"a stair of four", hypothesis.Hypothesis{Pose: p, Cells: stair}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, ok := Detrended(&c.s); ok != c.want {
				t.Errorf("leveled: %v, want %v", ok, c.want)
			}
		})
	}
	known := hypothesis.Hypothesis{Pose: p, Cells: stair}
	known.Pose.Prior = &camerapose.PlanePrior{}
	if _, ok := Detrended(&known); ok {
		t.Error("a stair on a table that is known is leveled")
	}
}
