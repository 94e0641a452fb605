package snag

import (
	"math"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	rules "tilewatch/engine/snag"
	"tilewatch/ocr/digit"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
)

var _ profile.Eyes[rules.Look] = (*Eyes)(nil)

// Open loads the digit reader.
func Open() (profile.Eyes[rules.Look], error) {
	digits, err := digit.New()
	if err != nil {
		return nil, err
	}
	return &Eyes{digits}, nil
}

// Close has nothing to free.
func (*Eyes) Close() error { return nil }

// defaultView is the angle of view of the picture's longer side where neither a camera file nor EXIF gives it, in radians: between most webcams
// and most phones.
const defaultView = 68 * math.Pi / 180

// Look reads one picture. Without a board the error is a *picture.Error.
func (e *Eyes) Look(p *picture.Picture, in profile.Inputs) (look rules.Look, err error) {
	err = picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		if err := r.CheckLight(); err != nil {
			return err
		}
		s := &scene{r: r, eyes: e}
		if err := s.find(gray, in.Camera); err != nil {
			return err
		}
		look, err = s.classify()
		return err
	})
	return look, err
}

// find finds the board and fits its plane.
func (s *scene) find(gray gocv.Mat, given *calibration.Camera) error {
	s.plane.cam = given
	if given == nil {
		w, h := gray.Cols(), gray.Rows()
		s.plane.cam = calibration.Pinhole(w, h, float64(max(w, h))/2/math.Tan(defaultView/2))
	}
	var err error
	if s.numerals, err = findNumerals(gray); err != nil {
		return err
	}
	undistort(s.numerals, s.plane.cam.Undistort)
	at, of, err := s.locate(findLattices(s.numerals, s.isNumber))
	if err != nil {
		return err
	}
	s.fitPlane(of, at, given == nil || s.plane.cam.Dist == [5]float64{})
	return nil
}
