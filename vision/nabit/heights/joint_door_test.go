package heights

import (
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

func TestNeighborsAreFoundAtTheirSides(t *testing.T) {
	places := []engine.Place{{Row: -1, Col: 1}, {Col: 0}, {Col: 1}, {Row: 1, Col: 1}}
	want := [][4]int{{-1, -1, 2, -1}, {-1, 2, -1, -1}, {0, -1, 3, 1}, {2, -1, -1, -1}}
	if got := lattice.NeighborIndices(places); !slices.Equal(got, want) {
		t.Errorf("beside them lie %v, want %v", got, want)
	}
}

func TestChancesAreSmoothedOverTheirNeighbors(t *testing.T) {
	var chances [tileface.EdgeBins + 1]float32
	chances[4] = 1
	likely := smoothed(&chances)
	for k, l := range likely {
		want := map[int]float64{3: 0.25, 4: 0.5, 5: 0.25}[k]
		if math.Abs(l-math.Log(0.1+tileface.EdgeBins*want)) > 1e-6 {
			t.Errorf("at step %d the likelihood is %.4f, want %.4f", k, l, math.Log(0.1+tileface.EdgeBins*want))
		}
	}
	if likely[10] != noEdge {
		t.Errorf("where no edge is seen the likelihood is %g, want %g", likely[10], noEdge)
	}
}

func TestTheLikelihoodOfAnEdgeRunsStraightBetweenSteps(t *testing.T) {
	var e jointEdge
	for k := range e.likely {
		e.likely[k] = float64(k * k)
	}
	const step, mid = 0.02, tileface.EdgeBins / 2
	for _, c := range []struct {
		name         string
		offset, want float64
	}{
		{"just where it is expected", 0, mid * mid},
		{"a step outward", step, (mid + 1) * (mid + 1)},
		{"half a step inward", -step / 2, (mid*mid + (mid-1)*(mid-1)) / 2.0},
		{"out of reach, outward", (mid + 0.5) * step, noEdge},
		{"out of reach, inward", -(mid + 0.5) * step, noEdge},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := e.at(c.offset, step); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("%g, want %g", got, c.want)
			}
		})
	}
}

func TestASideCountsUnlessAHigherStackStandsAgainstIt(t *testing.T) {
	f := &jointModel{beside: [][4]int{{-1, 1, -1, -1}, {-1, -1, -1, 0}}}
	for _, c := range []struct {
		name   string
		levels []int
		i      int
		side   int
		level  int
		want   bool
	}{
		{"nothing beside it", []int{1, 5}, 0, 0, 1, true},
		{"a higher one", []int{1, 2}, 0, 1, 1, false},
		{"one as high", []int{1, 2}, 0, 1, 2, true},
		{"a lower one", []int{1, 2}, 1, 3, 2, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := f.edgeVisible(c.levels, c.i, c.side, c.level); got != c.want {
				t.Errorf("it counts: %v, want %v", got, c.want)
			}
		})
	}
}

// boardLevels are levels of 15 stacks, mostly of one.
var boardLevels = []int{1, 1, 2, 1, 1, 1, 3, 1, 1, 2, 1, 1, 1, 1, 1}

func TestAPoseIsRefittedToTheEdgesOfItsLevels(t *testing.T) {
	off := camerapose.Delta{0.006, -0.004, 0.003, 0.6, -0.5, 1}
	s := seeStacks(boardLevels, off)
	h := jointState{levels: slices.Clone(boardLevels)}
	before := s.field.logPosterior(&h)
	for range 3 {
		s.field.refitPose(&h)
	}
	p := s.field.s.Pose.Moved(h.moved, s.field.middle)
	for i, at := range s.field.places {
		a, b := p.Face(at, float64(boardLevels[i])), s.truth.Face(at, float64(boardLevels[i]))
		for k := range a {
			if far := picture.Dist(a[k], b[k]) / s.truth.Scale(at); far > 0.005 {
				t.Errorf("a corner of %v is %.4f pitches off", at, far)
			}
		}
	}
	if after := s.field.logPosterior(&h); after < before+50 {
		t.Errorf("refitted it is as likely as %.1f, before %.1f", after, before)
	}
}

