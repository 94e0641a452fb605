package scenes

import (
	"image"
	"math"
	"math/rand/v2"
	"sync"

	"tilewatch/engine"
)

// lamp is an area light; its size is the radius in millimetres.
type lamp struct {
	at    vec
	size  float64
	color [3]float64
}

func drawLamps(r *rand.Rand) []lamp {
	var all []lamp
	for range 1 + r.IntN(3) {
		a, d, warm := between(r, 0, 2*math.Pi), between(r, 100, 1500), between(r, 0, 0.4)
		k := between(r, 0.3, 1)
		all = append(all, lamp{vec{d * math.Cos(a), d * math.Sin(a), between(r, 800, 2000)}, between(r, 20, 300), [3]float64{k, k * (1 - warm/2), k * (1 - warm)}})
	}
	return all
}

// hit is where a ray meets a piece: how far, and whether on its upper face.
type hit struct {
	t      float64
	piece  int
	normal vec
}

// meets intersects a ray with the piece's box; within its own axes the box is axis-aligned (slab method, Kay and Kajiya 1986).
func (p *piece) meets(from, dir vec, side, thickness float64) (t float64, axis int, sign float64) {
	dx, dy := from[0]-p.x, from[1]-p.y
	o := vec{p.cos*dx + p.sin*dy, p.cos*dy - p.sin*dx, from[2] - p.z}
	d := vec{p.cos*dir[0] + p.sin*dir[1], p.cos*dir[1] - p.sin*dir[0], dir[2]}
	near, far := 1e-6, math.Inf(1)
	axis = -1
	low, high := vec{-side / 2, -side / 2, 0}, vec{side / 2, side / 2, thickness}
	for k := range 3 {
		a, b := (low[k]-o[k])/d[k], (high[k]-o[k])/d[k]
		s := -1.0
		if a > b {
			a, b, s = b, a, 1
		}
		if a > near {
			near, axis, sign = a, k, s
		}
		far = min(far, b)
	}
	if near > far || axis < 0 {
		return math.Inf(1), -1, 0
	}
	return near, axis, sign
}

const bin = 32 // pixels: the pieces that a square of the picture may show are listed once

// caster has what the rays of one picture share.
type caster struct {
	*Scene
	all  []piece
	bins map[[2]int][]int
	near map[[2]int][]int // by 32 mm of the table: what may shade it
	eye  vec
}

func newCaster(s *Scene) *caster {
	c := &caster{s, s.pieces(), map[[2]int][]int{}, map[[2]int][]int{}, s.View.eye()}
	for i := range c.all {
		p := &c.all[i]
		var seen, shade []engine.Point
		for _, z := range []float64{p.z, p.z + s.Set.Thickness} {
			for _, q := range p.corners(s.Set.Side, z) {
				seen = append(seen, s.View.Project(q))
				for _, l := range s.lamps {
					k := z / (l.at[2] - z)
					w := k*l.size + 8
					shade = append(shade, engine.Point{X: q[0] + k*(q[0]-l.at[0]) - w, Y: q[1] + k*(q[1]-l.at[1]) - w}, engine.Point{X: q[0] + k*(q[0]-l.at[0]) + w, Y: q[1] + k*(q[1]-l.at[1]) + w})
				}
			}
		}
		list(c.bins, seen, i)
		list(c.near, shade, i)
	}
	return c
}

func list(into map[[2]int][]int, points []engine.Point, i int) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range points {
		x0, y0, x1, y1 = min(x0, p.X), min(y0, p.Y), max(x1, p.X), max(y1, p.Y)
	}
	if !(x1-x0 < 1e4 && y1-y0 < 1e4) {
		return // behind the camera
	}
	for y := int(math.Floor((y0 - 2) / bin)); y <= int(math.Floor((y1+2)/bin)); y++ {
		for x := int(math.Floor((x0 - 2) / bin)); x <= int(math.Floor((x1+2)/bin)); x++ {
			into[[2]int{x, y}] = append(into[[2]int{x, y}], i)
		}
	}
}

// first is what a ray from the eye meets first; -1 is the table.
func (c *caster) first(dir vec, among []int) hit {
	h := hit{t: -c.eye[2] / dir[2], piece: -1, normal: vec{0, 0, 1}}
	for _, i := range among {
		p := &c.all[i]
		if t, axis, sign := p.meets(c.eye, dir, c.Set.Side, c.Set.Thickness); t < h.t {
			n := vec{0, 0, sign}
			switch axis {
			case 0:
				n = vec{p.cos * sign, p.sin * sign, 0}
			case 1:
				n = vec{-p.sin * sign, p.cos * sign, 0}
			}
			h = hit{t, i, n}
		}
	}
	return h
}

