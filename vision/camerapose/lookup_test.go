package camerapose

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestCurvesKeepToTheirFunctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const near = 2e-7
	for range 10000 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		want := math.Atan2(y, x) / (math.Pi / 2)
		if got := QuarterOf(x, y); got < 0 || got > 1 || math.Abs(math.Remainder(got-want, 1)) > near {
			t.Fatalf("the direction of %v, %v is %v quarter turns, want %v", x, y, got, want)
		}
		if k := math.Exp(20 * x); math.Abs(RoughLog(k)-math.Log(k)) > near {
			t.Fatalf("the logarithm of %v is %v, want %v", k, RoughLog(k), math.Log(k))
		}
	}
	for _, v := range [][3]float64{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 1, 0.5}, {-1, 1, 0.5}} {
		if got := QuarterOf(v[0], v[1]); math.Abs(math.Remainder(got-v[2], 1)) > near {
			t.Errorf("the direction of %v, %v is %v quarter turns, want %v", v[0], v[1], got, v[2])
		}
	}
}
