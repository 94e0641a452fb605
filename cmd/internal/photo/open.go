// Package photo is what every game does with a photo: it opens the file, says why that fails, and draws on the picture.
package photo

import (
	"fmt"
	"log/slog"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// Opened is a photo decoded, with the camera that took it: the one given, else the one that EXIF names, else nil.
// The picture belongs to the caller.
type Opened struct {
	Picture  *picture.Picture
	Camera   *calibration.Camera
	Warnings []engine.Warning
}

// Open decodes a photo's bytes. given may be nil. Errors are of type *picture.Error.
func Open(data []byte, given *calibration.Camera) (Opened, error) {
	if err := CheckWhole(data); err != nil {
		return Opened{}, err
	}
	picture, err := picture.Decode(data)
	if err != nil {
		return Opened{}, err
	}
	o := Opened{Picture: picture, Camera: CameraOf(data, picture, given)}
	if given == nil {
		return o, nil
	}
	if o.Camera, err = given.Scaled(picture.Width, picture.Height); err != nil {
		o.Camera = nil
		o.Warnings = []engine.Warning{{Code: "low_confidence", Message: fmt.Sprintf("camera file ignored: %v", err)}}
	}
	return o, nil
}

// CameraOf is the one given, else the one that the photo's EXIF block names, else nil.
func CameraOf(data []byte, p *picture.Picture, given *calibration.Camera) *calibration.Camera {
	if given != nil {
		return given
	}
	focal35, ok, err := calibration.FromEXIF(data)
	if err != nil {
		slog.Debug("reading without EXIF", "error", err)
	}
	if !ok {
		return nil
	}
	return calibration.Pinhole(p.Width, p.Height, calibration.FilmFocal(focal35, p.Width, p.Height).Best)
}
