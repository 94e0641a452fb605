package scenes

import (
	"image"
	"math"
	"slices"

	"tilewatch/vision/train/scenes/material"
)

// caster makes the light of one picture. Its passes: first hits (film), shadows on the table at every second pixel, all pixels, edges with four rays.
type caster struct {
	*film
	s        *Scene
	all      []solid
	blockers []blocker
	shades   []*shadows
	last     lastFree
	coarse   []light // at every second pixel of the table
	gloss    float64 // of the table, and its roughness in radians
	soft     float64
	texture  Table
}

// light is what falls on a point of the table: the shares of the lamps that it sees, and their sum with colors.
type light struct {
	free  [mostLamps]float32
	sum   [3]float32
	table bool
	like  bool // its neighbors: between them nothing changes
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

func (s *Scene) hits(all []solid) *film {
	f := newFilm(&s.View)
	for i := range all {
		f.expose(&s.View, &all[i], int16(i))
	}
	return f
}

func newCaster(s *Scene, f *film, all []solid) *caster {
	c := &caster{film: f, s: s, all: all, blockers: s.blockers(), texture: s.table}
	c.gloss, c.soft = glossOf(s.table)
	for i := range s.lamps {
		c.shades = append(c.shades, newShadows(&s.lamps[i], c.blockers))
	}
	return c
}

// lobeOfOne is the strength of a Blinn-Phong lobe that stands for varnish.
const lobeOfOne = 0.3

// glossOf is a table's gloss over that of varnish, and its roughness. A Blinn-Phong lobe of power n is about sqrt(2/n) wide.
func glossOf(t Table) (gloss, soft float64) {
	if g, ok := t.(interface {
		Gloss() (strength, power float64)
	}); ok {
		strength, power := g.Gloss()
		return min(strength/lobeOfOne, 1.5), math.Sqrt(2/max(power, 4)) / 2
	}
	return 0, 1
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
	d := &c.dir[i]
	dx, dy, dz, t := float64(d[0]), float64(d[1]), float64(d[2]), float64(c.dist[i])
	return spot{c.id[i], c.part[i], vec{c.eye[0] + dx*t, c.eye[1] + dy*t, c.eye[2] + dz*t}, vec{dx, dy, dz}, t}
}

// shade finds the light on the table at every second pixel.
func (c *caster) shade() {
	w, h := (c.w+1)/2, (c.h+1)/2
	raw := make([]light, w*h)
	for i := range raw {
		if (i%w|i/w)&1 == 0 {
			c.see(&raw[i], i%w*2, i/w*2)
		}
	}
	for i := range raw {
		if (i%w|i/w)&1 == 1 && !between4(raw, i%w, i/w, w, h) {
			c.see(&raw[i], i%w*2, i/w*2)
		}
	}
	c.coarse = slices.Clone(raw)
	for i := range raw {
		if p := &c.coarse[i]; p.table && !p.like {
			c.collect(p, raw, i, w)
		}
	}
	for i := range raw {
		if p := &c.coarse[i]; p.like {
			p.mean(c.coarse, i%w, i/w, w)
		}
	}
}

// see finds which lamps the table sees at a pixel.
func (c *caster) see(l *light, x, y int) {
	if s := c.spot(x, y); s.id == ground && s.dir[2] < 0 {
		*l = light{free: c.free(s.at, vec{0, 0, 1}, ground, material.Hash(x, y)), table: true}
	}
}

// collect sums the lamps up.
func (c *caster) collect(l *light, raw []light, i, w int) {
	for k := range c.s.lamps {
		if c.s.lamps[k].size > wideLamp {
			l.free[k] = smooth(raw, i, w, k)
		}
	}
	s := c.spot(i%w*2, i/w*2)
	sum := c.falling(s.at, vec{0, 0, 1}, &l.free)
	l.sum = [3]float32{float32(sum[0]), float32(sum[1]), float32(sum[2])}
}

// mean is the light between the four points around.
func (l *light) mean(all []light, x, y, w int) {
	kx, ky := float32(x&1)/2, float32(y&1)/2
	i := (y&^1)*w + x&^1
	a, b, c, d := &all[i], &all[i+2], &all[i+2*w], &all[i+2*w+2]
	for k := range l.sum {
		l.sum[k] = (1-ky)*((1-kx)*a.sum[k]+kx*b.sum[k]) + ky*((1-kx)*c.sum[k]+kx*d.sum[k])
	}
}

// between4 fills in a point if the four of the even columns and rows around it agree.
func between4(all []light, x, y, w, h int) bool {
	x0, y0 := x&^1, y&^1
	x1, y1 := x0+2, y0+2
	if x1 >= w || y1 >= h {
		return false
	}
	a := all[y0*w+x0]
	for _, i := range [3]int{y0*w + x1, y1*w + x0, y1*w + x1} {
		if !all[i].table || all[i].free != a.free {
			return false
		}
	}
	if a.table {
		a.like = true
		all[y*w+x] = a
	}
	return a.table
}

// wideLamp is the radius in millimetres from which four rays to a lamp leave visible grains, which are smoothed.
const wideLamp = 250

// smooth is the mean of a lamp's share over the neighbors.
func smooth(all []light, i, w, lamp int) float32 {
	sum, n := float32(0), float32(0)
	for dy := -2 * w; dy <= 2*w; dy += w {
		for dx := -2; dx <= 2; dx++ {
			if j := i + dy + dx; j >= 0 && j < len(all) && all[j].table {
				sum, n = sum+all[j].free[lamp], n+1
			}
		}
	}
	return sum / n
}

// onTable is the light at a pixel of the table, between those of every second pixel.
func (c *caster) onTable(x, y int, at vec) light {
	w := (c.w + 1) / 2
	if p := &c.coarse[y/2*w+x/2]; p.table && ((x|y)&1 == 0 || p.like) {
		return *p // where nothing changes half a point does not matter
	}
	out, n := light{}, float32(0)
	for cy := y / 2; cy <= min((y+1)/2, (c.h+1)/2-1); cy++ {
		for cx := x / 2; cx <= min((x+1)/2, w-1); cx++ {
			if p := &c.coarse[cy*w+cx]; p.table {
				out.add(p)
				n++
			}
		}
	}
	if n > 0 {
		out.scale(1 / n)
		return out
	}
	out.free = c.free(at, vec{0, 0, 1}, ground, material.Hash(x, y))
	sum := c.falling(at, vec{0, 0, 1}, &out.free)
	out.sum = [3]float32{float32(sum[0]), float32(sum[1]), float32(sum[2])}
	return out
}

func (l *light) add(m *light) {
	for k := range l.free {
		l.free[k] += m.free[k]
	}
	for k := range l.sum {
		l.sum[k] += m.sum[k]
	}
}

func (l *light) scale(by float32) {
	for k := range l.free {
		l.free[k] *= by
	}
	for k := range l.sum {
		l.sum[k] *= by
	}
}

// free are the shares of the lamps that a point sees.
func (c *caster) free(at, normal vec, own int16, turn uint32) (all [mostLamps]float32) {
	out := at.add(normal.mul(0.05))
	for i := range c.s.lamps {
		all[i] = 1
		if among := c.shades[i].at(at); len(among) > 0 {
			all[i] = float32(c.s.lamps[i].free(c.blockers, among, own, out, turn+uint32(i)<<29))
		}
	}
	return all
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
	return c.lit(&s, base, c.onSolid(x, y, &s))
}

// reuse is for how many pixels of a row the shadows on a thing are reused; those on tiles are found for each.
const reuse = 3

// onSolid are the shares of the lamps that a spot of a solid sees.
func (c *caster) onSolid(x, y int, s *spot) [mostLamps]float32 {
	b, l := &c.all[s.id], &c.last
	if b.owner < 0 && l.id == s.id && l.y == y && x-l.x < reuse {
		return l.free
	}
	*l = lastFree{s.id, x, y, c.free(s.at, b.normal(s.part, s.at), b.owner, material.Hash(x, y))}
	return l.free
}

// lastFree are the shares of the lamps at the last solid's spot.
type lastFree struct {
	id   int16
	x, y int
	free [mostLamps]float32
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
		var light vec
		if p.s.id == ground {
			light = c.ground(x, y, &p.s)
		} else {
			light = c.lit(&p.s, p.base.mul(1/p.share), c.free(p.s.at, c.all[p.s.id].normal(p.s.part, p.s.at), c.all[p.s.id].owner, material.Hash(x, y)))
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
	sum := c.falling(s.at, n, &free)
	if s.part == topFace && b.skin.tile != nil {
		n = tilted(n, s.id)
	}
	return c.shine(s, n, b.skin.gloss, b.skin.soft, free).add(vec{base[0] * sum[0], base[1] * sum[1], base[2] * sum[2]})
}

// tilt is how far tiles lean, radians: a reflection is torn from one to the next.
const tilt = 0.02

func tilted(n vec, id int16) vec {
	k := material.Hash(int(id), 7)
	return n.add(vec{tilt * (float64(k>>24)/128 - 1), tilt * (float64(k>>16&255)/128 - 1), 0})
}

// falling is the light that falls on a surface.
func (c *caster) falling(at, normal vec, free *[mostLamps]float32) (sum vec) {
	for i := range c.s.lamps {
		l := &c.s.lamps[i]
		if k := l.fall(at, normal) * float64(free[i]); k > 0 {
			sum = sum.add(l.color.mul(k))
		}
	}
	return sum
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
		side, radius := 2*b.half[0], 0.5*dist/c.focal
		k := c.s.Set.printed(b.skin.tile, q[0]/side, -q[1]/side, radius/side)
		return b.skin.color.mul((1 - k) * c.s.Set.grain.At(b.owner, q[0], q[1], b.half[0], radius)).add(vec(c.s.Set.ink).mul(k))
	}
	color, k := b.skin.print(q[0]/b.half[0], q[1]/b.half[1], 0.5*dist/c.focal/b.half[0])
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
		plank := material.Hash(int(math.Floor(at[0]/600)), int(math.Floor(at[1]/90)))
		return c.s.floor.mul(0.8 + 0.3*float64(plank>>16)/65536)
	}
	length := math.Sqrt(s.dir[0]*s.dir[0] + s.dir[1]*s.dir[1] + s.dir[2]*s.dir[2])
	radius := 0.5 * s.dist * length / c.focal / math.Sqrt(-s.dir[2]/length)
	fall := c.onTable(x, y, s.at)
	base := c.texture.AtArea(s.at[0], s.at[1], radius)
	out := vec{base[0] * float64(fall.sum[0]), base[1] * float64(fall.sum[1]), base[2] * float64(fall.sum[2])}
	if c.gloss < faint {
		return out
	}
	return out.add(c.shine(s, c.s.torn(s.at), c.gloss, c.soft, fall.free))
}

// torn is the table's normal: lacquer and varnish are not quite flat and tear reflections.
func (s *Scene) torn(at vec) vec {
	w := &s.waves
	return vec{w[0] * math.Sin(at[0]*w[1]+at[1]*w[2]+1.3*math.Sin(at[1]*w[3])), w[0] * math.Sin(at[1]*w[1]-at[0]*w[2]+1.3*math.Sin(at[0]*w[3])), 1}.unit()
}
