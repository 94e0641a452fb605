package scenes

import (
	"math"
	"math/rand/v2"
)

// lamp is an area light that looks down, a rectangle or window; ambient light is one without reflection.
type lamp struct {
	at       vec
	color    vec        // what it gives the middle of the table, linear
	size     float64    // radius of a disc that throws the same shadows
	half     [2]float64 // half sides
	sin, cos float64    // of its yaw
	bars     bool       // a window's
	ambient  bool
}

// mostLamps has room for the ambient light.
const mostLamps = 4

// kelvin is the color of a black body, linear, green = 1 (Tanner Helland's fit).
func kelvin(k float64) vec {
	t := k / 100
	c := vec{255, 255, 255}
	if t <= 66 {
		c[1] = 99.47*math.Log(t) - 161.12
		c[2] = 138.52*math.Log(max(t-10, 1.1)) - 305.04
	} else {
		c[0], c[1] = 329.7*math.Pow(t-60, -0.1332), 288.12*math.Pow(t-60, -0.0755)
	}
	for i := range c {
		c[i] = linear(min(max(c[i], 1), 255) / 255)
	}
	return c.mul(1 / c[1])
}

// drawLamps draws a window, a ceiling lamp or a lamp on the table, or several, and the light of the room.
func drawLamps(r *rand.Rand) []lamp {
	base := between(r, 2700, 6500)
	n := 1 + r.IntN(mostLamps-1)
	var all []lamp
	for range n {
		level := between(r, 0.5, 1) / float64(n)
		k := base + 400*r.NormFloat64()
		if r.IntN(4) == 0 {
			k = between(r, 2700, 6500)
		}
		l := lamp{color: kelvin(min(max(k, 2500), 7000)).mul(level)}
		high, far := between(r, 55, 88), between(r, 1100, 1900)
		a := between(r, 25, 350)
		l.half = [2]float64{a, a * between(r, 0.3, 1.2)}
		if r.IntN(3) == 0 {
			high, far, l.bars = between(r, 28, 55), between(r, 1500, 2400), r.IntN(2) == 0
			l.half = [2]float64{between(r, 300, 700), between(r, 300, 700)}
		}
		az, el := between(r, 0, 2*math.Pi), high*math.Pi/180
		l.at = vec{far * math.Cos(az) * math.Cos(el), far * math.Sin(az) * math.Cos(el), far * math.Sin(el)}
		l.size = 0.8 * math.Sqrt(l.half[0]*l.half[1])
		l.sin, l.cos = math.Sincos(az + 0.2*r.NormFloat64())
		all = append(all, l)
	}
	room := kelvin(min(max(base+800*r.NormFloat64(), 2700), 7000)).mul(between(r, 0.15, 0.5))
	return append(all, lamp{at: vec{0, 0, 1000}, size: 1100, color: room, ambient: true})
}

// incident is the light on the table.
func incident(all []lamp) (sum vec) {
	for _, l := range all {
		sum = sum.add(l.color)
	}
	return sum
}

// fall is the light that a point with a normal gets if nothing stands between, over that of the table's middle.
func (l *lamp) fall(at, normal vec) float64 {
	if l.ambient {
		return 0.5 + 0.5*normal[2]
	}
	x, y, z := l.at[0]-at[0], l.at[1]-at[1], l.at[2]-at[2]
	d2, far2 := x*x+y*y+z*z, l.at[0]*l.at[0]+l.at[1]*l.at[1]+l.at[2]*l.at[2]
	k := (normal[0]*x + normal[1]*y + normal[2]*z) / math.Sqrt(d2)
	if k <= 0 {
		return 0
	}
	return k * far2 / d2 * math.Sqrt(far2) / l.at[2] // at the middle of the table 1
}

// reflection is the lamp's mirror image in a surface: bounce is the reflected direction, soft the surface's roughness (the half width of its lobe, radians).
func (l *lamp) reflection(at, bounce vec, soft float64) float64 {
	if l.ambient || bounce[2] < 0.05 {
		return 0
	}
	k := (l.at[2] - at[2]) / bounce[2]
	x, y := at[0]+k*bounce[0]-l.at[0], at[1]+k*bounce[1]-l.at[1]
	u, v := l.cos*x+l.sin*y, l.cos*y-l.sin*x
	blur := soft * k
	a := within(u, l.half[0], blur) * within(v, l.half[1], blur)
	if a == 0 {
		return 0
	}
	if w := l.half[0] * 0.07; l.bars {
		a *= 1 - within(u, w, blur)*w/(w+blur)
	}
	return a * math.Pi * k * k / (4 * (l.half[0] + blur) * (l.half[1] + blur))
}

// within is 1 inside of a strip, 0 outside, and soft between.
func within(x, half, blur float64) float64 {
	k := (half + blur - math.Abs(x)) / (2*blur + 1e-6)
	k = min(max(k, 0), 1)
	return k * k * (3 - 2*k)
}

// cellSize is the side of the squares of the table for which the solids that may shade them are listed, in millimetres.
const cellSize = 16

// shadows lists for one lamp which solids may shade which square of the table.
type shadows struct {
	x0, y0, nx, ny int
	first          []int32
	list           []int16
}

