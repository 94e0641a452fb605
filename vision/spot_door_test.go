package vision

import (
	"math"
	"testing"

	"tilewatch/engine"
)

func TestAFaceOfAFieldLiesWhereItsSpotDoes(t *testing.T) {
	f := spotsOf()
	for _, c := range []struct {
		at   engine.Point
		turn float64
	}{{engine.Point{}, 0}, {engine.Point{X: 0.2, Y: -0.1}, 0.7}, {engine.Point{X: -0.1, Y: 0.3}, -0.4}} {
		p := f.poseAt(c.at, c.turn)
		if at, turn := f.placeOf(&p); dist(at, c.at) > 1e-12 || math.Abs(turn-c.turn) > 1e-12 {
			t.Errorf("it lies at %v, turned by %.4f, want %v and %.4f", at, turn, c.at, c.turn)
		}
		side, _ := f.plane.onTable(p.pixel(1, 0, 1))
		if got := dist(side, c.at); math.Abs(got-f.pitch) > 1e-9 {
			t.Errorf("a pitch is %.6f on the plane, want %.6f", got, f.pitch)
		}
	}
}

func TestEvidenceIsNeverNegativeAndNeverBeyondTheBest(t *testing.T) {
	last := -1.0
	for _, score := range []float64{-30, -3, 0, 3, spotBest} {
		got := likely(score)
		if got < 0 || got <= last {
			t.Errorf("a score of %g is evidence of %g, a lower one of %g", score, got, last)
		}
		last = got
	}
	if got := likely(spotBest + 20); got != last {
		t.Errorf("a face is surer than the surest: %g, %g", got, last)
	}
}

func TestASizeOnAnotherPlaneLooksTheSame(t *testing.T) {
	f := spotsOf(spotAt{level: 1}, spotAt{col: 3, level: 1}, spotAt{row: 3, level: 1})
	if got := sizeLike(f, f.plane); math.Abs(got-f.pitch) > 1e-12 {
		t.Errorf("on its own plane a pitch of %.4f becomes %.4f", f.pitch, got)
	}
	other := newPlane(f.plane.cam, 0.3, 2)
	g := *f
	g.plane, g.pitch = &other, sizeLike(f, &other)
	var middle engine.Point
	for _, s := range f.spots {
		middle = engine.Point{X: middle.X + s.mark.at.X/3, Y: middle.Y + s.mark.at.Y/3}
	}
	area := func(f *spotField) float64 {
		at, _ := f.plane.onTable(middle)
		p := f.poseAt(at, 0)
		q := p.face(engine.Place{}, 1)
		sum := 0.0
		for i := range q {
			k := (i + 1) % 4
			sum += (q[i].X*q[k].Y - q[k].X*q[i].Y) / 2
		}
		return sum
	}
	if a, b := area(f), area(&g); math.Abs(b/a-1) > 0.1 {
		t.Errorf("a tile of %.0f square pixels takes %.0f on the other plane", a, b)
	}
	if got := sizeLike(&spotField{plane: f.plane, pitch: 1}, &other); got != 0 {
		t.Errorf("a field without spots has a size of %g", got)
	}
}

func TestMarksAreAsLargeOnThePlaneAsTheyLie(t *testing.T) {
	f := spotsOf(spotAt{level: 1})
	m := f.spots[0].mark
	m.w, m.h = 20, 12
	seen := f.plane.seenOn(make([]edgeTurns, 2), []mark{m, {at: engine.Point{X: 1e5, Y: 1e5}, w: 9, h: 9}})
	right, _ := f.plane.onTable(engine.Point{X: m.at.X + 20, Y: m.at.Y})
	down, _ := f.plane.onTable(engine.Point{X: m.at.X, Y: m.at.Y + 12})
	if want := max(dist(right, f.spots[0].at), dist(down, f.spots[0].at)); math.Abs(seen[0].extent/want-1) > 0.05 {
		t.Errorf("a mark is %.4f large on the plane, want %.4f", seen[0].extent, want)
	}
	if dist(seen[0].at, f.spots[0].at) > 1e-9 {
		t.Errorf("a mark lies at %v, want %v", seen[0].at, f.spots[0].at)
	}
	plane := newPlane(f.plane.cam, 1.2, math.Pi/2)
	if far := plane.seenOn(make([]edgeTurns, 1), []mark{{at: engine.Point{X: 640, Y: -3000}, w: 9, h: 9}}); !math.IsInf(far[0].extent, 1) {
		t.Errorf("a mark above the horizon is %g large", far[0].extent)
	}
}

// Edges of a tile run in two directions a right angle apart: on the table both fold to one turn.
func TestEdgesFoldToTheTurnOfTheirTile(t *testing.T) {
	for _, degrees := range []float64{3, 20, 44, 71, 87} {
		var e edgeTurns
		for _, turn := range []float64{degrees, degrees + 90} {
			at := math.Mod(turn, 180) / 180 * turnBins
			k := int(at - 0.5)
			share := at - 0.5 - float64(k)
			e.bins[k%turnBins] += 10 * (1 - share)
			e.bins[(k+1)%turnBins] += 10 * share
		}
		best := e.folds(1, 0, 0, 1)
		if got := best[0] * 180 / math.Pi; math.Abs(math.Remainder(got-degrees, 90)) > 1.5 {
			t.Errorf("edges turned by %g degrees fold to %.1f", degrees, got)
		}
		if apart := math.Abs(quarter(best[0]-best[1])) * 180 / math.Pi; apart < 4*90/foldBins {
			t.Errorf("the two turns that are tried are %.1f degrees apart", apart)
		}
		// A map that turns the picture by 10 degrees turns the fold as much.
		sin, cos := math.Sincos(10 * math.Pi / 180)
		if got := e.folds(cos, sin, -sin, cos)[0] * 180 / math.Pi; math.Abs(math.Remainder(got-degrees-10, 90)) > 1.5 {
			t.Errorf("edges turned by %g degrees fold to %.1f on a table turned by 10", degrees, got)
		}
	}
}
