package candidate

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

func TestAFaceOfAFieldLiesWhereItsCandidateDoes(t *testing.T) {
	f := fieldOf()
	for _, c := range []struct {
		at   engine.Point
		turn float64
	}{{engine.Point{}, 0}, {engine.Point{X: 0.2, Y: -0.1}, 0.7}, {engine.Point{X: -0.1, Y: 0.3}, -0.4}} {
		p := f.PoseAt(c.at, c.turn)
		if at, turn := f.PlaceOn(&p); picture.Dist(at, c.at) > 1e-12 || math.Abs(turn-c.turn) > 1e-12 {
			t.Errorf("it lies at %v, turned by %.4f, want %v and %.4f", at, turn, c.at, c.turn)
		}
		side, _ := f.Plane.OnTable(p.Pixel(1, 0, 1))
		if got := picture.Dist(side, c.at); math.Abs(got-f.Pitch) > 1e-9 {
			t.Errorf("a pitch is %.6f on the plane, want %.6f", got, f.Pitch)
		}
	}
}

func TestEvidenceIsNeverNegativeAndNeverBeyondTheBest(t *testing.T) {
	last := -1.0
	for _, score := range []float64{-30, -3, 0, 3, scoreCap} {
		got := Softplus(score)
		if got < 0 || got <= last {
			t.Errorf("a score of %g is evidence of %g, a lower one of %g", score, got, last)
		}
		last = got
	}
	if got := Softplus(scoreCap + 20); got != last {
		t.Errorf("a score beyond the cap counts %g, the cap %g", got, last)
	}
}

func TestASizeOnAnotherPlaneLooksTheSame(t *testing.T) {
	f := fieldOf(faceAt{level: 1}, faceAt{col: 3, level: 1}, faceAt{row: 3, level: 1})
	if got := sizeLike(f, f.Plane); math.Abs(got-f.Pitch) > 1e-12 {
		t.Errorf("on its own plane a pitch of %.4f becomes %.4f", f.Pitch, got)
	}
	other := camerapose.NewPlane(f.Plane.Cam, 0.3, 2)
	g := *f
	g.Plane, g.Pitch = &other, sizeLike(f, &other)
	var middle engine.Point
	for _, s := range f.Candidates {
		middle = engine.Point{X: middle.X + s.Mark.At.X/3, Y: middle.Y + s.Mark.At.Y/3}
	}
	area := func(f *Field) float64 {
		at, _ := f.Plane.OnTable(middle)
		p := f.PoseAt(at, 0)
		q := p.Face(engine.Place{}, 1)
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
	if got := sizeLike(&Field{Plane: f.Plane, Pitch: 1}, &other); got != 0 {
		t.Errorf("a field without candidates has a size of %g", got)
	}
}

func TestMarksAreAsLargeOnThePlaneAsTheyLie(t *testing.T) {
	f := fieldOf(faceAt{level: 1})
	m := f.Candidates[0].Mark
	m.W, m.H = 20, 12
	seen := project(f.Plane, make([]Orientations, 2), []Mark{m, {At: engine.Point{X: 1e5, Y: 1e5}, W: 9, H: 9}})
	right, _ := f.Plane.OnTable(engine.Point{X: m.At.X + 20, Y: m.At.Y})
	down, _ := f.Plane.OnTable(engine.Point{X: m.At.X, Y: m.At.Y + 12})
	if want := max(picture.Dist(right, f.Candidates[0].At), picture.Dist(down, f.Candidates[0].At)); math.Abs(seen[0].extent/want-1) > 0.05 {
		t.Errorf("a mark is %.4f large on the plane, want %.4f", seen[0].extent, want)
	}
	if picture.Dist(seen[0].at, f.Candidates[0].At) > 1e-9 {
		t.Errorf("a mark lies at %v, want %v", seen[0].at, f.Candidates[0].At)
	}
	plane := camerapose.NewPlane(f.Plane.Cam, 1.2, math.Pi/2)
	if far := project(&plane, make([]Orientations, 1), []Mark{{At: engine.Point{X: 640, Y: -3000}, W: 9, H: 9}}); !math.IsInf(far[0].extent, 1) {
		t.Errorf("a mark above the horizon is %g large", far[0].extent)
	}
}

// Edges of a tile run in two directions a right angle apart: on the plane both fold to one turn.
func TestEdgesFoldToTheTurnOfTheirTile(t *testing.T) {
	for _, degrees := range []float64{3, 20, 44, 71, 87} {
		var e Orientations
		for _, turn := range []float64{degrees, degrees + 90} {
			at := math.Mod(turn, 180) / 180 * OrientationBinCount
			k := int(at - 0.5)
			share := at - 0.5 - float64(k)
			e.Bins[k%OrientationBinCount] += 10 * (1 - share)
			e.Bins[(k+1)%OrientationBinCount] += 10 * share
		}
		best := e.FoldedPeaks(1, 0, 0, 1)
		if got := best[0] * 180 / math.Pi; math.Abs(math.Remainder(got-degrees, 90)) > 1.5 {
			t.Errorf("edges turned by %g degrees fold to %.1f", degrees, got)
		}
		if apart := math.Abs(camerapose.Quarter(best[0]-best[1])) * 180 / math.Pi; apart < 4*90/FoldedBinCount {
			t.Errorf("the two turns are %.1f degrees apart", apart)
		}
		// A map that turns the picture by 10 degrees turns the fold as much.
		sin, cos := math.Sincos(10 * math.Pi / 180)
		if got := e.FoldedPeaks(cos, sin, -sin, cos)[0] * 180 / math.Pi; math.Abs(math.Remainder(got-degrees-10, 90)) > 1.5 {
			t.Errorf("edges turned by %g degrees fold to %.1f on a table turned by 10", degrees, got)
		}
	}
}
