package resample_test

import (
	"math"
	"testing"

	"tilewatch/vision/homography"
	"tilewatch/vision/resample"
)

// slope is a picture whose colors are planes: bilinear samples of it are exact.
func slope(w, h int) (color, gray resample.Picture) {
	color, gray = resample.Picture{W: w, H: h, Pix: make([]uint8, 3*w*h)}, resample.Picture{W: w, H: h, Pix: make([]uint8, w*h)}
	for i := range gray.Pix {
		x, y := i%w, i/w
		gray.Pix[i] = uint8(x + 2*y)
		copy(color.Pix[3*i:], []uint8{uint8(x + 2*y), uint8(2 * x), uint8(3 * y)})
	}
	return color, gray
}

func TestPixelsAreMeansOfWhatTheQuadrilateralShows(t *testing.T) {
	color, gray := slope(60, 40)
	for name, m := range map[string]homography.Map{
		"upright":     {24, 0, 10, 0, 16, 5, 0, 0},
		"turned":      {0, -20, 40, 18, 0, 6, 0, 0},
		"perspective": {20, 3, 12, 2, 14, 6, -0.2, 0.3},
	} {
		t.Run(name, func(t *testing.T) {
			const wide, high = 12, 8
			var means [wide * high][3]float32
			var levels [wide * high]uint8
			samples := resample.Grid(2)
			resample.Color(means[:], color, m, wide, samples)
			resample.Gray(levels[:], gray, m, wide, samples)
			bytes := resample.Bytes(means[:])
			for i := range means {
				var x, y float64
				for _, d := range samples {
					u, v := (float64(i%wide)+0.5+d[0])/wide, (float64(i/wide)+0.5+d[1])/high
					w := m[6]*u + m[7]*v + 1
					x, y = x+(m[0]*u+m[1]*v+m[2])/w/4, y+(m[3]*u+m[4]*v+m[5])/w/4
				}
				want := [3]float64{x + 2*y, 2 * x, 3 * y}
				for c := range want {
					if off := math.Abs(float64(means[i][c]) - want[c]); off > 0.05 {
						t.Errorf("pixel %d has %v, want %v", i, means[i], want)
					}
				}
				if off := math.Abs(float64(levels[i]) - want[0]); off > 0.6 {
					t.Errorf("pixel %d is %d in gray, want %.1f", i, levels[i], want[0])
				}
				if off := math.Abs(float64(bytes[i][0]) - want[2]); off > 0.6 {
					t.Errorf("pixel %d has red %d, want %.1f", i, bytes[i][0], want[2])
				}
			}
		})
	}
}

func TestBeyondThePictureItsBorderGoesOn(t *testing.T) {
	_, gray := slope(60, 40)
	for name, c := range map[string]struct {
		m    homography.Map
		want uint8
	}{
		"upper left":  {homography.Map{1, 0, -500, 0, 1, -500, 0, 0}, 0},
		"lower right": {homography.Map{1, 0, 500, 0, 1, 500, 0, 0}, 59 + 2*39},
		"no place":    {homography.Map{math.NaN(), 0, 0, 0, math.NaN(), 0, 0, 0}, 0},
		"far away":    {homography.Map{1, 0, 1e300, 0, 1, 1e300, 0, 0}, 59 + 2*39},
	} {
		t.Run(name, func(t *testing.T) {
			var levels [4]uint8
			resample.Gray(levels[:], gray, c.m, 2, resample.Grid(1))
			for _, l := range levels {
				if l != c.want {
					t.Errorf("a pixel is %d, want %d", l, c.want)
				}
			}
		})
	}
}
