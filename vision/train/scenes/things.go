package scenes

import (
	"math"
	"math/rand/v2"

	"tilewatch/vision/train/scenes/material"
)

// mat is a solid's surface of one color.
func mat(color vec, gloss, soft float64) skin { return skin{color: color, gloss: gloss, soft: soft} }

// paint is any color; half of them are saturated.
func paint(r *rand.Rand) vec {
	c, v := vec{r.Float64(), r.Float64(), r.Float64()}, between(r, 0.03, 0.8)
	if r.IntN(2) == 0 {
		g := (c[0] + c[1] + c[2]) / 3
		c = c.mul(0.25).add(vec{g, g, g}.mul(0.75))
	}
	return c.mul(v / max(c[0], c[1], c[2]))
}

func pale(r *rand.Rand) vec {
	v := between(r, 0.6, 0.88)
	return vec{v, v * between(r, 0.93, 1.02), v * between(r, 0.75, 1.02)}
}

func metal(r *rand.Rand) vec {
	v := between(r, 0.25, 0.6)
	return vec{v, v * between(r, 0.75, 1), v * between(r, 0.4, 1)}
}

// thing makes an object around the middle of the table; it answers how far it reaches.
type thing func(s *Scene, r *rand.Rand) ([]solid, float64)

// kinds are the objects that lie about; sizes are millimetres, of everyday things.
var kinds = []thing{pen, phone, paper, paper, book, mug, plate, coins, dice, cards, keys, sticker}

func slab(r *rand.Rand, w, h, high, corner float64, k skin) solid {
	b := upright(box, vec{}, between(r, 0, 2*math.Pi), w/2, h/2, high)
	b.corner, b.bevel, b.skin = corner, min(1, high/3), k
	return b
}

func pen(_ *Scene, r *rand.Rand) ([]solid, float64) {
	radius, half := between(r, 3.5, 5.5), between(r, 60, 80)
	sin, cos := math.Sincos(between(r, 0, 2*math.Pi))
	end := vec{cos * half, sin * half, 0}
	body := rodOf(end.mul(-1).add(vec{0, 0, radius}), end.add(vec{0, 0, radius}), radius)
	tip := rodOf(end.mul(0.72).add(vec{0, 0, radius + 0.3}), end.add(vec{0, 0, radius + 0.3}), radius+0.2)
	body.skin, tip.skin = mat(paint(r), 1, 0.15), mat(paint(r), 1, 0.15)
	return []solid{body, tip}, half
}

func phone(_ *Scene, r *rand.Rand) ([]solid, float64) {
	w, h := between(r, 70, 78), between(r, 145, 162)
	b := slab(r, w, h, 8, 9, mat(paint(r), 0.6, 0.3))
	screen, lit, icons := vec{0.004, 0.004, 0.006}, r.IntN(4) == 0, r.IntN(1<<20)
	if lit {
		screen = paint(r)
	}
	b.skin.gloss, b.skin.soft = 1.2, 0.01
	b.skin.print = func(u, v, _ float64) (vec, float64) {
		if math.Abs(u) > 0.93 || math.Abs(v) > 0.95 {
			return vec{}, 0
		}
		x, y := int(math.Floor(u*2.2+9)), int(math.Floor(v*4.4+9))
		if fu, fv := u*2.2+9-float64(x), v*4.4+9-float64(y); lit && min(fu, fv) > 0.2 && max(fu, fv) < 0.8 {
			k := material.Hash(x+icons, y)
			return vec{float64(k>>24) / 256, float64(k>>16&255) / 256, float64(k>>8&255) / 256}, 1
		}
		return screen, 1
	}
	return []solid{b}, h / 2
}

// paper is a sheet or a pad with lines of print or of ruling.
func paper(s *Scene, r *rand.Rand) ([]solid, float64) {
	w, h := between(r, 70, 210), between(r, 90, 297)
	b := slab(r, w, h, between(r, 0.2, 6), 0, mat(pale(r), 0, 1))
	size, seed, ink := between(r, 2, 9), r.IntN(1<<20), vec{0.02, 0.02, 0.04}
	if r.IntN(3) == 0 {
		ink = paint(r)
	}
	if style := r.IntN(3); style > 0 {
		b.skin.print = func(u, v, px float64) (vec, float64) {
			return ink, s.written(u*w/2, -v*h/2, size, px*w/2, seed, style == 1) * within(u, 0.85, 0.02) * within(v, 0.88, 0.02)
		}
	}
	return []solid{b}, math.Hypot(w, h) / 2
}

