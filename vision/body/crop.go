package body

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/kernel"
	"tilewatch/vision/picture"
)

// A crop shows a claimed tile with what lies around it.
const (
	Side  = 40  // pixels
	Reach = 1.0 // sides of the claimed tile from its middle to the crop's border
)

// mostSamples limits the samples along each side of a crop's pixel.
const mostSamples = 4

// Crop is a crop's colors: red, green, blue of each pixel, row by row.
type Crop [3 * Side * Side]uint8

// CropOf rectifies what the picture shows of a claimed face and around it. Beyond the picture its border goes on.
func CropOf(r *picture.Raster, claim engine.Quad) (c Crop) {
	r.Look()
	crop(r, claim, Side, Reach, c[:])
	return c
}

// crop is a crop of another side and reach.
func crop(r *picture.Raster, claim engine.Quad, side int, reach float64, into []uint8) {
	h := homography.OfSquare(claim)
	per := geom.Dist(h.At(0, 0.5), h.At(1, 0.5)) * 2 * reach / float64(side)
	n := min(max(int(per+0.5), 1), mostSamples)
	square := kernel.Square(h)
	kernel.Crop(r.Kernel(), &square, reach, side, n, into)
}

// floor is the least spread of a crop's colors that is brought to 1, gray levels.
const floor = 8

// normalize writes a crop as a network sees it, channel by channel: less its mean, over its spread.
func normalize(crop []uint8, to []float32) {
	var sum, squares float64
	for _, v := range crop {
		sum += float64(v)
		squares += float64(v) * float64(v)
	}
	n := float64(len(crop))
	mean := sum / n
	scale := 1 / (math.Sqrt(max(squares/n-mean*mean, 0)) + floor)
	plane := len(crop) / 3
	for i := range plane {
		for k := range 3 {
			to[k*plane+i] = float32((float64(crop[3*i+k]) - mean) * scale)
		}
	}
}
