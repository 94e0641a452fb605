package main

import (
	"math"
	"math/rand/v2"
)

// cover is what taller neighbors hide of a face, seen at an angle: each point from which the way towards the camera leads through one of
// them. It is made up for neighbors on the right, and turned.
type cover struct {
	turn           int
	right          [3]bool // the neighbors above right, right, below right
	towards, aside float64 // how far that way leads to the right and down, up to the neighbor's top, in sides
	paint          [3]paint
}

// hiddenSteps are the steps in which the way is followed, boxHalf is half a neighbor's side, and boxPitch how far apart they are.
const (
	hiddenSteps = 16
	boxHalf     = 0.5
	boxPitch    = 1.02
)

// by is which neighbor hides the point; -1 if none does.
func (c *cover) by(u, v float64) int {
	u, v = turned(u, v, c.turn)
	for s := 1; s <= hiddenSteps; s++ {
		x, y := u+c.towards*float64(s)/hiddenSteps, v+c.aside*float64(s)/hiddenSteps
		for i, there := range c.right {
			if there && math.Abs(x-boxPitch) < boxHalf && math.Abs(y-boxPitch*float64(i-1)) < boxHalf {
				return i
			}
		}
	}
	return -1
}

// seen is the share of the middle of the face that it leaves to see.
func (c *cover) seen() float64 {
	const n = 12
	seen := 0
	for i := range n * n {
		if c.by(0.75*((float64(i%n)+0.5)/n-0.5), 0.75*((float64(i/n)+0.5)/n-0.5)) < 0 {
			seen++
		}
	}
	return float64(seen) / (n * n)
}

// The least and most that is seen of the faces that are trained on.
const leastSeen, mostSeen = 0.1, 0.985

// drawCover makes up neighbors that hide some of a face.
func drawCover(r *rand.Rand, plastic paint) *cover {
	for {
		c := &cover{turn: r.IntN(4), towards: between(r, 0.05, 1), aside: between(r, -0.8, 0.8)}
		for i := range c.right {
			c.right[i] = chance(r, []float64{0.35, 0.8, 0.35}[i])
			c.paint[i] = paint{between(r, 10, 240), between(r, 0, 190)}
			if chance(r, 0.35) {
				c.paint[i] = paint{plastic.gray * between(r, 0.5, 1.05), max(plastic.chroma*between(r, 0.6, 1.1), 0)}
			}
		}
		if s := c.seen(); s > leastSeen && s < mostSeen {
			return c
		}
	}
}

// maskGrid is into how many parts a side of a face is divided to say what is hidden.
const maskGrid = 12

// mask says for each pixel of a face whether it is hidden, as one who knows the neighbors a little wrong would say.
func (c *cover) mask(r *rand.Rand, size int) []bool {
	thought := *c
	thought.towards *= 1 + 0.06*r.NormFloat64()
	thought.aside *= 1 + 0.06*r.NormFloat64()
	dx, dy := 0.015*r.NormFloat64(), 0.015*r.NormFloat64()
	hidden := make([]bool, size*size)
	for i := range hidden {
		part := func(k int) float64 { return (float64(k*maskGrid/size) + 0.5) / maskGrid }
		hidden[i] = thought.by(part(i%size)-0.5+dx, part(i/size)-0.5+dy) >= 0
	}
	return hidden
}
