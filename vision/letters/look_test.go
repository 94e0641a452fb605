package letters

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/picture"
)

func TestThePictureMayCutOffATilesRim(t *testing.T) {
	s := &search{r: &picture.Raster{W: 100, H: 100}}
	for left, want := range map[float64]bool{0: true, -3: true, -6: false, 62: true, 66: false} { // of a tile of 40 pixels
		if f := face.FrameOver(geom.Square(engine.Point{X: left + 20, Y: 50}, 20, 0)); s.within(&f) != want {
			t.Errorf("a tile from %v on: within is %v", left, !want)
		}
	}
}
