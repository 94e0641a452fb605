package printed

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
)

// TestPlatesHaveFramesAndOnlyKeptOnesRoundCorners looks at the premium squares of many boards: where a frame and a corner lie, and which squares have them.
func TestPlatesHaveFramesAndOnlyKeptOnesRoundCorners(t *testing.T) {
	bare := func(int, float64, float64, float64) float64 { return 0 }
	framed, plates := 0, 0
	for seed := range uint64(60) {
		kept := seed%2 == 1
		b := Draw(rand.New(rand.NewPCG(seed, 1)), 0.3, 20, [2]float64{}, plain{}, bare, kept)
		if b.plate.frame == 0 {
			continue
		}
		framed++
		if round := b.plate.round > 0; round != kept {
			t.Errorf("board %d: round corners %v, kept %v", seed, round, kept)
		}
		for row := -b.squares; row <= b.squares; row++ {
			for col := -b.squares; col <= b.squares; col++ {
				side, has := b.Plate(engine.Place{Row: row, Col: col})
				at := func(u, v float64) color {
					x, y := (float64(col)+u)*b.pitch, (float64(row)+v)*b.pitch
					return b.AtArea(b.cos*x+b.sin*y, b.sin*x-b.cos*y, 0.01)
				}
				if rim := side/2 - b.plate.frame/2; (near(at(-rim, 0), b.plate.upper) && near(at(rim, 0), b.plate.lower)) != has {
					t.Fatalf("board %d, square %d, %d: a frame of %v and %v, plate %v", seed, row, col, at(-rim, 0), at(rim, 0), has)
				}
				if corner := 0.498 * side; has && near(at(-corner, -corner), b.plate.upper) == kept {
					t.Fatalf("board %d: the corner is %v, kept %v", seed, at(-corner, -corner), kept)
				}
				if has {
					plates++
				}
			}
		}
	}
	if framed < 20 || framed > 40 || plates < 500 {
		t.Errorf("of 60 boards %d have %d framed plates", framed, plates)
	}
}

func near(a, b color) bool {
	return math.Abs(a[0]-b[0])+math.Abs(a[1]-b[1])+math.Abs(a[2]-b[2]) < 1e-9
}
