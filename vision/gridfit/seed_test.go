package gridfit

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

func TestNeighborsVoteForTheirSteps(t *testing.T) {
	for triangular, neighbors := range map[bool]float64{false: 8, true: 6} {
		_, points, want := seen(triangular)
		s := Seeder{Points: growth(points).Points, Triangular: triangular, Gap: 1,
			Beside: func(int) (float64, func(int) bool) { return 200, func(int) bool { return true } },
			Along:  func(i, j int) bool { return points[j].X > points[i].X+30 },
			Worth:  func(int, engine.Point, engine.Point) func(int) float64 { return func(int) float64 { return 1 } }}
		origin := want.Cells[engine.Place{}]
		best := s.Best(origin)
		if best.Votes != neighbors {
			t.Errorf("triangular %v: %.0f of %.0f neighbors vote for it", triangular, best.Votes, neighbors)
		}
		l := best.Lattice(s.Points)
		l.Triangular = triangular
		a, b, c := want.Point(0, 0), want.Point(0, float64(want.columns())), want.Point(1, 0)
		if got, cell := geom.Cross(best.U, best.V), geom.Cross(geom.Sub(b, a), geom.Sub(c, a)); !geom.Similar(got, cell, 1.2) {
			t.Errorf("triangular %v: a cell is %.0f pixels large, want %.0f", triangular, got, cell)
		}
		if third := l.At(best.Beside.Row, best.Beside.Col); best.Third < 0 || geom.Dist(third, points[best.Third]) > 1e-6 {
			t.Errorf("triangular %v: the third point lies at %v, want %v", triangular, points[best.Third], third)
		}
		if growth(points).Grow(&l); len(l.Cells) != len(points) {
			t.Errorf("triangular %v: %d of %d points are on its lattice", triangular, len(l.Cells), len(points))
		}
	}
}

func TestOfASingleRowTheOtherStepIsAsLong(t *testing.T) {
	points := []engine.Point{{X: 100, Y: 100}, {X: 140, Y: 100}, {X: 180, Y: 100}}
	s := Seeder{Points: growth(points).Points, Gap: 2,
		Beside: func(int) (float64, func(int) bool) { return 200, func(int) bool { return true } },
		Worth:  func(int, engine.Point, engine.Point) func(int) float64 { return func(int) float64 { return 1 } }}
	if best := s.Best(0); best.Third != -1 || geom.Length(best.V) != 40 || best.Votes != 2 {
		t.Errorf("a row of three gives %+v", best)
	}
}

func TestWhatIsWorthNothingHasNoVote(t *testing.T) {
	_, points, l := seen(false)
	if got := l.Votes(growth(points).Points, 1, func(i int) float64 { return float64(i % 2) }); got <= 0 || got >= 8 {
		t.Errorf("where every other point has a vote there are %.0f of 8", got)
	}
}
