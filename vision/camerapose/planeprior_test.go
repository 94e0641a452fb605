package camerapose

import (
	"math"
	"testing"
)

func TestAGroundsErrorsChangeAsItsSlopesSay(t *testing.T) {
	p := tiltedPose()
	middle := p.Camera(2, 0, 1)
	g := &PlanePrior{Down: p.Z, Right: p.X, Ahead: p.Y, Height: p.T.Dot(p.Z), Root: [3][3]float64{{40}, {3, 30}, {1, -2, 0.5}}}
	by := g.jacobian(&p, middle)
	for k := range by {
		const step = 1e-5
		var more, less Delta
		more[k], less[k] = step, -step
		a, b := p.Moved(more, middle), p.Moved(less, middle)
		ea, eb := g.residuals(&a), g.residuals(&b)
		for i := range ea {
			if want := (ea[i] - eb[i]) / (2 * step); math.Abs(by[k][i]-want) > 1e-3*(1+math.Abs(want)) {
				t.Errorf("error %d changes with move %d by %.4f, small steps show %.4f", i, k, by[k][i], want)
			}
		}
	}
}

func TestAKnownGroundKeepsAStackFromPassingForATilt(t *testing.T) {
	truth := tiltedPose()
	info := truth.NormalEquations(boardEdges(&truth, -1), truth.Camera(2, 0, 1), truth.Z, 0).A
	g := &PlanePrior{Down: truth.Z, Right: truth.X, Ahead: truth.Y, Height: truth.T.Dot(truth.Z), Tiles: 5}
	for axis := range 3 {
		info[axis][axis] += 1 // a row alone leaves one tilt open
	}
	root, ok := Cholesky3(g.MarginalInformation(info, truth.Camera(2, 0, 1)))
	if !ok {
		t.Fatal("a row of five tiles gives no plane prior")
	}
	g.Root = root
	off := func(known *PlanePrior) float64 {
		p := truth
		p.Prior = known
		p.Fit(boardEdges(&truth, 4), 0, 20)
		return math.Acos(min(1, p.Z.Dot(truth.Z)))
	}
	if free, held := off(nil), off(g); held > free/2 {
		t.Errorf("the table is off by %.3f rad with the plane known, %.3f without", held, free)
	}
}

func TestRoot3(t *testing.T) {
	a := [3][3]float64{{4, 2, 1}, {2, 5, 3}, {1, 3, 6}}
	l, ok := Cholesky3(a)
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
	if _, ok := Cholesky3([3][3]float64{{1, 2, 0}, {2, 1, 0}, {0, 0, 1}}); ok {
		t.Error("a matrix that is not positive definite has a root")
	}
}
