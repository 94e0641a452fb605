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
	// KindWide is the width of the crop that the first network classifies, in steps: the box with its surroundings.
	KindWide = 1.0
	// SubjectWide is the same for the second network, which distinguishes pictures: the card within its border.
	SubjectWide = 0.74
)

// crop is a rectified box in color: blue, green, red, 0 to 255.
type crop [cropH * cropW][3]float32

// rectify rectifies a quadrilateral. Each pixel is the mean of the area it covers in the picture.
func rectify(r *picture.Raster, q engine.Quad) *crop {
	var c crop
	fine := min(4, max(1, int(math.Ceil(math.Max(geom.Dist(q[0], q[1])/cropW, geom.Dist(q[0], q[3])/cropH)))))
	resample.Color(c[:], pixels(r), homography.OfSquare(q), cropW, resample.Grid(fine))
	return &c
}

// pixels is the picture in color.
func pixels(r *picture.Raster) resample.Picture { return resample.Picture{W: r.W, H: r.H, Pix: r.BGR} }
