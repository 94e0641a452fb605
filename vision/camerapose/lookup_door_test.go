package camerapose

import (
	"math"
	"testing"
)

func TestACurveMeetsItsFunctionAtItsStepsAndRunsStraightBetween(t *testing.T) {
	square := tabulate(func(x float64) float64 { return x * x })
	const step = 1.0 / tableSteps
	for _, x := range []float64{0, step, 0.25, 0.5, 1} {
		if got := square.at(x); math.Abs(got-x*x) > 1e-15 {
			t.Errorf("at %g it is %g, want %g", x, got, x*x)
		}
	}
	// A parabola lies below its chord by a quarter of the step's square in its middle.
	if x := 0.5 + step/2; math.Abs(square.at(x)-x*x-step*step/4) > 1e-15 {
		t.Errorf("between two steps it is off by %g, want %g", square.at(x)-x*x, step*step/4)
	}
}

func TestAFoldedDirectionIsTheSameFromAllSides(t *testing.T) {
	for _, degrees := range []float64{0, 10, 44.9, 45, 60, 89.9} {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		want := QuarterOf(cos, sin)
		for _, turned := range [][2]float64{{-sin, cos}, {-cos, -sin}, {sin, -cos}, {100 * cos, 100 * sin}} {
			if got := QuarterOf(turned[0], turned[1]); math.Abs(math.Remainder(got-want, 1)) > 1e-6 {
				t.Errorf("%g degrees are %.6f quarter turns, turned by a right angle %.6f", degrees, want, got)
			}
		}
	}
	if got := QuarterOf(0, 0); got != 0 {
		t.Errorf("no direction at all is %g quarter turns", got)
	}
}
