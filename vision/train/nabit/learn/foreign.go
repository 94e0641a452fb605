package learn

import (
	"errors"
	"fmt"

	"gocv.io/x/gocv"

	"tilewatch/ocr"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/foreign"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
)

// ForeignExamples are the structures that the search finds in pictures, each with whether the picture shows a table of NAB-IT!.
type ForeignExamples struct {
	letters ocr.Reader
	all     []foreignExample
}

type foreignExample struct {
	color float64
	own   bool
}

// NewForeignExamples are no examples yet; letters reads the letters that the search asks for.
func NewForeignExamples(letters ocr.Reader) *ForeignExamples {
	return &ForeignExamples{letters: ocr.Quick(letters)}
}

// Add adds what the search finds in a scene, if it finds more than a single tile. The scene's camera counts, its measures do not: a user has none.
func (e *ForeignExamples) Add(s Scene, own bool) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, gray gocv.Mat) error {
		f := search.Finder{Raster: r, Gray: gray, Cam: s.Camera, Sizes: camerapose.SizesOf(nil), Letters: e.letters}
		found, err := f.SearchComplete()
		if errors.Is(err, search.ErrNoTiles) {
			return nil
		}
		if err == nil && len(found.Cells) > 1 {
			e.all = append(e.all, foreignExample{foreign.SignsOf(found).Color, own})
		}
		return err
	})
}

// Len is the number of examples.
func (e *ForeignExamples) Len() int { return len(e.all) }

// Fit is the line under which the examples are likeliest, and how reliable they are.
func (e *ForeignExamples) Fit() (w foreign.Line, reliability string) {
	fitted, _ := fitLogistic(len(e.all), func(i int) logisticExample {
		return logisticExample{features: [3]float64{e.all[i].color, 0, 1}, right: e.all[i].own}
	})
	w = foreign.Line{Slope: fitted[0], Offset: fitted[2]}
	var count, wrong [2]int
	for _, x := range e.all {
		count[one(x.own)]++
		wrong[one(x.own)] += one((w.Of(x.color) > 0) != x.own)
	}
	return w, fmt.Sprintf("%d of %d structures of NAB-IT!, %d of %d others taken for the wrong kind at even odds", wrong[1], count[1], wrong[0], count[0])
}
