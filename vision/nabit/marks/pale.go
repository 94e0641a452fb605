package marks

import (
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/vision/blob"
	"tilewatch/vision/picture"
)

// paleBrush is the top hat's brush for pale letters, pixels; in a picture of half the size it finds the bold letters of large tiles.
const paleBrush = 9

// WithPale adds light letters on colored plastic to the marks, best first. White on yellow differs little in gray, but it stands out in the
// darkest of the three channels: that channel is low in any player's color, however light the color is.
func WithPale(r *picture.Raster, marks []Mark) ([]Mark, error) {
	darkest := make([]byte, r.W*r.H)
	for i := range darkest {
		darkest[i] = min(r.BGR[3*i], r.BGR[3*i+1], r.BGR[3*i+2])
	}
	whole, err := gocv.NewMatFromBytes(r.H, r.W, gocv.MatTypeCV8UC1, darkest)
	if err != nil {
		return nil, err
	}
	defer whole.Close()
	all := slices.Clone(marks)
	for _, by := range []int{reduction(r.W, r.H), 2 * reduction(r.W, r.H)} {
		found, err := paleIn(r, whole, by)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return bestMarks(all), nil
}

// paleIn finds light marks in the darkest channel, reduced by a factor.
func paleIn(r *picture.Raster, whole gocv.Mat, by int) ([]Mark, error) {
	small, err := blob.ReduceAll(whole, by)
	if err != nil {
		return nil, err
	}
	defer small.Close()
	find := strokes(paleBrush)
	return marksIn(r, small, &find, false)
}
