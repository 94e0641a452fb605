package photo

import (
	"fmt"
	"time"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// Opened is a photo decoded, with the camera that took it: the one given, else the one that EXIF tells, else nil.
// The picture belongs to the caller.
type Opened struct {
	Picture  *picture.Picture
	Camera   *calibration.Camera
	Warnings []engine.Warning
}

// Open decodes a photo's bytes. given may be nil. Errors are of type *vision.Error.
func Open(data []byte, given *calibration.Camera) (Opened, error) {
	if err := checkWhole(data); err != nil {
		return Opened{}, err
	}
	picture, err := picture.Decode(data)
	if err != nil {
		return Opened{}, err
	}
	o := Opened{Picture: picture, Camera: (&Reader{Camera: given}).camera(data, picture)}
	if given == nil {
		return o, nil
	}
	if o.Camera, err = given.Scaled(picture.Width, picture.Height); err != nil {
		o.Camera = nil
		o.Warnings = []engine.Warning{{Code: "low_confidence", Message: fmt.Sprintf("the camera file is not used: %v", err)}}
	}
	return o, nil
}

// Milliseconds are those of a duration, to a tenth.
func Milliseconds(d time.Duration) float64 { return milliseconds(d) }

// Pair is a point as JSON has it, to a hundredth of a pixel.
func Pair(p engine.Point) [2]float64 { return pair(p) }
