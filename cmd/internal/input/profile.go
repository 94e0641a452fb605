package input

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"tilewatch/calibration"
	"tilewatch/vision/v4l"
)

// PhonePrefix begins the names of phones' profiles.
const PhonePrefix = "phone "

// OnlyPhone is the phone that was calibrated, if it is the only one: which phone will be the camera is not known before it is.
func OnlyPhone(folder string) string {
	var phones []string
	store := ProfilesIn(folder)
	for _, name := range store.Names() {
		if p, err := store.Load(name); err == nil && p.Measured() && strings.HasPrefix(name, PhonePrefix) {
			phones = append(phones, name)
		}
	}
	if len(phones) != 1 {
		return ""
	}
	return phones[0]
}

// Recall takes what was kept of a camera and of the tiles before it, where no flag says otherwise. It notes a profile that cannot be read, and the game is
// watched without it.
func (in *Flags) Recall(folder, name string, note func(string)) {
	if name == "" {
		return
	}
	in.remember(folder, name, note)
	if in.Found == nil {
		in.Found = calibration.NewMemory(ProfilesIn(folder), func() string { return name })
	}
	in.Glyphs = OpenGlyphs(folder, in.Tileset, note)
}

// remember takes the profile of the camera.
func (in *Flags) remember(folder, name string, note func(string)) {
	if in.Camera != nil && in.Tileset != nil {
		return
	}
	p, err := ProfilesIn(folder).Load(name)
	if err != nil {
		if !errors.Is(err, calibration.ErrNoProfile) {
			note(fmt.Sprintf("the calibration of %q is not used: %v", name, err))
		}
		return
	}
	if in.Camera == nil && p.Camera != nil {
		in.Camera = p.Camera
		note(fmt.Sprintf("camera %q, as calibrated on %s", name, p.Made.Format(time.DateOnly)))
	}
	if in.Tileset == nil {
		in.Tileset = p.Tileset
	}
	if in.Tileset != nil { // the table's distance is in millimetres, as the tiles must be
		in.Table = p.Table
	}
}

// ProfilesIn are the cameras' calibrations, in the data folder.
func ProfilesIn(folder string) *calibration.Store {
	return calibration.NewStore(filepath.Join(folder, "cameras"))
}

// CameraName is by what name a source's calibration is kept: a camera's own name, or its address. Films have none.
func CameraName(source string) string {
	path := source
	if _, err := fmt.Sscanf(source, "%d", new(int)); err == nil && !strings.ContainsAny(source, "./:") {
		path = "/dev/video" + source
	}
	if strings.HasPrefix(path, "/dev/") {
		if name := v4l.This().Name(path); name != "" {
			return name
		}
		return path
	}
	if scheme, rest, ok := strings.Cut(strings.TrimSpace(source), "://"); ok {
		if at := strings.LastIndex(rest, "@"); at >= 0 { // no password into a file
			rest = rest[at+1:]
		}
		return scheme + "://" + rest
	}
	return ""
}
