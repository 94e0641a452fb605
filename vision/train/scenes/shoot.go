package scenes

import (
	"image"
	"math"
)

// caster makes the light of one picture. Its passes: first hits (film), shadows on the table at every second pixel, all pixels, edges with four rays.
type caster struct {
	*film
	s       *Scene
	all     []solid
	shades  []*shadows
	coarse  []([mostLamps]float32) // shares of the lamps at every second pixel of the table; -1 elsewhere
	gloss   float64                // of the table
	texture Table
}

// Shoot is the picture before its compression, with its labels.
func (s *Scene) Shoot() (*image.RGBA, *Labels) {
	all := s.solids()
	f := s.hits(all)
	c := newCaster(s, f, all)
	light := c.render()
	sum := incident(s.lamps)
	return s.Photo.Develop(light, f.w, f.h, (sum[0]+sum[1]+sum[2])/3, s.seed), f.labels(all)
}

// Render is the picture before its compression.
func (s *Scene) Render() *image.RGBA {
	img, _ := s.Shoot()
	return img
}

func (s *Scene) hits(all []solid) *film {
	f := newFilm(&s.View)
	for i := range all {
		f.expose(&s.View, &all[i], int16(i))
	}
	return f
}

func newCaster(s *Scene, f *film, all []solid) *caster {
	c := &caster{film: f, s: s, all: all, texture: s.table}
	if g, ok := s.table.(interface{ Gloss() float64 }); ok {
		c.gloss = g.Gloss()
	}
	for i := range s.lamps {
		c.shades = append(c.shades, newShadows(&s.lamps[i], append(all[:len(all):len(all)], s.unseen...)))
	}
	c.all = append(all[:len(all):len(all)], s.unseen...)
	return c
}

func (c *caster) render() []float32 {
	c.shade()
	out := make([]float32, 3*c.w*c.h)
	for y := range c.h {
		for x := range c.w {
			var v vec
			if c.edge(x, y) {
				v = c.mixed(x, y)
			} else {
				v = c.single(x, y)
			}
			i := 3 * (y*c.w + x)
			out[i], out[i+1], out[i+2] = float32(v[0]), float32(v[1]), float32(v[2])
		}
	}
	return out
}

// spot is a point of a surface that a ray meets.
type spot struct {
	id   int16
	part uint8
	at   vec
	dir  vec
	dist float64
}

func (c *caster) spot(x, y int) spot {
	i := y*c.w + x
	d := c.dir[i]
	dir := vec{float64(d[0]), float64(d[1]), float64(d[2])}
	t := float64(c.dist[i])
	return spot{c.id[i], c.part[i], c.eye.add(dir.mul(t)), dir, t}
}

// hash is a number at random for a pixel, the same every time (Jenkins).
func hash(x, y int) uint32 {
	h := uint32(x)*0x9E3779B1 ^ uint32(y)*0x85EBCA77
	h ^= h >> 15
	h *= 0x2C1B3C6D
	return h ^ h>>12 ^ h<<13
}

// shade finds the shadows on the table at every second pixel.
func (c *caster) shade() {
	w := (c.w + 1) / 2
	c.coarse = make([][mostLamps]float32, w*((c.h+1)/2))
	for y := 0; y < c.h; y += 2 {
		for x := 0; x < c.w; x += 2 {
			p := &c.coarse[y/2*w+x/2]
			if s := c.spot(x, y); s.id == ground {
				*p = c.free(s.at, vec{0, 0, 1}, hash(x, y))
			} else {
				p[0] = -1
			}
		}
	}
}

// free are the shares of the lamps that a point sees.
func (c *caster) free(at, normal vec, turn uint32) (all [mostLamps]float32) {
	out := at.add(normal.mul(0.05))
	for i := range c.s.lamps {
		all[i] = 1
		if among := c.shades[i].at(at); len(among) > 0 {
			all[i] = float32(c.s.lamps[i].free(c.all, among, out, turn+uint32(i)<<29))
		}
	}
	return all
}

