package blob

import "math"

// Moments are the raw moments of a shape's pixels, up to the second order. The zero Moments belong to an empty shape.
type Moments struct{ n, x, y, xx, yy, xy float64 }

// Add adds a pixel.
func (m *Moments) Add(x, y int) {
	fx, fy := float64(x), float64(y)
	m.n, m.x, m.y = m.n+1, m.x+fx, m.y+fy
	m.xx, m.yy, m.xy = m.xx+fx*fx, m.yy+fy*fy, m.xy+fx*fy
}

// pixelVariance is the variance of one pixel's own extent along an axis: that of a uniform distribution one wide.
const pixelVariance = 1.0 / 12

// Solid reports whether the shape is a filled parallelogram or ellipse, as the squares of a checked cloth are: a rectangle with its central
// second moments has about its area. I and the apostrophe are the only letters like that, and they are slim: a shape whose
// principal axes have a ratio of slim or more is not solid.
func (m *Moments) Solid(slim float64) bool {
	if m.n == 0 {
		return false
	}
	cx, cy := m.x/m.n, m.y/m.n
	xx, yy, xy := m.xx/m.n-cx*cx+pixelVariance, m.yy/m.n-cy*cy+pixelVariance, m.xy/m.n-cx*cy
	det := max(xx*yy-xy*xy, 1e-9)
	half := math.Sqrt(max((xx+yy)*(xx+yy)/4-det, 0))
	ratio := math.Sqrt(((xx+yy)/2 + half) / max((xx+yy)/2-half, 1e-9))
	return m.n/(12*math.Sqrt(det)) > solidShare && ratio < slim
}

// solidShare is the least ratio of a solid shape's area to that of a rectangle with its moments. A rectangle has 1, an ellipse pi/3 (1.05),
// and letters have 0.7 and less; hand-set between them.
const solidShare = 0.88

// solid reports whether what the mask shows in a component's box is solid.
func (m Mask) solid(c *Component, slim float64) bool {
	var shape Moments
	for y := c.Y0; y < c.Y1; y++ {
		for x, v := range m.Pix[y*m.Width+c.X0 : y*m.Width+c.X1] {
			if v != 0 {
				shape.Add(x, y-c.Y0)
			}
		}
	}
	return shape.Solid(slim)
}
