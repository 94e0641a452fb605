package calibration

import (
	"image"
	"testing"
)

func TestUprightFollowsEveryOrientation(t *testing.T) {
	// Two by three pixels, numbered by row; the rows below are how they must be seen.
	stored := image.NewGray(image.Rect(0, 0, 2, 3))
	copy(stored.Pix, []uint8{10, 20, 30, 40, 50, 60})
	for orientation, want := range map[int][][]uint8{
		1: {{10, 20}, {30, 40}, {50, 60}},
		2: {{20, 10}, {40, 30}, {60, 50}},
		3: {{60, 50}, {40, 30}, {20, 10}},
		4: {{50, 60}, {30, 40}, {10, 20}},
		5: {{10, 30, 50}, {20, 40, 60}},
		6: {{50, 30, 10}, {60, 40, 20}},
		7: {{60, 40, 20}, {50, 30, 10}},
		8: {{20, 40, 60}, {10, 30, 50}},
	} {
		got := Upright(stored, orientation)
		for y, row := range want {
			for x, v := range row {
				if got.RGBAAt(x, y).R != v {
					t.Errorf("orientation %d: pixel %d, %d is %d, want %d", orientation, x, y, got.RGBAAt(x, y).R, v)
				}
			}
		}
	}
}