// written is text or ruling at a point (millimetres); px is what a ray covers.
func (s *Scene) written(x, y, size, px float64, seed int, text bool) float64 {
	line := math.Floor(y / (1.7 * size))
	v := y/(1.7*size) - line - 0.5
	if !text {
		return 0.5 * within(v*1.7*size, 0.3, px)
	}
	u := x / (0.9 * size)
	col := math.Floor(u)
	k := material.Hash(int(col)+seed, int(line))
	if k>>29 == 0 {
		return 0
	}
	return s.Set.face[k>>8%26].At((u-col-0.5)*0.9, v*1.7, px/size)
}

func book(_ *Scene, r *rand.Rand) ([]solid, float64) {
	w, h := between(r, 60, 180), between(r, 90, 240)
	return []solid{slab(r, w, h, between(r, 4, 25), 2, mat(paint(r), between(r, 0, 1), 0.3))}, math.Hypot(w, h) / 2
}

func mug(_ *Scene, r *rand.Rand) ([]solid, float64) {
	radius, high := between(r, 36, 46), between(r, 70, 105)
	b := upright(disc, vec{}, 0, radius, radius, high)
	b.skin = mat(paint(r), 1, 0.06)
	drink, inner := vec{0.05, 0.02, 0.01}.mul(between(r, 0.3, 4)), b.skin.color.mul(0.5)
	b.skin.print = func(u, v, _ float64) (vec, float64) {
		switch d := math.Hypot(u, v); {
		case d > 0.92:
			return vec{}, 0
		case d > 0.82:
			return inner, 1
		}
		return drink, 1
	}
	sin, cos := math.Sincos(between(r, 0, 2*math.Pi))
	out := func(k, z float64) vec { return vec{cos * k, sin * k, z} }
	all := []solid{b, rodOf(out(radius, high*0.8), out(radius+22, high*0.65), 5), rodOf(out(radius+22, high*0.65), out(radius+22, high*0.35), 5), rodOf(out(radius+22, high*0.35), out(radius, high*0.2), 5)}
	for i := 1; i < len(all); i++ {
		all[i].skin = mat(b.skin.color, 1, 0.06)
	}
	return all, radius + 28
}

func plate(_ *Scene, r *rand.Rand) ([]solid, float64) {
	radius, rim := between(r, 60, 130), between(r, 0.6, 0.8)
	b := upright(disc, vec{}, 0, radius, radius, between(r, 6, 16))
	b.skin = mat(pale(r), 1, 0.08)
	if r.IntN(3) == 0 {
		b.skin.color = paint(r)
	}
	ring := b.skin.color.mul(between(r, 0.5, 0.95))
	b.skin.print = func(u, v, _ float64) (vec, float64) {
		d := math.Hypot(u, v)
		return ring, within(d, rim, 0.02) * (1 - 0.6*within(d, rim-0.08, 0.06))
	}
	all := []solid{b}
	for range r.IntN(5) {
		a, d, size := between(r, 0, 2*math.Pi), between(r, 0, 0.45)*radius, between(r, 15, 30)
		f := upright(dome, vec{d * math.Cos(a), d * math.Sin(a), b.height}, a, size, size*between(r, 0.6, 1), between(r, 5, 20))
		f.skin = mat(vec{0.4, 0.2, 0.08}.mul(between(r, 0.4, 1.5)), 0.1, 0.4)
		if r.IntN(3) == 0 {
			f.skin = mat(paint(r), 0.5, 0.2)
		}
		all = append(all, f)
	}
	return all, radius
}

func coins(_ *Scene, r *rand.Rand) ([]solid, float64) {
	var all []solid
	for i := range 1 + r.IntN(6) {
		radius := between(r, 8, 13.5)
		c := upright(disc, vec{float64(i%3) * 29, float64(i/3)*29 + 6*r.Float64(), 0}, 0, radius, radius, 2)
		c.skin = mat(metal(r), 2, 0.25)
		relief := c.skin.color.mul(0.6)
		c.skin.print = func(u, v, _ float64) (vec, float64) {
			d := math.Hypot(u, v)
			return relief, within(d-0.85, 0.04, 0.03) + 0.5*within(math.Hypot(u*1.4, v), 0.5, 0.15)
		}
		all = append(all, c)
	}
	return all, 70
}

func dice(_ *Scene, r *rand.Rand) ([]solid, float64) {
	var all []solid
	for i := range 1 + r.IntN(4) {
		side, dots := between(r, 11, 19), 1+r.IntN(6)
		d := slab(r, side, side, side, side*0.12, mat(pale(r), 1, 0.1))
		dot := vec{0.02, 0.02, 0.02}
		if r.IntN(2) == 0 {
			d.skin.color, dot = paint(r), vec{0.8, 0.8, 0.8}
		}
		d.at = vec{float64(i) * 27, between(r, -15, 15), 0}
		d.skin.print = func(u, v, px float64) (vec, float64) { return dot, pips(u, v, px, dots) }
		all = append(all, d)
	}
	return all, 95
}

