package disturb

import (
	"math"
	"math/rand/v2"
)

// What a camera does by itself.

// refocus loses the focus every four seconds and finds it again.
func refocus(c *canvas) {
	if at := c.within(4) / 0.8; at < 1 {
		c.blur(4 * math.Sin(math.Pi*at))
	}
}

// sway is a third of a degree, on an arm that bends.
func sway(c *canvas) { c.warp(0.08*c.wave(2.3), 6*c.wave(1.9), 3*c.wave(1.3)) }

// tremble is a table at which somebody drums with the fingers: a pixel to and fro.
func tremble(c *canvas) {
	c.warp(0, 1.2*(2*c.rng.Float64()-1), 1.2*(2*c.rng.Float64()-1))
}

// sink is an arm that gives way, half a degree in the film.
func sink(c *canvas) { c.warp(0, 0, 0.2*c.t) }

// knock moves the camera every nine seconds for good, by a few pixels, and it swings for a moment.
func knock(c *canvas) {
	n := int(c.t / 9)
	rng := rand.New(rand.NewPCG(uint64(n), 5))
	after := c.within(9)
	dx, dy, turn := 14*(2*rng.Float64()-1), 14*(2*rng.Float64()-1), 2*rng.Float64()-1
	if n == 0 {
		dx, dy, turn, after = 0, 0, 0, 9
	}
	swing := 8 * math.Exp(-after/0.2) * math.Cos(20*after)
	c.warp(0.5*turn, dx+swing, dy+swing/2)
}

// smear blurs one frame in three, as a camera does in poor light.
func smear(c *canvas) {
	if c.rng.IntN(3) == 0 {
		c.blur(2.5)
	}
}
