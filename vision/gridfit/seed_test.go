package gridfit

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

func TestNeighborsVoteForTheirSteps(t *testing.T) {
	_, points, want := seen(false)
	s := Seeder{Points: growth(points).Points, Gap: 1,
		Beside: func(int) (float64, func(int) bool) { return 200, func(int) bool { return true } },
		Worth:  func(int, engine.Point, engine.Point) func(int) float64 { return func(int) float64 { return 1 } }}
	best := s.Best(want.Cells[engine.Place{}])
	if best.Votes != 8 {
		t.Errorf("%.0f of 8 neighbors vote for it", best.Votes)
	}
	l := best.Lattice(s.Points)
	if got, step := l.Pitch(0, 0), want.Pitch(0, 0); !geom.Similar(got, step, 1.1) {
		t.Errorf("a step is %.1f pixels, want %.1f", got, step)
	}
	if growth(points).Grow(&l); len(l.Cells) != len(points) {
		t.Errorf("%d of %d points are on its lattice", len(l.Cells), len(points))
	}
}

func TestWhatIsWorthNothingHasNoVote(t *testing.T) {
	_, points, l := seen(false)
	if got := l.Votes(growth(points).Points, 1, func(i int) float64 { return float64(i % 2) }); got <= 0 || got >= 8 {
		t.Errorf("where every other point has a vote there are %.0f of 8", got)
	}
}