// color is the light that comes from where a ray ends, linear.
func (c *caster) color(dir vec, among []int, turn float64) vec {
	h := c.first(dir, among)
	at := c.eye.add(dir.mul(h.t))
	base, gloss := vec{}, 0.0
	if h.piece < 0 {
		base = c.table.At(at[0], at[1])
	} else {
		base, gloss = c.plastic(&h, at), c.Set.gloss
	}
	shade := c.near[[2]int{int(math.Floor(at[0] / bin)), int(math.Floor(at[1] / bin))}]
	light, shine := vec{0.25, 0.25, 0.27}, vec{}
	for i := range c.lamps {
		l := &c.lamps[i]
		to := l.at.sub(at).unit()
		k := h.normal.dot(to)
		if k <= 0 {
			continue
		}
		k *= c.free(l, at.add(h.normal.mul(0.02)), shade, turn)
		light = light.add(vec(l.color).mul(k))
		half := to.sub(dir.unit()).unit()
		shine = shine.add(vec(l.color).mul(k * gloss * math.Pow(max(h.normal.dot(half), 0), c.Set.power)))
	}
	return vec{base[0]*light[0] + shine[0], base[1]*light[1] + shine[1], base[2]*light[2] + shine[2]}
}

// plastic is the reflectance of a piece; the bevel turns the normal outwards.
func (c *caster) plastic(h *hit, at vec) vec {
	p := &c.all[h.piece]
	base := vec(c.Set.colors[p.tile.Color])
	if h.normal[2] <= 0 {
		return base
	}
	dx, dy := at[0]-p.x, at[1]-p.y
	u, v := (p.cos*dx+p.sin*dy)/c.Set.Side, -(p.cos*dy-p.sin*dx)/c.Set.Side
	if w := c.Set.Bevel / c.Set.Side; max(math.Abs(u), math.Abs(v)) > 0.5-w {
		x, y := math.Copysign(0.6, u), 0.0
		if math.Abs(v) > math.Abs(u) {
			x, y = 0, math.Copysign(0.6, -v)
		}
		h.normal = vec{p.cos*x - p.sin*y, p.sin*x + p.cos*y, 0.8}
	}
	k := c.Set.printed(&p.tile, u, v)
	return base.mul(1 - k).add(vec(c.Set.ink).mul(k))
}

// free is the share of a lamp that a point sees.
func (c *caster) free(l *lamp, at vec, among []int, turn float64) float64 {
	if len(among) == 0 {
		return 1
	}
	const samples = 4
	seen := 0
	for k := range samples {
		sin, cos := math.Sincos(turn + float64(k)*math.Pi/2)
		w := l.size * math.Sqrt((float64(k)+0.5)/samples)
		dir := l.at.add(vec{w * cos, w * sin, 0}).sub(at)
		hidden := false
		for _, i := range among {
			if p := &c.all[i]; p.z+c.Set.Thickness > at[2] {
				if t, _, _ := p.meets(at, dir, c.Set.Side, c.Set.Thickness); t < 1 {
					hidden = true
					break
				}
			}
		}
		if !hidden {
			seen++
		}
	}
	return float64(seen) / samples
}

// Render is the picture before its compression.
func (s *Scene) Render() *image.RGBA {
	c, w, h := newCaster(s), s.View.Camera.Width, s.View.Camera.Height
	light := make([]vec, w*h)
	var wait sync.WaitGroup
	for part := range 2 {
		wait.Go(func() {
			for y := part; y < h; y += 2 {
				for x := range w {
					among := c.bins[[2]int{x / bin, y / bin}]
					turn := float64((x*7+y*13)%16) * math.Pi / 32
					if len(among) == 0 {
						light[y*w+x] = c.color(s.View.ray(engine.Point{X: float64(x), Y: float64(y)}), nil, turn)
						continue
					}
					for k := range 4 {
						px := engine.Point{X: float64(x) + [4]float64{-0.375, 0.125, 0.375, -0.125}[k], Y: float64(y) + [4]float64{-0.125, -0.375, 0.125, 0.375}[k]}
						light[y*w+x] = light[y*w+x].add(c.color(s.View.ray(px), among, turn).mul(0.25))
					}
				}
			}
		})
	}
	wait.Wait()
	return s.look.develop(light, w, h, rand.New(rand.NewPCG(s.seed, 1)))
}