// tableFree interpolates the shadows on the table.
func (c *caster) tableFree(x, y int, at vec) (sum [mostLamps]float32) {
	w, n := (c.w+1)/2, float32(0)
	for cy := y / 2; cy <= min((y+1)/2, (c.h+1)/2-1); cy++ {
		for cx := x / 2; cx <= min((x+1)/2, w-1); cx++ {
			if p := &c.coarse[cy*w+cx]; p[0] >= 0 {
				for k, v := range p {
					sum[k] += v
				}
				n++
			}
		}
	}
	if n == 0 {
		return c.free(at, vec{0, 0, 1}, hash(x, y))
	}
	for k := range sum {
		sum[k] /= n
	}
	return sum
}

// single is the light of a pixel that shows one surface.
func (c *caster) single(x, y int) vec {
	s := c.spot(x, y)
	if s.id == ground {
		return c.ground(x, y, &s)
	}
	b := &c.all[s.id]
	base := b.skin.color
	if b.printed(s.part) {
		base = vec{}
		for k := range corners {
			d := c.ray(x, y, corners[k][0], corners[k][1])
			t := (s.at[2] - c.eye[2]) / d[2]
			base = base.add(c.base(b, s.part, c.eye.add(d.mul(t)), s.dist).mul(1.0 / float64(len(corners))))
		}
	}
	return c.lit(&s, base, c.free(s.at, b.normal(s.part, s.at), hash(x, y)))
}

func (s *solid) printed(part uint8) bool {
	return (s.skin.tile != nil || s.skin.print != nil) && part == topFace
}

// corners are where in a pixel four rays go (rotated grid).
var corners = [4][2]float64{{-0.375, -0.125}, {0.125, -0.375}, {0.375, 0.125}, {-0.125, 0.375}}

// mixed is the light of a pixel that shows an edge: four rays, each surface lit once.
func (c *caster) mixed(x, y int) (sum vec) {
	ids, n := c.around(x, y)
	var done [len(corners)]struct {
		s     spot
		base  vec
		share float64
	}
	kinds := 0
	for k := range corners {
		s := c.cast(c.ray(x, y, corners[k][0], corners[k][1]), ids[:n])
		base := vec{}
		if s.id != ground {
			base = c.base(&c.all[s.id], s.part, s.at, s.dist)
		}
		i := 0
		for i < kinds && (done[i].s.id != s.id || done[i].s.part != s.part) {
			i++
		}
		if i == kinds {
			done[i].s = s
			kinds++
		}
		done[i].base = done[i].base.add(base)
		done[i].share++
	}
	for i := range kinds {
		p := &done[i]
		light := vec{}
		if p.s.id == ground {
			light = c.ground(x, y, &p.s)
		} else {
			light = c.lit(&p.s, p.base.mul(1/p.share), c.free(p.s.at, c.all[p.s.id].normal(p.s.part, p.s.at), hash(x, y)))
		}
		sum = sum.add(light.mul(p.share / float64(len(corners))))
	}
	return sum
}

// around are the solids that a pixel and its neighbors show.
func (c *caster) around(x, y int) (ids [9]int16, n int) {
	for v := max(y-1, 0); v <= min(y+1, c.h-1); v++ {
	next:
		for u := max(x-1, 0); u <= min(x+1, c.w-1); u++ {
			id := c.id[v*c.w+u]
			if id == ground {
				continue
			}
			for _, known := range ids[:n] {
				if known == id {
					continue next
				}
			}
			ids[n] = id
			n++
		}
	}
	return ids, n
}

// cast is what a ray meets among some solids.
func (c *caster) cast(dir vec, among []int16) spot {
	s := spot{id: ground, dir: dir, dist: never}
	if dir[2] < 0 {
		s.dist = -c.eye[2] / dir[2]
	}
	for _, id := range among {
		b := &c.all[id]
		if t, part := b.part(b.local(c.eye), b.turned(dir)); t < s.dist {
			s.id, s.part, s.dist = id, part, t
		}
	}
	s.at = c.eye.add(dir.mul(s.dist))
	return s
}

