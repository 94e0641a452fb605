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

// mean is the mean color of n x n samples of a crop's pixel, by three of its corners.
func mean(r *picture.Raster, corner, right, below engine.Point, n int) (color [3]uint8) {
	k := 1 / float64(n)
	u, v := geom.Scale(geom.Sub(right, corner), k), geom.Scale(geom.Sub(below, corner), k)
	first := geom.Add(corner, geom.Scale(geom.Add(u, v), 0.5))
	var sum [3]int
	for i := range n {
		p := geom.Add(first, geom.Scale(v, float64(i)))
		for range n {
			x, y := min(max(int(p.X+0.5), 0), r.W-1), min(max(int(p.Y+0.5), 0), r.H-1)
			at := r.BGR[3*(y*r.W+x):]
			sum[0], sum[1], sum[2] = sum[0]+int(at[2]), sum[1]+int(at[1]), sum[2]+int(at[0])
			p.X, p.Y = p.X+u.X, p.Y+u.Y
		}
	}
	for k := range sum {
		color[k] = uint8((sum[k] + n*n/2) / (n * n))
	}
	return color
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
