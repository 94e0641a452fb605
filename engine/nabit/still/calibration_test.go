package still

import (
	"math"
	"testing"
)

func TestWhatIsSaidTooSurelyIsCalibrated(t *testing.T) {
	var trials []Trial
	for _, chance := range []float64{0.6, 0.9, 0.99} {
		x := math.Log(chance / (1 - chance))
		actual := 1 / (1 + math.Exp(-(0.5*x - 0.7)))
		for i := range 2000 {
			trials = append(trials, Trial{chance, float64(i) < 2000*actual})
		}
	}
	if c := Calibrated(trials); math.Abs(c.Slope-0.5) > 0.02 || math.Abs(c.Offset+0.7) > 0.05 {
		t.Errorf("%+v, want a slope of .5 and an offset of -.7", c)
	}
	if c := Calibrated(nil); c != (Calibration{1, 0}) {
		t.Errorf("without trials: %+v", c)
	}
	if c := (Calibration{0.5, 1}); c.of(1) != 1 || c.of(0) != 0 || math.Abs(c.of(0.5)-0.731) > 0.001 {
		t.Errorf("%v, %v, %v", c.of(1), c.of(0), c.of(0.5))
	}
}
