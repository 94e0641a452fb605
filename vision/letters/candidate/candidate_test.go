package candidate

import (
	"math"
	"testing"

	"tilewatch/engine"
)

func TestTheAngleOfALatticeIsOneOfAQuarterTurn(t *testing.T) {
	for _, tt := range []struct {
		degrees float64
		want    int
	}{{0, 0}, {20, 2}, {44, 4}, {81, 8}, {90, 0}, {200, 2}, {-10, 8}} {
		s, c := math.Sincos(tt.degrees * math.Pi / 180)
		if got := DirectionOf(engine.Point{X: c, Y: s}, engine.Point{X: -s, Y: c}); got != tt.want {
			t.Errorf("%v degrees are angle %d, want %d", tt.degrees, got, tt.want)
		}
	}
}