func newShadows(l *lamp, all []blocker) *shadows {
	spans := make([][4]int, len(all))
	g := [4]int{1 << 30, 1 << 30, -1 << 30, -1 << 30}
	for i := range all {
		spans[i] = l.shaded(&all[i].solid)
		s := spans[i]
		g = [4]int{min(g[0], s[0]), min(g[1], s[1]), max(g[2], s[2]), max(g[3], s[3])}
	}
	if len(all) == 0 {
		return &shadows{}
	}
	m := &shadows{x0: g[0], y0: g[1], nx: g[2] - g[0] + 1, ny: g[3] - g[1] + 1}
	m.first = make([]int32, m.nx*m.ny+1)
	m.each(spans, func(cell, _ int) { m.first[cell+1]++ })
	for i := range m.nx * m.ny {
		m.first[i+1] += m.first[i]
	}
	m.list = make([]int16, m.first[m.nx*m.ny])
	next := append([]int32{}, m.first...)
	m.each(spans, func(cell, i int) { m.list[next[cell]] = int16(i); next[cell]++ })
	return m
}

func (m *shadows) each(spans [][4]int, do func(cell, i int)) {
	for i, s := range spans {
		for y := s[1]; y <= s[3]; y++ {
			for x := s[0]; x <= s[2]; x++ {
				do((y-m.y0)*m.nx+x-m.x0, i)
			}
		}
	}
}

// reachCells bounds the squares of the table on which shadows fall, from its middle.
const reachCells = 64

// shaded are the squares of the table that a solid may shade, or shade what stands on them.
func (l *lamp) shaded(s *solid) [4]int {
	lx, ly, hx, hy := never, never, -never, -never
	for _, p := range s.bounds() {
		k := p[2] / (l.at[2] - p[2])
		x, y, w := p[0]+k*(p[0]-l.at[0]), p[1]+k*(p[1]-l.at[1]), k*l.size+1
		lx, ly, hx, hy = min(lx, x-w, p[0]), min(ly, y-w, p[1]), max(hx, x+w, p[0]), max(hy, y+w, p[1])
	}
	cell := func(v float64) int { return int(min(max(math.Floor(v/cellSize), -reachCells), reachCells)) }
	return [4]int{cell(lx), cell(ly), cell(hx), cell(hy)}
}

// at are the solids that may shade a point.
func (m *shadows) at(p vec) []int16 {
	x, y := int(math.Floor(p[0]/cellSize))-m.x0, int(math.Floor(p[1]/cellSize))-m.y0
	if x < 0 || y < 0 || x >= m.nx || y >= m.ny {
		return nil
	}
	i := y*m.nx + x
	return m.list[m.first[i]:m.first[i+1]]
}

const shadowRays = 4 // to each lamp

// spin are the sines and cosines of turns of the four shadow rays.
var spin = func() (t [64][2]float64) {
	for i := range t {
		t[i][0], t[i][1] = math.Sincos(float64(i) / 64 * math.Pi / 2)
	}
	return t
}()

// blocker is a solid that throws shadows, with a ball around it.
type blocker struct {
	solid
	middle vec
	radius float64
	high   float64
}

func newBlocker(s solid) blocker {
	b := blocker{solid: s, high: s.top()}
	points := s.bounds()
	for _, p := range points {
		b.middle = b.middle.add(p.mul(1.0 / float64(len(points))))
	}
	for _, p := range points {
		d := p.sub(b.middle)
		b.radius = max(b.radius, math.Sqrt(d.dot(d)))
	}
	if s.shape == rod {
		b.radius += s.corner
	}
	return b
}

// near says whether a solid's ball reaches into the cone from a point (axis is its unit direction) to the lamp; spread is the cone's slope.
func (b *blocker) near(at, axis vec, spread float64) bool {
	x, y, z := b.middle[0]-at[0], b.middle[1]-at[1], b.middle[2]-at[2]
	along := x*axis[0] + y*axis[1] + z*axis[2]
	limit := b.radius + max(along, 0)*spread
	return x*x+y*y+z*z-along*along <= limit*limit && along > -b.radius
}

// free is the share of a lamp that a point sees past the solids but its own.
func (l *lamp) free(all []blocker, among []int16, own int16, at vec, turn uint32) float64 {
	axis, dirs := vec{}, [shadowRays]vec{}
	hidden, n, spread := [shadowRays]bool{}, 0, 0.0
	for _, i := range among {
		s := &all[i]
		if s.high <= at[2]+0.05 || i == own {
			continue
		}
		if spread == 0 {
			axis = l.at.sub(at)
			far := math.Sqrt(axis.dot(axis))
			axis, spread = axis.mul(1/far), l.size/far*1.1
			dirs = l.rays(at, turn)
		}
		if !s.near(at, axis, spread) {
			continue
		}
		o := s.local(at)
		for k := range dirs {
			if hidden[k] {
				continue
			}
			if t, _ := s.meets(o, s.turned(dirs[k])); t < 1 {
				hidden[k] = true
				n++
			}
		}
		if n == shadowRays {
			break
		}
	}
	return 1 - float64(n)/shadowRays
}

// rays go from a point to the lamp.
func (l *lamp) rays(at vec, turn uint32) (dirs [shadowRays]vec) {
	sin, cos := spin[turn>>26][0], spin[turn>>26][1]
	for k := range dirs {
		sin, cos = cos, -sin
		w := l.size * [shadowRays]float64{0.3536, 0.6124, 0.7906, 0.9354}[k] // equal areas
		dirs[k] = vec{l.at[0] + w*cos - at[0], l.at[1] + w*sin - at[1], l.at[2] - at[2]}
	}
	return dirs
}