func pips(u, v, px float64, dots int) float64 {
	ink, far := 0.0, 0.55
	at := func(x, y float64) { ink = max(ink, within(math.Hypot(u-x, v-y), 0.17, px)) }
	if dots%2 == 1 {
		at(0, 0)
	}
	if dots > 1 {
		at(-far, -far)
		at(far, far)
	}
	if dots > 3 {
		at(-far, far)
		at(far, -far)
	}
	if dots == 6 {
		at(-far, 0)
		at(far, 0)
	}
	return ink
}

func cards(s *Scene, r *rand.Rand) ([]solid, float64) {
	var all []solid
	for i := range 1 + r.IntN(3) {
		c := slab(r, 60, 90, 0.4, 4, mat(vec{0.8, 0.79, 0.76}, 0.3, 0.2))
		c.at, c.bevel = vec{between(r, -20, 20), between(r, -20, 20), 0.5 * float64(i)}, 0
		ink, letter := vec{0.02, 0.02, 0.02}, "AJKQ"[r.IntN(4)]
		if r.IntN(2) == 0 {
			ink = vec{0.6, 0.02, 0.03}
		}
		c.skin.print = func(u, v, px float64) (vec, float64) {
			x, y, g := u*30, -v*45, &s.Set.face[letter-'A']
			k := within(math.Abs(x)+math.Abs(y)*0.8, 8, px*30)
			return ink, max(k, g.At((x+23)/10, (y+37)/10, 3*px), g.At((23-x)/10, (37-y)/10, 3*px))
		}
		all = append(all, c)
	}
	return all, 80
}

func keys(_ *Scene, r *rand.Rand) ([]solid, float64) {
	ring := upright(disc, vec{}, 0, 12, 12, 1.5)
	ring.skin = mat(metal(r), 2, 0.3)
	all := []solid{ring}
	for range 1 + r.IntN(4) {
		sin, cos := math.Sincos(between(r, 0, 2*math.Pi))
		blade := rodOf(vec{cos * 10, sin * 10, 2}, vec{cos * 52, sin * 52, 2}, 2.5)
		bow := upright(disc, vec{cos * 20, sin * 20, 0}, 0, 11, 11, 3)
		blade.shadeless, bow.shadeless = true, true
		blade.skin, bow.skin = mat(metal(r), 2, 0.3), mat(metal(r), 2, 0.3)
		all = append(all, blade, bow)
	}
	return all, 56
}

// sticker is a note, an eraser, a sweet or a block: small, of a saturated color, about as large as a tile or up to four.
func sticker(s *Scene, r *rand.Rand) ([]solid, float64) {
	w := s.Set.Side * between(r, 0.6, 3.5)
	h := w * between(r, 0.5, 1)
	return []solid{slab(r, w, h, between(r, 0.2, 12), between(r, 0, 0.3)*h, mat(paint(r), between(r, 0, 0.5), 0.3))}, math.Hypot(w, h) / 2
}

// clothSpread is the standard deviation of a bag's sRGB values around its player's.
const clothSpread = 0.08

// bag is a cloth bag of a player's color: a blob with folds and a tied neck.
func (s *Scene) bag(r *rand.Rand, player string) ([]solid, float64) {
	c := vec(plastics[player])
	for k := range c {
		c[k] = linear(min(max(c[k]*0.9+clothSpread*r.NormFloat64(), 0.01), 0.95))
	}
	size, high := between(r, 30, 45), between(r, 22, 42)
	all := []solid{upright(dome, vec{}, 0, size, size*between(r, 0.8, 1), high)}
	for k := range 6 + r.IntN(4) {
		a := float64(k)*0.9 + 0.3*r.Float64()
		d := size * between(r, 0.55, 0.85)
		all = append(all, upright(dome, vec{d * math.Cos(a), d * math.Sin(a), 0}, a, size*between(r, 0.3, 0.5), size*between(r, 0.15, 0.3), high*between(r, 0.4, 0.85)))
	}
	neck := vec{between(r, -0.4, 0.4) * size, between(r, -0.4, 0.4) * size, high * 0.8}
	for range 5 {
		all = append(all, rodOf(neck, neck.add(vec{between(r, -14, 14), between(r, -14, 14), between(r, 4, 12)}), between(r, 3, 6)))
	}
	for i := range all {
		all[i].skin = mat(c.mul(between(r, 0.85, 1.1)), 0, 1)
		all[i].shadeless = i > 0
	}
	cord := upright(disc, neck.add(vec{0, 0, -2}), 0, 8, 8, 5)
	cord.skin = mat(pale(r), 0, 1)
	return append(all, cord), size * 1.15
}

