package tabit

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// The features of a crop: histograms of oriented gradients in a grid of cells (Dalal and Triggs 2005), a small picture in gray, each cell's color,
// and three numbers. The networks were trained on these numbers: whoever changes one trains both again.
const (
	cell      = 6
	cellsWide = cropW / cell
	cellsHigh = cropH / cell
	bins      = 8 // directions in half a turn
	dot       = 3
	dotsWide  = cropW / dot
	dotsHigh  = cropH / dot
	strokes   = cellsWide * cellsHigh * bins
	dots      = dotsWide * dotsHigh
	tints     = cellsWide * cellsHigh * 2
	// Features is the length of a Vector.
	Features = strokes + dots + tints + 3
)

// Gray levels that keep noise in dark and even parts small. The networks were trained with them.
const (
	leastSpread   = 4  // added to the standard deviation
	leastGradient = 3  // difference of the pixels on both sides
	darkSlack     = 12 // added to both levels of a ratio
	meanSlack     = 8  // added to the mean, in the ratio of spread to mean
)

// Scales that bring the last three features to about one, hand-set; in gray levels but ratioScale. The networks were trained with them.
const (
	ratioScale  = 2   // of the ratio of spread to mean
	usualMean   = 110 // is subtracted from the mean
	meanScale   = 80  // divides the mean
	spreadScale = 40  // divides the spread
)

// Vector is the input of the networks.
type Vector [Features]float32

// FeaturesOf are the features of a quadrilateral of a picture; its upper left corner comes first, as the player at the card sees it.
func FeaturesOf(r *picture.Raster, q engine.Quad) *Vector { return rectify(r, q).features() }

// features computes the features. They change little with the brightness and the color of the light.
func (c *crop) features() *Vector {
	var v Vector
	gray, mean, spread := c.levels()
	c.orientationHistograms(gray, v[:strokes])
	for y := range dotsHigh {
		for x := range dotsWide {
			sum := float32(0)
			for k := range dot * dot {
				sum += gray[(y*dot+k/dot)*cropW+x*dot+k%dot]
			}
			v[strokes+y*dotsWide+x] = (sum/(dot*dot) - mean) / spread
		}
	}
	c.tints(v[strokes+dots:])
	v[Features-3] = spread / (mean + meanSlack) * ratioScale
	v[Features-2] = (mean - usualMean) / meanScale
	v[Features-1] = spread / spreadScale
	return &v
}

// levels are the crop in gray, its mean and its standard deviation plus leastSpread.
func (c *crop) levels() (gray []float32, mean, spread float32) {
	gray = make([]float32, len(c))
	square := float32(0)
	for i, p := range c {
		gray[i] = 0.114*p[0] + 0.587*p[1] + 0.299*p[2]
		mean += gray[i] / float32(len(c))
	}
	for _, g := range gray {
		square += (g - mean) * (g - mean) / float32(len(c))
	}
	return gray, mean, float32(math.Sqrt(float64(square))) + leastSpread
}

// orientationHistograms fills in how strong edges of each direction are in each cell. Doubling the gradient's angle makes both edges of
// a stroke count alike.
func (c *crop) orientationHistograms(gray []float32, v []float32) {
	for y := 1; y < cropH-1; y++ {
		for x := 1; x < cropW-1; x++ {
			at := y*cropW + x
			gx, gy := gray[at+1]-gray[at-1], gray[at+cropW]-gray[at-cropW]
			m := math.Hypot(float64(gx), float64(gy))
			if m < leastGradient {
				continue
			}
			angle := math.Atan2(float64(2*gx*gy), float64(gx*gx-gy*gy))
			b := (angle + math.Pi) / (2 * math.Pi) * bins
			low := math.Floor(b)
			share := float32(b - low)
			vote(v, float64(x), float64(y), int(low)%bins, (int(low)+1)%bins, share, float32(m))
		}
	}
	sum := float32(1e-3)
	for i, s := range v {
		v[i] = float32(math.Sqrt(float64(s)))
		sum += s
	}
	scale := float32(math.Sqrt(float64(len(v)) / float64(sum) / 4))
	for i := range v {
		v[i] *= scale
	}
}

// vote adds a gradient to the four cells around it, bilinearly.
func vote(v []float32, x, y float64, low, high int, share, m float32) {
	cx, cy := (x+0.5)/cell-0.5, (y+0.5)/cell-0.5
	x0, y0 := math.Floor(cx), math.Floor(cy)
	fx, fy := float32(cx-x0), float32(cy-y0)
	for k := range 4 {
		i, j := int(x0)+k%2, int(y0)+k/2
		if i < 0 || j < 0 || i >= cellsWide || j >= cellsHigh {
			continue
		}
		w := m * [2]float32{1 - fx, fx}[k%2] * [2]float32{1 - fy, fy}[k/2]
		at := (j*cellsWide + i) * bins
		v[at+low] += w * (1 - share)
		v[at+high] += w * share
	}
}

// tints fills in each cell's color relative to the brightest cell, which shows the card or paint in the same light.
func (c *crop) tints(v []float32) {
	var mean [cellsWide * cellsHigh][3]float32
	for i, p := range c {
		at := i / cropW / cell * cellsWide
		at += i % cropW / cell
		for k := range p {
			mean[at][k] += p[k] / (cell * cell)
		}
	}
	brightest := mean[0]
	for _, m := range mean {
		if m[0]+m[1]+m[2] > brightest[0]+brightest[1]+brightest[2] {
			brightest = m
		}
	}
	for i, m := range mean {
		var r [3]float64
		for k := range r {
			r[k] = math.Log(float64((m[k] + darkSlack) / (brightest[k] + darkSlack)))
		}
		v[2*i] = float32(2 * (r[2] - r[1]))
		v[2*i+1] = float32(2 * (r[0] - r[1]))
	}
}
