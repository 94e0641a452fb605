package main

import (
	"errors"
	"fmt"
	"time"

	"tilewatch/calibration"
)

// recall takes what was kept of the source's camera, where no flag says otherwise. A profile that cannot be read is told, and the
// game is watched without it.
func (in *inputs) recall(folder, source string, note func(string)) {
	name := cameraName(source)
	if name == "" || in.camera != nil && in.tileset != nil {
		return
	}
	p, err := profilesIn(folder).Load(name)
	if err != nil {
		if !errors.Is(err, calibration.ErrNoProfile) {
			note(fmt.Sprintf("the calibration of %q is not used: %v", name, err))
		}
		return
	}
	if in.camera == nil && p.Camera != nil {
		in.camera = p.Camera
		note(fmt.Sprintf("camera %q, as calibrated on %s", name, p.Made.Format(time.DateOnly)))
	}
	if in.tileset == nil {
		in.tileset = p.Tileset
	}
}