func TestEachStackTakesTheLevelWhoseEdgesAreSeen(t *testing.T) {
	s := seeStacks(boardLevels, camerapose.Delta{})
	h := jointState{levels: s.field.s.Cells.LevelsOf(s.field.places)}
	if !s.field.reassignLevels(&h) {
		t.Error("levels that are wrong stay")
	}
	if !slices.Equal(h.levels, boardLevels) {
		t.Errorf("levels are %v, want %v", h.levels, boardLevels)
	}
	if s.field.reassignLevels(&h) {
		t.Errorf("right levels change to %v", h.levels)
	}
	// Levels that may not go far stay near.
	near := jointState{levels: slices.Repeat([]int{1}, len(boardLevels)), near: slices.Repeat([]int{1}, len(boardLevels))}
	s.field.reassignLevels(&near)
	if most := slices.Max(near.levels); most > 2 {
		t.Errorf("a level that may be no further than one from the first becomes %d", most)
	}
}

// Coordinate ascent over pose and levels, begun from tables tilted all ways, finds both where neither is known.
func TestLevelsAndTiltAreFoundTogether(t *testing.T) {
	for _, c := range []struct {
		name   string
		levels []int
		off    camerapose.Delta
	}{
		{"a flat board on a table taken for tilted", slices.Repeat([]int{1}, 15), camerapose.Delta{0.04, 0, 0}},
		{"stacks on a table known well", boardLevels, camerapose.Delta{}},
		{"stacks on a table taken for tilted one way", boardLevels, camerapose.Delta{0.03, 0.01, 0}},
		{"stacks on a table taken for tilted the other way", boardLevels, camerapose.Delta{-0.03, 0.02, 0}},
		{"stacks to one side, that look like a tilt", []int{1, 1, 1, 2, 2, 1, 1, 1, 2, 3, 1, 1, 1, 1, 2}, camerapose.Delta{0.01, -0.02, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := seeStacks(c.levels, c.off)
			ends := s.field.localOptima()
			if !slices.Equal(ends[0].levels, c.levels) {
				t.Errorf("the likeliest levels are %v, want %v", ends[0].levels, c.levels)
			}
			begun := s.field.hypotheses(ends[:1])[0]
			if off := math.Acos(min(1, begun.Z.Dot(s.truth.Z))); off > 0.005 {
				t.Errorf("the table is off by %.4f radians", off)
			}
			for i := range ends[1:] {
				if ends[i+1].likely > ends[i].likely || slices.Equal(ends[i+1].levels, ends[i].levels) {
					t.Errorf("end %d is likelier than the one before it, or the same", i+1)
				}
			}
			for i, at := range s.field.places {
				if begun.Cells[at] != ends[0].levels[i] {
					t.Errorf("%v begins %d high, want %d", at, begun.Cells[at], ends[0].levels[i])
				}
			}
		})
	}
}

func TestTheMildestTiltIsBegunWith(t *testing.T) {
	s := seeStacks(boardLevels, camerapose.Delta{})
	all := s.field.starts()
	if want := len(anewTilts) * len(anewTilts); len(all) != want {
		t.Errorf("%d tables are begun with, want %d", len(all), want)
	}
	tilt := func(h jointState) float64 { return camerapose.Vec3(h.moved[:3]).Dot(camerapose.Vec3(h.moved[:3])) }
	if !slices.IsSortedFunc(all, func(a, b jointState) int {
		if tilt(a) < tilt(b)-1e-12 {
			return -1
		}
		if tilt(a) > tilt(b)+1e-12 {
			return 1
		}
		return 0
	}) || tilt(all[0]) > 1e-12 {
		t.Error("tables are not in the order of their tilt")
	}
	all[0].levels[0] = 5
	if all[1].levels[0] == 5 {
		t.Error("two beginnings share their levels")
	}
}

func TestATableThatIsHeldCostsItsTilt(t *testing.T) {
	s := seeStacks(boardLevels, camerapose.Delta{})
	f := s.field
	f.errors, f.slopes = f.s.PlaneResiduals(f.middle, f.s.Table, 100)
	turn := f.s.X.Scale(0.02)
	h := jointState{levels: boardLevels}
	if e := f.planeResidual(&h); e.Dot(e) > 1e-18 {
		t.Errorf("a table that is not moved is off by %v", e)
	}
	copy(h.moved[:], turn[:])
	if e := f.planeResidual(&h); math.Abs(math.Sqrt(e.Dot(e))-2) > 1e-6 {
		t.Errorf("held with 100 and tilted by 0.02 radians it is off by %.4f standard deviations, want 2", math.Sqrt(e.Dot(e)))
	}
}
