package snag

import (
	"runtime"

	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/ocr/digit"
	"tilewatch/vision/pointgrid"
)

// scene is one picture while it is read.
type scene struct {
	r        raster
	eyes     *Eyes
	numerals []numeral
	near     *pointgrid.Grid // of the numerals
	plane    plane
}

// raster is what the stages sample of a picture.
type raster interface {
	At(p engine.Point) [3]float64
	GrayAt(p engine.Point) float64
	Inside(p engine.Point) bool
}

// parallel runs a function for each of n on all cores.
func parallel(n int, do func(i int) error) error {
	var group errgroup.Group
	cores := runtime.NumCPU()
	for w := range cores {
		group.Go(func() error {
			for i := w; i < n; i += cores {
				if err := do(i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// Eyes find a SNAG board.
type Eyes struct{ digits *digit.Reader }
