package scenes

import (
	"math"

	"tilewatch/vision/train/scenes/board"
)

type shape uint8

const (
	box  shape = iota // upright, with rounded vertical edges
	disc              // an upright elliptic cylinder
	dome              // the upper half of an ellipsoid
	rod               // a capsule between two points
)

// Parts of a solid's surface.
const (
	topFace   uint8 = iota
	sideRight       // along x
	sideLeft
	sideAhead // along y
	sideNear
	round    // where the normal turns
	bevel    // of the upper edge: bevel + a side's number less sideRight
	noPart   = 255
	bevelEnd = bevel + 4
)

// solid is a body that the picture shows; a rod goes from at to to, all others stand on at.
type solid struct {
	shape          shape
	at, to         vec
	sin, cos       float64
	half           [2]float64 // half lengths along its axes
	height, corner float64    // corner: radius of the vertical edges, or of the rod
	bevel          float64
	shadeless      bool    // throws no shadow of its own
	owner          int16   // the blocker that throws its shadow; -1: none
	notch          float64 // radius of the bites in the middles of the left and lower sides
	skin           skin
	mark           mark
}

// skin is what a solid's surface looks like.
type skin struct {
	color       vec // linear reflectance
	gloss, soft float64
	tile        *board.Tile
	print       func(u, v, size float64) (vec, float64) // color and share of a print on the upper face, at and over a size by the halves
}

// mark is what the labels say of a solid.
type mark struct{ face, side, color, level uint8 }

func upright(s shape, at vec, yaw, halfX, halfY, height float64) solid {
	sin, cos := math.Sincos(yaw)
	return solid{shape: s, at: at, sin: sin, cos: cos, half: [2]float64{halfX, halfY}, height: height}
}

func rodOf(from, to vec, radius float64) solid {
	return solid{shape: rod, at: from, to: to, cos: 1, corner: radius}
}

// local is a point in the solid's own axes; turned is a direction.
func (s *solid) local(p vec) vec {
	x, y := p[0]-s.at[0], p[1]-s.at[1]
	return vec{s.cos*x + s.sin*y, s.cos*y - s.sin*x, p[2] - s.at[2]}
}

func (s *solid) turned(d vec) vec { return vec{s.cos*d[0] + s.sin*d[1], s.cos*d[1] - s.sin*d[0], d[2]} }

func (s *solid) world(d vec) vec { return vec{s.cos*d[0] - s.sin*d[1], s.sin*d[0] + s.cos*d[1], d[2]} }

// top is the solid's greatest height over the table.
func (s *solid) top() float64 {
	if s.shape == rod {
		return max(s.at[2], s.to[2]) + s.corner
	}
	return s.at[2] + s.height
}

// bounds are points around the solid.
func (s *solid) bounds() (all [8]vec) {
	for i := range all {
		k := vec{float64(i&1)*2 - 1, float64(i>>1&1)*2 - 1, float64(i >> 2 & 1)}
		if s.shape == rod {
			end := s.at
			if k[2] > 0 {
				end = s.to
			}
			all[i] = end.add(vec{1.4 * k[0] * s.corner, 1.4 * k[1] * s.corner, s.corner})
			continue
		}
		all[i] = s.at.add(s.world(vec{k[0] * s.half[0], k[1] * s.half[1], k[2] * s.height}))
	}
	return all
}

// meets is how far a ray (in the solid's own axes) goes until it meets the solid, and where.
func (s *solid) meets(o, d vec) (float64, uint8) {
	switch s.shape {
	case disc:
		return s.meetsDisc(o, d)
	case dome:
		return s.meetsDome(o, d)
	case rod:
		return s.meetsRod(o, d)
	}
	return s.meetsBox(o, d)
}

var never = math.Inf(1)

