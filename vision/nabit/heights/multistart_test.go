package heights

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// Where two structures explain the picture about as well, what they differ in is in doubt, and only that; one that explains much less says
// nothing.
func TestOtherStructuresPutInDoubtWhatTheyDifferIn(t *testing.T) {
	sure := func(level int) (h engine.HeightLikelihoods) {
		for l := range h {
			h[l] = math.Log(0.01 / (engine.MaxHeight - 1))
		}
		h[level-1] = math.Log(0.99)
		return h
	}
	for _, c := range []struct{ likely, want float64 }{{0, 0.5}, {-1, 0.73}, {-1000, 0.99}} {
		all := []engine.HeightLikelihoods{sure(1), sure(2)}
		addWeighted(all, []engine.HeightLikelihoods{sure(1), sure(3)}, c.likely)
		if p := shareOf(all[0], 1); math.Abs(p-0.99) > 0.005 {
			t.Errorf("%g is left of a height in which both agree", p)
		}
		if p := shareOf(all[1], 2); math.Abs(p-c.want) > 0.01 {
			t.Errorf("%g is left of a height where another of likelihood %g differs, want %g", p, c.likely, c.want)
		}
	}
}

// shareOf is how likely a height is.
func shareOf(h engine.HeightLikelihoods, level int) float64 {
	return math.Exp(h[level-1] - floats.LogSumExp(h[:]))
}

// No game covers all of its tiles: a whole board that is one tile too high is never tried.
func TestSomeStackIsOneHigh(t *testing.T) {
	if (lattice.Levels{{}: 2, {Col: 1}: 3}).TouchesTable() || !(lattice.Levels{{}: 2, {Col: 1}: 1}).TouchesTable() {
		t.Error("stacks of two and three stand on the table without any of one, or one is not seen")
	}
}

// With a factor graph, no level is further than one from those of its start: the hypothesis's own, or all one more or less.
func TestBoundStartsStayNearTheirLevels(t *testing.T) {
	s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, "002.json"))
	truth := s.TruthStructure()
	err := picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		f := newJointModel(r, truth)
		f.graph = newFactorGraph(len(f.places), nil)
		own := truth.Cells.LevelsOf(f.places)
		higher := slices.Clone(own)
		for i := range higher {
			higher[i] = min(own[i]+1, engine.MaxHeight)
		}
		if !slices.ContainsFunc(f.starts(), func(h jointState) bool {
			return slices.Equal(h.levels, higher) && camerapose.Vec3(h.delta[3:6]).Dot(truth.Z) > 0
		}) {
			t.Error("no start has the table a tile lower")
		}
		for _, h := range f.localOptima() {
			if !allNear(h.levels, own, -1) && !allNear(h.levels, own, 0) && !allNear(h.levels, own, 1) {
				t.Errorf("%v is not near %v", h.levels, own)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// allNear reports whether levels are at most one from others that are lifted.
func allNear(levels, own []int, lift int) bool {
	for i, level := range levels {
		if from := min(max(own[i]+lift, 1), engine.MaxHeight); level < from-1 || level > from+1 {
			return false
		}
	}
	return true
}

// A pair factor counts once, from whichever end.
func TestAPairFactorCountsFromBothEnds(t *testing.T) {
	b := pairFactor{a: 0, b: 2}
	for x := range b.potential {
		for y := range b.potential[x] {
			b.potential[x][y] = float64(10*x + y)
		}
	}
	var none *factorGraph
	if got := none.localLogPotential([]int{1, 1, 1}, 0, 3); got != 0 {
		t.Errorf("without a graph the log-potential is %g", got)
	}
	graph := newFactorGraph(3, []pairFactor{b})
	levels := []int{4, 5, 2}
	for _, c := range []struct {
		place int
		want  float64
	}{{0, 31}, {1, 0}, {2, 31}} {
		if got := graph.localLogPotential(levels, c.place, levels[c.place]); got != c.want {
			t.Errorf("place %d has the log-potential %g, want %g", c.place, got, c.want)
		}
	}
	if all := graph.logPotential(levels); all != 31 {
		t.Errorf("all log-potentials sum to %g, want 31", all)
	}
	graph.unary[1] = engine.HeightLikelihoods{4: 100}
	if got, all, between := graph.localLogPotential(levels, 1, 5), graph.logPotential(levels), graph.pairLogPotential(levels); got != 100 || all != 131 || between != 31 {
		t.Errorf("with the table beside place 1 the log-potentials are %g there, %g in all, %g of pairs; want 100, 131, 31", got, all, between)
	}
}