// put moves an object to a free place within a distance of the middle; without room it is left out.
func (s *Scene) put(r *rand.Rand, all []solid, radius, far float64) {
	for range 12 {
		a, d := between(r, 0, 2*math.Pi), far*math.Sqrt(r.Float64())
		x, y := d*math.Cos(a), d*math.Sin(a)
		if !s.free(x, y, radius) {
			continue
		}
		s.take(x, y, radius)
		move := vec{x, y, 0}
		for _, b := range all {
			b.at, b.to = b.at.add(move), b.to.add(move)
			s.things = append(s.things, b)
		}
		return
	}
}

// Shares of tables with these, and bounds.
const (
	bagShare    = 0.5 // of the players
	handShare   = 0.15
	shadowShare = 0.3
	mostClutter = 7
	around      = 330 // millimetres around the board on which things lie
)

// clutter lays bags and things about, brings in a hand, and what stands outside of the picture and throws shadows.
func (s *Scene) clutter(r *rand.Rand, reach float64, noHand bool) {
	for _, p := range s.players {
		if r.Float64() < bagShare {
			all, radius := s.bag(r, p)
			s.put(r, all, radius, reach+around)
		}
	}
	for range r.IntN(mostClutter + 1) {
		all, radius := kinds[r.IntN(len(kinds))](s, r)
		s.put(r, all, radius, reach+around)
	}
	if r.Float64() < handShare && !noHand {
		s.things = append(s.things, hand(r, reach)...)
	}
	if r.Float64() < shadowShare {
		for range 1 + r.IntN(2) {
			a, d := between(r, 0, 2*math.Pi), reach+between(r, 0, 400)
			b := upright(dome, vec{d * math.Cos(a), d * math.Sin(a), between(r, 150, 400)}, a, between(r, 40, 250), between(r, 40, 120), between(r, 20, 100))
			s.unseen = append(s.unseen, b)
		}
	}
}

// skins are people's, sRGB (Fitzpatrick's types I to VI, roughly).
var skins = []vec{{0.95, 0.8, 0.72}, {0.9, 0.72, 0.6}, {0.82, 0.62, 0.48}, {0.7, 0.5, 0.36}, {0.52, 0.34, 0.24}, {0.34, 0.22, 0.16}}

// armEnd is how far from the finger tips an arm goes on, millimetres.
const armEnd = 1000

// hand is a hand with its forearm that comes in from a side, in capsules.
func hand(r *rand.Rand, reach float64) []solid {
	skinColor := skins[r.IntN(len(skins))]
	for k := range skinColor {
		skinColor[k] = linear(min(skinColor[k]*between(r, 0.95, 1.05), 1))
	}
	az := between(r, 0, 2*math.Pi)
	sin, cos := math.Sincos(az)
	bx, by := between(r, -1.2, 1.2)*reach+20, between(r, -1.2, 1.2)*reach-20
	tip := between(r, 8, 45)
	at := func(out, side, z float64) vec { return vec{bx + cos*out - sin*side, by + sin*out + cos*side, z} }
	wrist, up := at(150, 0, tip+38), tip+22
	all := []solid{rodOf(at(90, -20, up), wrist, 19), rodOf(at(90, 20, up), wrist, 19), rodOf(at(90, 0, up+3), wrist, 21)}
	all = append(all, limb(wrist, at(armEnd, between(r, -80, 80), tip+110), between(r, 27, 36))...)
	for k := range 4 {
		side := (float64(k) - 1.5) * 19
		long := [4]float64{68, 80, 76, 58}[k] * between(r, 0.7, 1)
		knee := at(90-long*0.55, side*1.1, up+between(r, -4, 10))
		all = append(all, rodOf(at(92, side, up), knee, 9), rodOf(knee, at(90-long, side*1.15+between(r, -5, 5), tip), 8))
	}
	thumb := at(85, 48, up-6)
	all = append(all, rodOf(at(130, 25, up), thumb, 11), rodOf(thumb, at(50, 45, tip), 9))
	for i := range all {
		all[i].skin = mat(skinColor, 0.3, 0.4)
	}
	if r.IntN(2) == 0 {
		sleeve, cloth := limb(at(between(r, 190, 330), 0, tip+50), at(armEnd, 0, tip+110), between(r, 38, 48)), mat(paint(r), 0, 1)
		for i := range sleeve {
			sleeve[i].skin = cloth
		}
		all = append(all, sleeve...)
	}
	return all
}

// limb is a long rod in parts, whose shadows are listed for fewer squares of the table.
func limb(from, to vec, radius float64) (all []solid) {
	const parts = 7
	step := to.sub(from).mul(1.0 / parts)
	for k := range parts {
		all = append(all, rodOf(from.add(step.mul(float64(k))), from.add(step.mul(float64(k+1))), radius))
	}
	return all
}
