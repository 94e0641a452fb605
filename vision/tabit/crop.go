package tabit

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/picture"
	"tilewatch/vision/resample"
)

// A box is classified by a rectified picture of it, turned upright.
const (
	cropW     = 36 // pixels
	cropH     = 48
	cropRatio = float64(cropH) / cropW
	// KindWide is how wide a part of the board is looked at to tell what a box holds, in steps: the box with its surroundings.
	KindWide = 1.0
	// SubjectWide is the same to tell pictures apart: what lies within the card's border.
	SubjectWide = 0.74
)

// crop is a rectified box in color: blue, green, red, 0 to 255.
type crop [cropH * cropW][3]float32

// cut rectifies a quadrilateral. Each pixel is the mean of what it covers in the picture.
func cut(r *picture.Raster, q engine.Quad) *crop {
	var c crop
	fine := min(4, max(1, int(math.Ceil(math.Max(geom.Dist(q[0], q[1])/cropW, geom.Dist(q[0], q[3])/cropH)))))
	resample.Color(c[:], pixels(r), resample.Map(homography.OfSquare(q)), cropW, resample.Grid(fine))
	return &c
}

// pixels is the picture in color.
func pixels(r *picture.Raster) resample.Picture { return resample.Picture{W: r.W, H: r.H, Pix: r.BGR} }
