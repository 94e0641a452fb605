package table

import "math"

// canvas is one repeat of a pattern while a family paints it; what leaves it on one side enters on the other.
type canvas struct {
	w, h float64 // millimetres
	px   float64 // millimetres of a pixel
	pix  []rgb
}

func newCanvas(w, h float64) *canvas {
	return &canvas{w, h, math.Sqrt(w*h) / size, make([]rgb, size*size)}
}

func (c *canvas) fill(col rgb) {
	for i := range c.pix {
		c.pix[i] = col
	}
}

// each sets every pixel.
func (c *canvas) each(f func(x, y float64) rgb) {
	for j := range size {
		y := (float64(j) + 0.5) * c.h / size
		for i := range size {
			c.pix[j*size+i] = f((float64(i)+0.5)*c.w/size, y)
		}
	}
}

// overlap is the share of a footprint of width w at distance d that lies within a band of half width h; exact for lines thinner than a pixel too.
func overlap(d, w, h float64) float64 { return max(0, min(d+w/2, h)-max(d-w/2, -h)) / w }

// put paints a shape turned about its middle: cover is its share of the pixel at u, v of its own axes, tint its color; bu and bv bound it.
func (c *canvas) put(x, y, turn, bu, bv float64, cover func(u, v float64) float64, tint func(u, v float64) rgb) {
	sin, cos := math.Sincos(turn)
	hx, hy := math.Abs(cos)*bu+math.Abs(sin)*bv+c.px, math.Abs(sin)*bu+math.Abs(cos)*bv+c.px
	sx, sy := c.w/size, c.h/size
	i0, i1 := int(math.Floor((x-hx)/sx)), int(math.Ceil((x+hx)/sx))
	j0, j1 := int(math.Floor((y-hy)/sy)), int(math.Ceil((y+hy)/sy))
	i1, j1 = min(i1, i0+2*size), min(j1, j0+2*size)
	for j := j0; j <= j1; j++ {
		dy := (float64(j)+0.5)*sy - y
		row := c.pix[(j&(size-1))*size:][:size]
		for i := i0; i <= i1; i++ {
			dx := (float64(i)+0.5)*sx - x
			u, v := cos*dx+sin*dy, cos*dy-sin*dx
			if k := cover(u, v); k > 0 {
				p := &row[i&(size-1)]
				*p = p.mix(tint(u, v), float32(k))
			}
		}
	}
}

func solid(col rgb) func(u, v float64) rgb { return func(_, _ float64) rgb { return col } }

// within is a pixel's share of a shape whose edge is at a signed distance.
func (c *canvas) within(d float64) float64 { return min(max(0.5-d/c.px, 0), 1) }

// rect paints a rectangle of half sides hu and hv.
func (c *canvas) rect(x, y, turn, hu, hv float64, tint func(u, v float64) rgb) {
	c.put(x, y, turn, hu, hv, func(u, v float64) float64 { return overlap(u, c.px, hu) * overlap(v, c.px, hv) }, tint)
}

// round paints a rectangle with rounded corners.
func (c *canvas) round(x, y, turn, hu, hv, corner float64, tint func(u, v float64) rgb) {
	c.put(x, y, turn, hu, hv, func(u, v float64) float64 {
		du, dv := math.Abs(u)-hu+corner, math.Abs(v)-hv+corner
		return c.within(min(max(du, dv), 0) + math.Hypot(max(du, 0), max(dv, 0)) - corner)
	}, tint)
}

func (c *canvas) disk(x, y, radius float64, col rgb) {
	c.put(x, y, 0, radius, radius, func(u, v float64) float64 { return c.within(math.Sqrt(u*u+v*v) - radius) }, solid(col))
}

func (c *canvas) ring(x, y, radius, width float64, col rgb) {
	b := radius + width/2
	c.put(x, y, 0, b, b, func(u, v float64) float64 { return overlap(math.Sqrt(u*u+v*v)-radius, c.px, width/2) }, solid(col))
}

// petal paints an ellipse with half axes hu and hv.
func (c *canvas) petal(x, y, turn, hu, hv float64, col rgb) {
	c.put(x, y, turn, hu, hv, func(u, v float64) float64 {
		d := math.Hypot(u/hu, v/hv)
		return c.within((d - 1) * min(hu, hv))
	}, solid(col))
}

// polygon paints a regular polygon whose sides have a distance from its middle.
func (c *canvas) polygon(x, y, turn, inner float64, sides int, tint func(u, v float64) rgb) {
	even := sides%2 == 0 // opposite sides share their normal
	normals := make([][2]float64, sides)
	if even {
		normals = normals[:sides/2]
	}
	for i := range normals {
		s, co := math.Sincos(2 * math.Pi * float64(i) / float64(sides))
		normals[i] = [2]float64{co, s}
	}
	b := inner / math.Cos(math.Pi/float64(sides))
	c.put(x, y, turn, b, b, func(u, v float64) float64 {
		d := math.Inf(-1)
		for _, n := range normals {
			e := n[0]*u + n[1]*v
			if even {
				e = math.Abs(e)
			}
			d = max(d, e)
		}
		return c.within(d - inner)
	}, tint)
}

// band is a stripe of a profile.
type band struct {
	width float64
	col   rgb
}

// profile is bands side by side, repeated over size pixels of a length, each pixel the exact mean of what it covers.
func profile(bands []band, length float64) []rgb {
	out, total := make([]rgb, size), 0.0
	for _, b := range bands {
		total += b.width
	}
	repeats := max(1, math.Round(length/total))
	scale := size / (repeats * total) // pixels per unit of width
	at := 0.0
	for range int(repeats) {
		for _, b := range bands {
			low, high := at, at+b.width*scale
			at = high
			for i := int(low); i < size && float64(i) < high; i++ {
				k := float32(min(high, float64(i+1)) - max(low, float64(i)))
				for ch := range 3 {
					out[i][ch] += k * b.col[ch]
				}
			}
		}
	}
	return out
}
