package geom

import (
	"math"
	"testing"

	"tilewatch/engine"
)

func TestASquareBeginsAtItsUpperLeftAndTurnsClockwise(t *testing.T) {
	for turn, want := range map[float64]engine.Quad{
		0:           {{X: 7, Y: 17}, {X: 13, Y: 17}, {X: 13, Y: 23}, {X: 7, Y: 23}},
		math.Pi / 2: {{X: 13, Y: 17}, {X: 13, Y: 23}, {X: 7, Y: 23}, {X: 7, Y: 17}},
	} {
		for i, p := range Square(engine.Point{X: 10, Y: 20}, 3, turn) {
			if Dist(p, want[i]) > 1e-9 {
				t.Errorf("turned by %.2f, corner %d is %v, want %v", turn, i, p, want[i])
			}
		}
	}
}
