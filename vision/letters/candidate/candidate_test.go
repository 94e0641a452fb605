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

func TestALettersSideIsTheSameHoweverItIsTurned(t *testing.T) {
	for _, letter := range []struct {
		rule       string
		wide, high float64
		bar        bool
	}{{"usual", 40, 50, false}, {"wide", 50, 48, false}, {"slim", 28, 50, false}, {"bar", 7, 50, true}} {
		for a := range Directions {
			m := Candidate{Bar: letter.bar}
			m.Letter[a] = 1
			s, c := math.Sincos(m.Turn())
			m.W, m.H = letter.wide*c+letter.high*s, letter.wide*s+letter.high*c
			if got := m.Side(); math.Abs(got-50) > 8 {
				t.Errorf("%s in direction %d, in a box of %.0f x %.0f: side %.1f, want about 50", letter.rule, a, m.W, m.H, got)
			}
		}
	}
}
