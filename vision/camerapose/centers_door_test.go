package camerapose

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// A face shows its level by its pixel: one level more shifts it by some pixels.
func TestWrongLevelsAreSettledWithThePose(t *testing.T) {
	for _, c := range []struct {
		name  string
		off   Delta
		given float64 // level that all faces are taken for
		fit   func(*Pose, []Correspondence)
	}{
		{"all on the first level, under the right pose", Delta{}, 1, func(p *Pose, s []Correspondence) { p.AlternateLevels(s) }},
		{"all on the first level, under a pose a little off", Delta{0.004, -0.003, 0.002, 0.5, 0, 1}, 1, func(p *Pose, s []Correspondence) { p.AlternateLevels(s) }},
		{"all on the second level: begun on the first as well", Delta{0.01, 0, 0, 0, 0, 3}, 2, func(p *Pose, s []Correspondence) { p.FitCenters(s) }},
		{"on a table that is tilted by some degrees", Delta{0.05, 0.03, 0, 0, 0, 0}, 1, func(p *Pose, s []Correspondence) { p.FitCenters(s) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth, observations, levels := levelBoard()
			p := truth.Moved(c.off, truth.Camera(2.5, 1.5, 1))
			for i := range observations {
				observations[i].Level = c.given
			}
			c.fit(&p, observations)
			wrong := 0
			for i, s := range observations {
				if s.Level != levels[i] {
					wrong++
				}
			}
			if wrong > 0 {
				t.Errorf("%d of %d levels are wrong", wrong, len(observations))
			}
			if off := math.Acos(min(1, p.Z.Dot(truth.Z))); off > 0.01 {
				t.Errorf("the table is off by %.4f radians", off)
			}
		})
	}
}

func TestAFaceTakesTheLevelThatSuitsIt(t *testing.T) {
	truth, _, _ := levelBoard()
	for level := 1.0; level <= engine.MaxHeight; level++ {
		for begin := 1.0; begin <= engine.MaxHeight; begin++ {
			s := Correspondence{Col: 4, Row: 2, Level: begin, At: truth.Pixel(4, 2, level), Weight: 2}
			if truth.bestLevel(&s); s.Level != level {
				t.Errorf("a face on level %g that is taken for one on level %g is put on %g", level, begin, s.Level)
			}
		}
	}
	// Where no level suits, the likeliest does: most stacks are one high.
	s := Correspondence{Col: 4, Row: 2, Level: 3, At: engine.Point{X: -500, Y: -500}, Weight: 2}
	if cost := truth.bestLevel(&s); s.Level != 1 || cost < lossScale*lossScale/2 {
		t.Errorf("an outlier is put on level %g and costs %.2f", s.Level, cost)
	}
}

func TestLevelsBelowTheTableLiftItAll(t *testing.T) {
	truth, observations, _ := levelBoard()
	p := truth
	// All but three faces are stacks of two: taken for the first level, the others lie below the table.
	for i := range observations {
		level := 2.0
		if i%8 == 0 {
			level = 1
		}
		observations[i].At, observations[i].Weight = truth.Pixel(observations[i].Col, observations[i].Row, level), 2
	}
	p.AlternateLevels(observations)
	for i, s := range observations {
		if want := map[bool]float64{true: 1, false: 2}[i%8 == 0]; s.Level != want {
			t.Errorf("face %d is put on level %g, want %g", i, s.Level, want)
		}
	}
}

func TestFewFacesAreFittedWithoutTilting(t *testing.T) {
	truth, observations, _ := levelBoard()
	p := truth.Moved(Delta{0, 0, 0.02, 2, 2, 0}, truth.Camera(0, 0, 1))
	p.Table = p.Z
	p.FitCenters(observations[:1])
	if q := truth.Moved(Delta{0, 0, 0.02, 2, 2, 0}, truth.Camera(0, 0, 1)); p.T != q.T || p.X != q.X {
		t.Error("a face alone moves the pose")
	}
	p.FitCenters(observations[:2])
	for _, s := range observations[:2] {
		if off := picture.Dist(p.Pixel(s.Col, s.Row, s.Level), s.At); off > 0.5 {
			t.Errorf("of two faces one is %.2f pixels off", off)
		}
	}
}
