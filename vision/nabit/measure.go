package nabit

import (
	"fmt"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/measure"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
)

// MeasureTiles measures tiles that were laid out for it on a table whose place is known: five linked in a row, letters up, and on one
// end of the row a stack of five. board is the outline of the calibration board: its squares look like tiles, so they are painted
// over. Errors of the picture are of type *picture.Error.
func (v *Reader) MeasureTiles(p *picture.Picture, cam *calibration.Camera, table *calibration.Table, board []engine.Point) (*measure.Measured, error) {
	clean := picture.FromMat(p.Pixels.Clone())
	defer clean.Close()
	paper := measure.OutlineColor(clean, board)
	if err := measure.PaintOver(clean, board, paper); err != nil {
		return nil, err
	}
	var m *measure.Measured
	err := picture.WithRaster(clean, func(r *picture.Raster, gray gocv.Mat) error {
		f := &search.Finder{Raster: r, Gray: gray, Cam: cam, Ground: camerapose.PlanePriorOf(table)}
		s, err := measure.SearchAnySize(f)
		if err != nil {
			return err
		}
		if m, err = measure.BestLayout(r, s, cam, table); err == nil {
			m.Set.Colors = measure.TileColors(r, m, paper)
		}
		return err
	})
	return m, err
}

// TableUnder is the table on which the structure in a picture lies; its lengths are as accurate as the set's. Seen from nearly
// straight above, its tilt may be off by some degrees; the calibration board gives it better. Errors of the picture are of type
// *picture.Error.
func (v *Reader) TableUnder(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset) (*calibration.Table, error) {
	t := &calibration.Table{Width: p.Width, Height: p.Height}
	return t, picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		f := &search.Finder{Raster: r, Gray: gray, Cam: cam, Sizes: camerapose.SizesOf(set)}
		s, err := f.Search(hypothesis.UtmostEffort, nil)
		if err != nil {
			return err
		}
		if len(s.Cells) < hypothesis.PlanePriorTiles {
			return &picture.Error{Code: picture.NoTiles, Message: fmt.Sprintf("only %d linked tiles found: lay %d or more, or the board", len(s.Cells), hypothesis.PlanePriorTiles)}
		}
		for i := range 3 {
			t.R[i] = [3]float64{s.Pose.X[i], s.Pose.Y[i], s.Pose.Z[i]}
		}
		t.T = s.Pose.T
		return nil
	})
}
