package vision

import "math"

// Moments are those of a shape's pixels, up to the second. The zero Moments are of no pixel.
type Moments struct{ n, x, y, xx, yy, xy float64 }

// Add adds a pixel.
func (m *Moments) Add(x, y int) {
	fx, fy := float64(x), float64(y)
	m.n, m.x, m.y = m.n+1, m.x+fx, m.y+fy
	m.xx, m.yy, m.xy = m.xx+fx*fx, m.yy+fy*fy, m.xy+fx*fy
}

// Solid tells whether the shape is a filled parallelogram or ellipse, as the squares of a checked cloth are: its second moments are
// then those of a rectangle of its own area. Only an I and an apostrophe are letters like that, and they are slim: shapes that are longer than
// wide by the factor slim or more are not called solid.
func (m *Moments) Solid(slim float64) bool {
	if m.n == 0 {
		return false
	}
	cx, cy := m.x/m.n, m.y/m.n
	xx, yy, xy := m.xx/m.n-cx*cx+1.0/12, m.yy/m.n-cy*cy+1.0/12, m.xy/m.n-cx*cy
	det := max(xx*yy-xy*xy, 1e-9)
	half := math.Sqrt(max((xx+yy)*(xx+yy)/4-det, 0))
	longer := math.Sqrt(((xx+yy)/2 + half) / max((xx+yy)/2-half, 1e-9))
	return m.n/(12*math.Sqrt(det)) > fullShare && longer < slim
}

// fullShare is the least share of a solid shape's area in that of a rectangle with its moments.
const fullShare = 0.88
