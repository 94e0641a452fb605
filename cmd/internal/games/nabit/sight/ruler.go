package sight

import (
	"tilewatch/calibration"
	"tilewatch/cmd/internal/calibrate"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/nabit"
	"tilewatch/vision/picture"
)

// ruler measures a table and a tile set by NAB-IT!'s tiles.
type ruler struct{ *nabit.Reader }

// NewRuler reads letters with the classifier alone.
func NewRuler() (calibrate.Ruler, error) {
	letters, err := ocr.NewClassifier()
	if err != nil {
		return nil, err
	}
	return ruler{nabit.NewReader(letters)}, nil
}

// Measure implements calibrate.Ruler.
func (r ruler) Measure(p *picture.Picture, cam *calibration.Camera, table *calibration.Table, board []engine.Point) (*calibrate.Measured, error) {
	m, err := r.MeasureTiles(p, cam, table, board)
	if err != nil {
		return nil, err
	}
	return &calibrate.Measured{Set: m.Set, ThicknessSigma: m.ThicknessSigma, Quads: m.Quads}, nil
}
