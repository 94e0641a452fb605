package glyph

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestAPixelIsMeasuredAgainstItsSurroundings compares the sums in C with sums over each pixel's surroundings.
func TestAPixelIsMeasuredAgainstItsSurroundings(t *testing.T) {
	const reach = 9
	r := rand.New(rand.NewPCG(1, 2))
	var k ink
	k.spread = 20
	for i := range k.smooth {
		k.smooth[i] = float32(100 + i%side + 20*r.IntN(2))
	}
	level := k.smooth
	k.evenOut()
	for i, got := range k.smooth {
		var n, sum, sq float64
		for y := max(i/side-reach, 0); y <= min(i/side+reach, side-1); y++ {
			for x := max(i%side-reach, 0); x <= min(i%side+reach, side-1); x++ {
				v := float64(level[y*side+x])
				n, sum, sq = n+1, sum+v, sq+v*v
			}
		}
		mean := sum / n
		want := 128 + 40*(float64(level[i])-mean)/math.Sqrt(sq/n-mean*mean+0.1*k.spread*k.spread+9)
		if math.Abs(float64(got)-want) > 1e-3 {
			t.Fatalf("pixel %d, %d is %v, want %v", i%side, i/side, got, want)
		}
	}
}
