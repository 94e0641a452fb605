package picture

import (
	"testing"
)

// TestWavesInFewPartsAreNotLookedForFurther has a fine wave at the foot of a picture only: it is no screen's, which shows it all over.
func TestWavesInFewPartsAreNotLookedForFurther(t *testing.T) {
	const size = moireGrid * moireWindow
	for name, c := range map[string]struct {
		from int // row
		want bool
	}{"all over": {0, true}, "at the foot": {size * 3 / 4, false}} {
		pixels := make([]byte, size*size)
		for y := range size {
			for x := range size {
				pixels[y*size+x] = 120
				if y >= c.from {
					pixels[y*size+x] += uint8(40 * (x & 1))
				}
			}
		}
		waves, err := moireWaves(pixels, size, size)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := commonFrequency(waves); ok != c.want || !c.want && waves != nil {
			t.Errorf("%s: a screen is %v, want %v; %d parts", name, ok, c.want, len(waves))
		}
	}
}
