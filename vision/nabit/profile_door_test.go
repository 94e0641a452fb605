package nabit

import (
	"math"
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/picture"
)

// TestTheLensThatTilesShowFitsItsPictures of any size, as where a phone switches to another one.
func TestTheLensThatTilesShowFitsItsPictures(t *testing.T) {
	l := shown{camera: calibration.Pinhole(1280, 720, 1000)}
	if c, ok := l.of(&picture.Picture{Width: 640, Height: 360}); !ok || math.Abs(c.K[0][0]-500) > 1e-9 || c.Width != 640 {
		t.Errorf("for half the size it is %+v, %v", c, ok)
	}
	if _, ok := l.of(&picture.Picture{Width: 720, Height: 1280}); ok {
		t.Error("it is taken for a picture of another shape")
	}
	if _, ok := (&shown{}).of(&picture.Picture{Width: 1280, Height: 720}); ok {
		t.Error("there is one although nothing shows it")
	}
}