// meetsBox is the slab method (Kay and Kajiya 1986), then the cylinder of a vertical edge.
func (s *solid) meetsBox(o, d vec) (float64, uint8) {
	near, far, part := 1e-6, never, uint8(noPart)
	a, b := (-s.half[0]-o[0])/d[0], (s.half[0]-o[0])/d[0]
	p := sideLeft
	if a > b {
		a, b, p = b, a, sideRight
	}
	if a > near {
		near, part = a, p
	}
	far = min(far, b)
	a, b, p = (-s.half[1]-o[1])/d[1], (s.half[1]-o[1])/d[1], sideNear
	if a > b {
		a, b, p = b, a, sideAhead
	}
	if a > near {
		near, part = a, p
	}
	if far = min(far, b); near > far {
		return never, noPart
	}
	a, b = (s.height-o[2])/d[2], -o[2]/d[2]
	if a > b {
		a, b = b, a
	}
	if a > near {
		near, part = a, topFace
	}
	if far = min(far, b); near > far || part == noPart {
		return never, noPart
	}
	if s.corner > 0 {
		return s.carved(o, d, near, far, part)
	}
	return near, part
}

// carved takes the bites and the rounding of the vertical edges into account.
func (s *solid) carved(o, d vec, near, far float64, part uint8) (float64, uint8) {
	if s.notch > 0 {
		if t, p, in := s.notched(o, d, near); in {
			return t, p
		}
	}
	return s.cornered(o, d, near, far, part)
}

// cornered takes the rounding of the vertical edges into account.
func (s *solid) cornered(o, d vec, near, far float64, part uint8) (float64, uint8) {
	x, y := o[0]+near*d[0], o[1]+near*d[1]
	cx, cy := math.Copysign(s.half[0]-s.corner, x), math.Copysign(s.half[1]-s.corner, y)
	if math.Abs(x) <= math.Abs(cx) || math.Abs(y) <= math.Abs(cy) {
		return near, part
	}
	if (x-cx)*(x-cx)+(y-cy)*(y-cy) <= s.corner*s.corner {
		return near, part
	}
	ox, oy := o[0]-cx, o[1]-cy
	a, b, c := d[0]*d[0]+d[1]*d[1], ox*d[0]+oy*d[1], ox*ox+oy*oy-s.corner*s.corner
	root := b*b - a*c
	if root < 0 {
		return never, noPart
	}
	if t := (-b - math.Sqrt(root)) / a; t >= near && t <= far {
		return t, round
	}
	return never, noPart
}

// notched is where a ray that enters the box in a bite goes on to: its wall or nothing.
func (s *solid) notched(o, d vec, near float64) (float64, uint8, bool) {
	for k := range 2 {
		cx, cy := s.bite(k)
		x, y := o[0]+near*d[0]-cx, o[1]+near*d[1]-cy
		if x*x+y*y >= s.notch*s.notch {
			continue
		}
		a, b, c := d[0]*d[0]+d[1]*d[1], x*d[0]+y*d[1], x*x+y*y-s.notch*s.notch
		t := near + (-b+math.Sqrt(b*b-a*c))/a
		if o[2]+t*d[2] < 0 || o[2]+t*d[2] > s.height || o[k]+t*d[k] < -s.half[k] {
			return never, noPart, true
		}
		return t, round, true
	}
	return 0, 0, false
}

// bite is the middle of a bite in the solid's axes: left or lower side.
func (s *solid) bite(k int) (x, y float64) {
	if k == 0 {
		return -s.half[0], 0
	}
	return 0, -s.half[1]
}

func (s *solid) meetsDisc(o, d vec) (float64, uint8) {
	ox, oy, dx, dy := o[0]/s.half[0], o[1]/s.half[1], d[0]/s.half[0], d[1]/s.half[1]
	a, b, c := dx*dx+dy*dy, ox*dx+oy*dy, ox*ox+oy*oy-1
	root := b*b - a*c
	if root < 0 {
		return never, noPart
	}
	root = math.Sqrt(root)
	near, far := (-b-root)/a, (-b+root)/a
	low, high := (s.height-o[2])/d[2], -o[2]/d[2]
	if low > high {
		low, high = high, low
	}
	part := round
	if low > near {
		near, part = low, topFace
	}
	if near > min(far, high) || near < 1e-6 {
		return never, noPart
	}
	return near, part
}

