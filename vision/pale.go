package vision

import (
	"slices"

	"gocv.io/x/gocv"

	blobs "tilewatch/vision/blob"
)

// paleStroke is the brush's width for them; in a picture of half the size it finds the bold letters of large tiles.
const paleStroke = 9

// withPale are the marks together with light letters on colored plastic: they stand out in the darkest channel, which is low in any
// player's color, however light that is. White on yellow hardly differs in gray.
func (r *raster) withPale(marks []mark) ([]mark, error) {
	darkest := make([]byte, r.w*r.h)
	for i := range darkest {
		darkest[i] = min(r.bgr[3*i], r.bgr[3*i+1], r.bgr[3*i+2])
	}
	whole, err := gocv.NewMatFromBytes(r.h, r.w, gocv.MatTypeCV8UC1, darkest)
	if err != nil {
		return nil, err
	}
	defer whole.Close()
	all := slices.Clone(marks)
	for _, by := range []int{reduction(r.w, r.h), 2 * reduction(r.w, r.h)} {
		found, err := r.paleIn(whole, by)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return bestMarks(all), nil
}

// paleIn are the marks in the darkest channel reduced by so much.
func (r *raster) paleIn(whole gocv.Mat, by int) ([]mark, error) {
	small, err := blobs.ReduceAll(whole, by)
	defer small.Close()
	if err != nil {
		return nil, err
	}
	find := strokes(paleStroke)
	return marksIn(r, small, &find, false)
}
