package tabit

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision"
)

// A box is judged by a picture of it, straightened and turned to be read.
const (
	cropW     = 36 // pixels
	cropH     = 48
	cropRatio = float64(cropH) / cropW
	// KindWide is how wide a part of the board is looked at to tell what a box holds, in steps: the box with its surroundings.
	KindWide = 1.0
	// SubjectWide is the same to tell pictures apart: what lies within the card's border.
	SubjectWide = 0.74
)

// crop is a straightened box in color: blue, green, red, 0 to 255.
type crop [cropH * cropW][3]float32

// cut straightens what a quadrilateral shows. Each pixel is the mean of what it covers in the picture.
func cut(r *vision.Raster, q engine.Quad) *crop {
	var c crop
	h := squareTo(q)
	fine := min(4, max(1, int(math.Ceil(math.Max(distance(q[0], q[1])/cropW, distance(q[0], q[3])/cropH)))))
	n := float32(fine * fine)
	for i := range c {
		x, y := float64(i%cropW), float64(i/cropW)
		for s := range fine * fine {
			u := (x + (float64(s%fine)+0.5)/float64(fine)) / cropW
			v := (y + (float64(s/fine)+0.5)/float64(fine)) / cropH
			color := r.At(h.apply(engine.Point{X: u, Y: v}))
			for k := range color {
				c[i][k] += float32(color[k]) / n
			}
		}
	}
	return &c
}

// squareTo takes the unit square to a quadrilateral.
func squareTo(q engine.Quad) homography {
	h, _ := fitHomography([]match{{engine.Point{}, q[0]}, {engine.Point{X: 1}, q[1]}, {engine.Point{X: 1, Y: 1}, q[2]}, {engine.Point{Y: 1}, q[3]}})
	return h
}
