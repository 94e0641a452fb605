package main

import (
	"math"
	"math/rand/v2"
)

// light is what falls on a tile and what the tile mirrors; places are as in tile.
type light struct {
	slopeX, slopeY float64
	shadow         float64 // factor beyond a line, 1 for none
	shadowX        float64 // the line's normal
	shadowY        float64
	shadowAt       float64
	shadowSoft     float64
	gleams         []gleam
	inkGleam       float64 // how much of a gleam the ink mirrors
	sheen          *sheen  // nil: none
}

// gleam is the mirror image of something bright: a box or a disc with soft edges.
type gleam struct {
	amount, x, y, long, short float64
	c, s                      float64 // direction
	soft                      float64
	round                     bool
}

// drawLight makes up the light: mostly even, at times with the edge of a shadow, a lamp's glow, or the torn
// reflections of windows, tubes and neighbors in glossy plastic.
func drawLight(r *rand.Rand) light {
	l := light{slopeX: 0.12 * r.NormFloat64(), slopeY: 0.12 * r.NormFloat64(), shadow: 1, inkGleam: between(r, 0.2, 1)}
	if chance(r, 0.14) {
		angle := between(r, 0, 2*math.Pi)
		l.shadow, l.shadowAt, l.shadowSoft = between(r, 0.45, 0.92), between(r, -0.5, 0.5), between(r, 0.005, 0.12)
		l.shadowX, l.shadowY = math.Cos(angle), math.Sin(angle)
	}
	if chance(r, 0.15) {
		l.gleams = append(l.gleams, drawGleam(r, 0.2, 0.9, 0.5))
	}
	if chance(r, 0.18) {
		for range 1 + r.IntN(6) {
			l.gleams = append(l.gleams, drawGleam(r, 0.04, 0.4, 0.12))
		}
	}
	if chance(r, 0.2) {
		l.sheen = drawSheen(r)
	}
	return l
}

// sheen is a lamp that glossy plastic mirrors all over the tile: plastic that is never quite flat tears it into patches, and the ink, which
// is duller, shines evenly. A dark letter may so be brighter than the plastic around it, here and there.
type sheen struct {
	amount, ink  float64 // how bright the patches are and the ink
	waves        [5]wave // what the plastic's surface is like
	from, soft   float64 // where the waves mirror the lamp
	fallX, fallY float64 // which side is nearer to it
}

// wave is one of the waves of a surface that is not flat: radians a side.
type wave struct{ x, y, phase float64 }

// drawSheen makes up a sheen, from a few patches to nearly all of the tile.
func drawSheen(r *rand.Rand) *sheen {
	s := &sheen{amount: between(r, 40, 220), from: between(r, -0.5, 0.7), soft: between(r, 0.08, 0.8), fallX: 0.6 * r.NormFloat64(), fallY: 0.6 * r.NormFloat64()}
	s.ink = s.amount * between(r, 0, 0.8)
	for i := range s.waves {
		angle, length := between(r, 0, 2*math.Pi), between(r, 4, 16)
		s.waves[i] = wave{length * math.Cos(angle), length * math.Sin(angle), between(r, 0, 2*math.Pi)}
	}
	return s
}

// on is how bright a place is by the sheen, if so much of it is ink.
func (s *sheen) on(ink, u, v float64) float64 {
	near := s.fallX*u + s.fallY*v
	f := near
	for _, w := range s.waves {
		f += math.Sin(w.x*u+w.y*v+w.phase) / math.Sqrt(float64(len(s.waves)))
	}
	patch := min(max((f-s.from)/s.soft+0.5, 0), 1)
	return (1-ink)*s.amount*patch + ink*s.ink*min(max(1+near, 0), 1.5)
}

// drawGleam makes up a gleam between two sizes, with edges up to so soft.
func drawGleam(r *rand.Rand, small, large, soft float64) gleam {
	angle := between(r, 0, 2*math.Pi)
	g := gleam{
		amount: between(r, 8, 100), x: between(r, -0.6, 0.6), y: between(r, -0.6, 0.6),
		long: between(r, small, large), soft: between(r, 0.02, soft), round: chance(r, 0.4),
		c: math.Cos(angle), s: math.Sin(angle),
	}
	g.short = max(g.long*between(r, 0.2, 1), small/2)
	return g
}

// on is a paint, so much of it ink, in this light. The brightest levels run together and lose their color; what
// is mirrored is white.
func (l *light) on(p paint, ink, u, v float64) paint {
	lit := 1 + l.slopeX*u + l.slopeY*v
	if l.shadow < 1 {
		d := (u*l.shadowX+v*l.shadowY-l.shadowAt)/l.shadowSoft + 0.5
		lit *= 1 - (1-l.shadow)*min(max(d, 0), 1)
	}
	p.gray, p.chroma = p.gray*lit, p.chroma*lit
	for i := range l.gleams {
		p.gray += l.gleams[i].at(u, v) * (1 - ink*(1-l.inkGleam))
	}
	if l.sheen != nil {
		p.gray += l.sheen.on(ink, u, v)
	}
	const knee, room = 190, 65
	if p.gray > knee {
		fade := math.Exp((knee - p.gray) / room)
		p.gray = knee + room*(1-fade)
		p.chroma *= fade
	}
	return p
}

// at is how bright the gleam is.
func (g *gleam) at(u, v float64) float64 {
	du, dv := u-g.x, v-g.y
	a, b := math.Abs(du*g.c+dv*g.s), math.Abs(dv*g.c-du*g.s)
	var inside float64 // distance from the edge
	if g.round {
		inside = (1 - hypot(a/g.long, b/g.short)) * g.short
	} else {
		inside = min(g.long-a, g.short-b)
	}
	return g.amount * min(max(inside/g.soft+0.5, 0), 1)
}