// lit is the light that comes from a spot of a solid with a reflectance.
func (c *caster) lit(s *spot, base vec, free [mostLamps]float32) vec {
	b := &c.all[s.id]
	n := b.normal(s.part, s.at)
	return c.shine(s, n, b.skin.gloss, b.skin.soft, free).add(c.diffuse(s.at, n, base, free))
}

func (c *caster) diffuse(at, normal, base vec, free [mostLamps]float32) vec {
	sum := vec{}
	for i := range c.s.lamps {
		l := &c.s.lamps[i]
		if k := l.fall(at, normal) * float64(free[i]); k > 0 {
			sum = sum.add(l.color.mul(k))
		}
	}
	return vec{base[0] * sum[0], base[1] * sum[1], base[2] * sum[2]}
}

// faint is the gloss below which nothing is reflected.
const faint = 0.02

// shine is what a surface reflects: the lamps' images and the room (Fresnel by Schlick's approximation).
func (c *caster) shine(s *spot, normal vec, gloss, soft float64, free [mostLamps]float32) (sum vec) {
	if gloss < faint {
		return sum
	}
	d := s.dir.unit()
	cos := -d.dot(normal)
	bounce := d.add(normal.mul(2 * cos))
	m := 1 - max(cos, 0)
	fresnel := gloss * (0.04 + 0.96*m*m*m*m*m*(1-soft))
	for i := range c.s.lamps {
		l := &c.s.lamps[i]
		k := l.reflection(s.at, bounce, soft)
		if l.ambient {
			k = 0.8
		}
		if k > 0 {
			sum = sum.add(l.color.mul(fresnel * k * float64(free[i])))
		}
	}
	return sum
}

// base is the reflectance of a solid at a point; dist is the length of the ray.
func (c *caster) base(b *solid, part uint8, at vec, dist float64) vec {
	if !b.printed(part) {
		return b.skin.color
	}
	q := b.local(at)
	if b.skin.tile != nil {
		side := 2 * b.half[0]
		k := c.s.Set.printed(b.skin.tile, q[0]/side, -q[1]/side, 0.5*dist/c.focal/side)
		return b.skin.color.mul(1 - k).add(vec(c.s.Set.ink).mul(k))
	}
	color, k := b.skin.print(q[0]/b.half[0], q[1]/b.half[1])
	return b.skin.color.mul(1 - k).add(color.mul(k))
}

// floorDepth is how far the floor lies below the table, in millimetres; DIN EN 527: 740.
const floorDepth = 740

// ground is the light of the table, of the floor beside it or of the wall.
func (c *caster) ground(x, y int, s *spot) vec {
	if s.dir[2] > -0.04 {
		return c.s.floor.mul(0.6)
	}
	if math.Abs(s.at[0]) > c.s.extent[0] || math.Abs(s.at[1]) > c.s.extent[1] {
		k := 1 + floorDepth/c.eye[2]
		at := c.eye.add(s.dir.mul(s.dist * k))
		plank := hash(int(math.Floor(at[0]/600)), int(math.Floor(at[1]/90)))
		return c.s.floor.mul(0.8 + 0.3*float64(plank>>16)/65536)
	}
	length := math.Sqrt(s.dir.dot(s.dir))
	radius := 0.5 * s.dist * length / c.focal / math.Sqrt(-s.dir[2]/length)
	free := c.tableFree(x, y, s.at)
	base := vec(c.texture.AtArea(s.at[0], s.at[1], radius))
	light := c.diffuse(s.at, vec{0, 0, 1}, base, free)
	if c.gloss < faint {
		return light
	}
	return light.add(c.shine(s, c.s.torn(s.at), c.gloss, c.s.tableSoft, free))
}

// torn is the table's normal: lacquer and varnish are not quite flat and tear reflections.
func (s *Scene) torn(at vec) vec {
	w := &s.waves
	return vec{w[0] * math.Sin(at[0]*w[1]+at[1]*w[2]+1.3*math.Sin(at[1]*w[3])), w[0] * math.Sin(at[1]*w[1]-at[0]*w[2]+1.3*math.Sin(at[0]*w[3])), 1}.unit()
}
