package vision

import (
	"math"
	"testing"

	"tilewatch/engine"
)

// A face tells its level by where it is seen: as one level more shifts it by some pixels.
func TestWrongLevelsAreSettledWithThePose(t *testing.T) {
	for _, c := range []struct {
		name  string
		off   motion
		given float64 // level that all faces are taken for
		fit   func(*pose, []sight)
	}{
		{"all on the first level, under the right pose", motion{}, 1, func(p *pose, s []sight) { p.settleLevels(s) }},
		{"all on the first level, under a pose a little off", motion{0.004, -0.003, 0.002, 0.5, 0, 1}, 1, func(p *pose, s []sight) { p.settleLevels(s) }},
		{"all on the second level: begun on the first as well", motion{0.01, 0, 0, 0, 0, 3}, 2, func(p *pose, s []sight) { p.fitPoints(s) }},
		{"on a table that is tilted by some degrees", motion{0.05, 0.03, 0, 0, 0, 0}, 1, func(p *pose, s []sight) { p.fitPoints(s) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth, sights, levels := levelBoard()
			p := truth.moved(c.off, truth.space(2.5, 1.5, 1))
			for i := range sights {
				sights[i].level = c.given
			}
			c.fit(&p, sights)
			wrong := 0
			for i, s := range sights {
				if s.level != levels[i] {
					wrong++
				}
			}
			if wrong > 0 {
				t.Errorf("%d of %d levels are wrong", wrong, len(sights))
			}
			if off := math.Acos(min(1, p.z.dot(truth.z))); off > 0.01 {
				t.Errorf("the table is off by %.4f radians", off)
			}
		})
	}
}

func TestAFaceTakesTheLevelThatSuitsIt(t *testing.T) {
	truth, _, _ := levelBoard()
	for level := 1.0; level <= engine.MaxHeight; level++ {
		for begin := 1.0; begin <= engine.MaxHeight; begin++ {
			s := sight{col: 4, row: 2, level: begin, at: truth.pixel(4, 2, level), weight: 2}
			if truth.suitLevel(&s); s.level != level {
				t.Errorf("a face on level %g that is taken for one on level %g is put on %g", level, begin, s.level)
			}
		}
	}
	// Where no level suits, the likeliest does: most stacks are one high.
	s := sight{col: 4, row: 2, level: 3, at: engine.Point{X: -500, Y: -500}, weight: 2}
	if cost := truth.suitLevel(&s); s.level != 1 || cost < faithful*faithful/2 {
		t.Errorf("an outlier is put on level %g and costs %.2f", s.level, cost)
	}
}

func TestLevelsBelowTheTableLiftItAll(t *testing.T) {
	truth, sights, _ := levelBoard()
	p := truth
	// All but three faces are stacks of two: taken for the first level, the others lie below the table.
	for i := range sights {
		level := 2.0
		if i%8 == 0 {
			level = 1
		}
		sights[i].at, sights[i].weight = truth.pixel(sights[i].col, sights[i].row, level), 2
	}
	p.settleLevels(sights)
	for i, s := range sights {
		if want := map[bool]float64{true: 1, false: 2}[i%8 == 0]; s.level != want {
			t.Errorf("face %d is put on level %g, want %g", i, s.level, want)
		}
	}
}

func TestFewFacesAreFittedWithoutTilting(t *testing.T) {
	truth, sights, _ := levelBoard()
	p := truth.moved(motion{0, 0, 0.02, 2, 2, 0}, truth.space(0, 0, 1))
	p.table = p.z
	p.fitPoints(sights[:1])
	if q := truth.moved(motion{0, 0, 0.02, 2, 2, 0}, truth.space(0, 0, 1)); p.t != q.t || p.x != q.x {
		t.Error("a face alone moves the pose")
	}
	p.fitPoints(sights[:2])
	for _, s := range sights[:2] {
		if off := dist(p.pixel(s.col, s.row, s.level), s.at); off > 0.5 {
			t.Errorf("of two faces one is %.2f pixels off", off)
		}
	}
}
