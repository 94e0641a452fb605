package measure

import (
	"errors"
	"maps"
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
)

func TestTheLayoutMayBeAnyRowThatHoldsEnoughOfWhatIsSeen(t *testing.T) {
	row := func(n int) lattice.Levels {
		s := lattice.Levels{}
		for col := range n {
			s[engine.Place{Col: col}] = 1
		}
		return s
	}
	column := lattice.Levels{{}: 1, {Row: 1}: 2, {Row: 2}: 1, {Row: 3}: 1, {Row: 4}: 5}
	for _, c := range []struct {
		name string
		seen lattice.Levels
		want int // each with the stack on either end
	}{
		{"all five: shifted by up to two either way", row(5), 5 * 2},
		{"three of them", row(3), 3 * 2},
		{"two are too few", row(2), 0},
		{"five in a column", column, 5 * 2},
		{"nothing", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := layoutHypotheses(c.seen)
			if len(all) != c.want {
				t.Fatalf("%d layouts are tried, want %d", len(all), c.want)
			}
			for i, cells := range all {
				levels := slices.Sorted(maps.Values(cells))
				if !slices.Equal(levels, []int{1, 1, 1, 1, search.OnEnd}) {
					t.Errorf("layout %d has levels %v", i, levels)
				}
				if slices.ContainsFunc(all[:i], func(o lattice.Levels) bool { return maps.Equal(o, cells) }) {
					t.Errorf("layout %d is tried twice", i)
				}
			}
		})
	}
	if all := layoutHypotheses(layoutCells()); !slices.ContainsFunc(all, func(s lattice.Levels) bool { return maps.Equal(s, layoutCells()) }) {
		t.Error("the layout itself is not tried")
	}
}

func TestACalibratedTableIsAPriorOfItsSigmas(t *testing.T) {
	b := testFit(40, 24, 24.3, 5.5)
	g, p := camerapose.PlanePriorOf(b.table), b.pose()
	if got := g.Mahalanobis(&p); got > 1e-12 {
		t.Errorf("a pose on the table itself costs %g", got)
	}
	turn := p.X.Scale(camerapose.TableTurn)
	for _, c := range []struct {
		name string
		d    camerapose.Delta
	}{
		{"tilted by a standard deviation", camerapose.Delta{turn[0], turn[1], turn[2]}},
		{"farther by a standard deviation", camerapose.Delta{3: camerapose.TableFar * p.Z[0], 4: camerapose.TableFar * p.Z[1], 5: camerapose.TableFar * p.Z[2]}},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := p.Moved(c.d, camerapose.Vec3{}) // about the eye, which keeps its height
			if got := g.Mahalanobis(&q); math.Abs(got-1) > 1e-3 {
				t.Errorf("it costs %.5f, want 1", got)
			}
		})
	}
}

func TestAFitBeginsAtTheStructuresPose(t *testing.T) {
	truth := testFit(40, 24, 24.3, 5.5)
	s := &hypothesis.Hypothesis{Pose: truth.pose(), Cells: layoutCells()}
	b, err := initialFit(s, truth.cam, truth.table)
	if err != nil {
		t.Fatal(err)
	}
	if math.Hypot(b.x-truth.x, b.y-truth.y) > 1e-6 || math.Abs(b.yaw-truth.yaw) > 1e-9 || math.Abs(b.pitch-truth.pitch) > 1e-6 {
		t.Errorf("it begins at %.3f, %.3f, along %.4f, with a pitch of %.3f", b.x, b.y, b.yaw, b.pitch)
	}
	if b.side != b.pitch-gapMean || b.thickness != thicknessShare*b.pitch {
		t.Errorf("side and thickness begin with %.3f and %.3f", b.side, b.thickness)
	}
	// A table that is said to be ten times as far makes tiles ten times as large.
	far := *truth.table
	for i := range far.T {
		far.T[i] *= 10
	}
	var picture *picture.Error
	if _, err := initialFit(s, truth.cam, &far); !errors.As(err, &picture) {
		t.Errorf("tiles of 243 mm are measured: %v", err)
	}
}
