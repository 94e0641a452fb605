package body

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
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
	h := homography.OfSquare(claim)
	per := geom.Dist(h.At(0, 0.5), h.At(1, 0.5)) * 2 * Reach / Side
	n := min(max(int(per+0.5), 1), mostSamples)
	if n == 1 {
		for i := range Side * Side {
			v := r.At(h.At(along(float64(i%Side)+0.5), along(float64(i/Side)+0.5)))
			*c.pixel(i) = [3]uint8{uint8(v[2] + 0.5), uint8(v[1] + 0.5), uint8(v[0] + 0.5)}
		}
		return c
	}
	var corners [Side + 1][Side + 1]engine.Point // of the crop's pixels
	for y := range corners {
		for x := range corners[y] {
			corners[y][x] = h.At(along(float64(x)), along(float64(y)))
		}
	}
	for i := range Side * Side {
		x, y := i%Side, i/Side
		*c.pixel(i) = mean(r, corners[y][x], corners[y][x+1], corners[y+1][x], n)
	}
	return c
}

// pixel is the color of one pixel, red, green, blue.
func (c *Crop) pixel(i int) *[3]uint8 { return (*[3]uint8)(c[3*i:]) }

// along is where a column or row of a crop lies along a side of the claim, from 0 to 1 on the claim.
func along(pixel float64) float64 { return 0.5 + 2*Reach*(pixel/Side-0.5) }

// one is a pixel in the fixed point of mean.
const one = 1 << 16

// mean is the mean color of n x n nearest pixels of a crop's pixel, by three of its corners.
func mean(r *picture.Raster, corner, right, below engine.Point, n int) (color [3]uint8) {
	k := one / float64(n)
	ux, uy := int(k*(right.X-corner.X)), int(k*(right.Y-corner.Y))
	vx, vy := int(k*(below.X-corner.X)), int(k*(below.Y-corner.Y))
	startX, startY := int(one*(corner.X+0.5))+(ux+vx)/2, int(one*(corner.Y+0.5))+(uy+vy)/2
	var red, green, blue int
	for range n {
		x, y := startX, startY
		for range n {
			at := r.BGR[3*(min(max(y>>16, 0), r.H-1)*r.W+min(max(x>>16, 0), r.W-1)):][:3]
			red, green, blue = red+int(at[2]), green+int(at[1]), blue+int(at[0])
			x, y = x+ux, y+uy
		}
		startX, startY = startX+vx, startY+vy
	}
	all, half := n*n, n*n/2
	return [3]uint8{uint8((red + half) / all), uint8((green + half) / all), uint8((blue + half) / all)}
}

// floor is the least spread of a crop's colors that is brought to 1, gray levels.
const floor = 8

// into writes a crop as the network sees it, channel by channel: less its mean, over its spread.
func (c *Crop) into(to []float32) {
	var sum, squares float64
	for _, v := range c {
		sum += float64(v)
		squares += float64(v) * float64(v)
	}
	n := float64(len(c))
	mean := sum / n
	scale := 1 / (math.Sqrt(max(squares/n-mean*mean, 0)) + floor)
	for i := range Side * Side {
		for k := range 3 {
			to[k*Side*Side+i] = float32((float64(c[3*i+k]) - mean) * scale)
		}
	}
}
