package camerapose

import (
	"math/rand/v2"
	"testing"
)

// TestAllResidualsAtOnceAreAsOneByOne compares the sums in C with those of Add, bit for bit.
func TestAllResidualsAtOnceAreAsOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, numbers := range []int{PoseNumbers, len(Delta{})} {
		all := make([]Residual, 50)
		for i := range all {
			all[i] = Residual{Error: r.NormFloat64(), Weight: r.Float64()}
			for k := range numbers {
				all[i].Slope[k] = r.NormFloat64()
			}
		}
		at, one := NormalEquations{Numbers: numbers}, NormalEquations{Numbers: numbers}
		for range 2 {
			at.AddAll(all)
			for _, e := range all {
				one.Add(e.Error, e.Weight, &e.Slope)
			}
		}
		at.Mirror()
		one.Mirror()
		if at != one {
			t.Errorf("%d unknowns: %v, one by one %v", numbers, at, one)
		}
	}
}

func BenchmarkResiduals(b *testing.B) {
	for _, numbers := range []int{PoseNumbers, len(Delta{})} {
		all := make([]Residual, 100)
		for i := range all {
			for k := range numbers {
				all[i].Slope[k] = float64(i*k) + 0.1
			}
			all[i].Weight = 1
		}
		b.Run("one by one", func(b *testing.B) {
			for b.Loop() {
				n := NormalEquations{Numbers: numbers}
				for i := range all {
					n.Add(all[i].Error, all[i].Weight, &all[i].Slope)
				}
			}
		})
		b.Run("at once", func(b *testing.B) {
			for b.Loop() {
				n := NormalEquations{Numbers: numbers}
				n.AddAll(all)
			}
		})
	}
}
