package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tilewatch/calibration"
)

// phonePrefix begins the names of phones' profiles.
const phonePrefix = "phone "

// onlyPhone is the phone that was calibrated, if it is the only one: which phone will be the camera is not known before it is.
func onlyPhone(folder string) string {
	var phones []string
	for _, name := range profilesIn(folder).Names() {
		if strings.HasPrefix(name, phonePrefix) {
			phones = append(phones, name)
		}
	}
	if len(phones) != 1 {
		return ""
	}
	return phones[0]
}

// recall takes what was kept of a camera and of the tiles before it, where no flag says otherwise. A profile that cannot be read is told, and the game is
// watched without it.
func (in *inputs) recall(folder, name string, note func(string)) {
	if name == "" {
		return
	}
	in.remember(folder, name, note)
	in.glyphs = openGlyphs(folder, in.tileset, note)
}

// remember takes the profile of the camera.
func (in *inputs) remember(folder, name string, note func(string)) {
	if in.camera != nil && in.tileset != nil {
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
	if in.tileset != nil { // the table's distance is in millimetres, as the tiles must be
		in.table = p.Table
	}
}
