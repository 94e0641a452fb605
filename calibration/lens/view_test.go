package lens

import (
	"math"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// leaning is the pose of a camera so far (mm) from the middle of a table, that many degrees from straight above it.
func leaning(degrees, far float64) Pose {
	return Pose{R: matrixOf([3]float64{degrees * math.Pi / 180, 0, 0}), T: [3]float64{0, 0, far}}
}

func TestAPlaceIsJudgedInWords(t *testing.T) {
	camera := &calibration.Camera{Width: 1280, Height: 720, K: [3][3]float64{{950, 0, 640}, {0, 950, 360}, {0, 0, 1}}}
	for _, c := range []struct {
		tilt, far float64
		says      string
		score     int
	}{
		{0, 500, "from_above", 70},
		{9, 500, "from_above", 70},
		{11, 500, "levels_small", 75},
		{18, 500, "tilt_little", 92},
		{25.5, 500, "tilt_good", 100},
		{45, 500, "tilt_good", 100},
		{55, 400, "flat", 85},
		{66, 500, "too_flat", 0},
		{45, 650, "tiles_small", 80},
		{45, 900, "tiles_too_small", 40},
	} {
		p := leaning(c.tilt, c.far)
		v := Look(camera, &p, engine.Point{}, nil)
		if math.Abs(v.TiltDeg-c.tilt) > 0.01 || v.Score != c.score || !slices.ContainsFunc(v.Says, func(s Says) bool { return s.Key == c.says }) {
			t.Errorf("%.0f degrees from above, %.0f mm away: %+v, want %q and %d", c.tilt, c.far, v, c.says, c.score)
		}
	}
}