func (s *solid) meetsDome(o, d vec) (float64, uint8) {
	kx, ky, kz := 1/s.half[0], 1/s.half[1], 1/s.height
	ox, oy, oz, dx, dy, dz := o[0]*kx, o[1]*ky, o[2]*kz, d[0]*kx, d[1]*ky, d[2]*kz
	a, b, c := dx*dx+dy*dy+dz*dz, ox*dx+oy*dy+oz*dz, ox*ox+oy*oy+oz*oz-1
	root := b*b - a*c
	if root < 0 {
		return never, noPart
	}
	if t := (-b - math.Sqrt(root)) / a; t > 1e-6 && oz+t*dz >= 0 {
		return t, round
	}
	return never, noPart
}

// meetsRod is the capsule (Inigo Quilez, "capsule - intersection").
func (s *solid) meetsRod(o, d vec) (float64, uint8) {
	ba := s.to.sub(s.at)
	baba, bard, baoa, rdoa, oaoa, rr := ba.dot(ba), ba.dot(d), ba.dot(o), d.dot(o), o.dot(o), d.dot(d)
	a, b, c := baba*rr-bard*bard, baba*rdoa-baoa*bard, baba*oaoa-baoa*baoa-s.corner*s.corner*baba
	root := b*b - a*c
	if root < 0 {
		return never, noPart
	}
	t := (-b - math.Sqrt(root)) / a
	y := baoa + t*bard
	if y > 0 && y < baba {
		if t > 1e-6 {
			return t, round
		}
		return never, noPart
	}
	oc := o
	if y > 0 {
		oc = o.sub(ba)
	}
	b, c = d.dot(oc), oc.dot(oc)-s.corner*s.corner
	if root = b*b - rr*c; root < 0 {
		return never, noPart
	}
	if t = (-b - math.Sqrt(root)) / rr; t > 1e-6 {
		return t, round
	}
	return never, noPart
}

// beveled is the part of the upper face at a point in the solid's axes: the face itself or its bevel.
func (s *solid) beveled(x, y float64) uint8 {
	u, v := s.half[0]-math.Abs(x), s.half[1]-math.Abs(y)
	switch {
	case min(u, v) > s.bevel:
		return topFace
	case u < v && x > 0:
		return bevel
	case u < v:
		return bevel + 1
	case y > 0:
		return bevel + 2
	}
	return bevel + 3
}

// sides are the normals of the sides in the solid's axes, in the order of the parts.
var sides = [4]vec{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}

// normal is the surface's direction at a point of a part.
func (s *solid) normal(part uint8, p vec) vec {
	switch {
	case part == topFace:
		return vec{0, 0, 1}
	case part < round:
		return s.world(sides[part-sideRight])
	case part >= bevel:
		return s.world(sides[part-bevel].mul(0.6).add(vec{0, 0, 0.8}))
	}
	return s.roundNormal(p)
}

func (s *solid) roundNormal(p vec) vec {
	q := s.local(p)
	switch s.shape {
	case box:
		if n, in := s.wall(q); in {
			return n
		}
		x, y := math.Copysign(s.half[0]-s.corner, q[0]), math.Copysign(s.half[1]-s.corner, q[1])
		return s.world(vec{q[0] - x, q[1] - y, 0}).unit()
	case disc:
		return s.world(vec{q[0] / (s.half[0] * s.half[0]), q[1] / (s.half[1] * s.half[1]), 0}).unit()
	case dome:
		return s.world(vec{q[0] / (s.half[0] * s.half[0]), q[1] / (s.half[1] * s.half[1]), q[2] / (s.height * s.height)}).unit()
	}
	ba := s.to.sub(s.at)
	k := min(max(q.dot(ba)/ba.dot(ba), 0), 1)
	return q.sub(ba.mul(k)).unit()
}

// wall is the normal at a point of a bite's wall.
func (s *solid) wall(q vec) (vec, bool) {
	for k := range 2 {
		cx, cy := s.bite(k)
		if x, y := cx-q[0], cy-q[1]; s.notch > 0 && x*x+y*y < 1.1*s.notch*s.notch {
			return s.world(vec{x, y, 0}).unit(), true
		}
	}
	return vec{}, false
}
