package disturb

import "math"

// What light and exposure do.

// lamp is switched off and on every five seconds: it is warm and lights one side more.
func lamp(c *canvas) {
	if c.within(10) < 5 {
		return
	}
	c.each(c.box(0, 0, 1280, 720), func(p []uint8, u, _ float64) {
		left := 0.75 - 0.25*u
		set(p, color{float64(p[0]) * (left + 0.08), float64(p[1]) * left, float64(p[2]) * (left - 0.05)})
	})
}

// cloud passes before the sun.
func cloud(c *canvas) {
	g := 0.8 + 0.2*c.wave(6)
	c.scale(color{g + 0.02, g, g - 0.02})
}

// rain runs down a window: what light comes through wanders over the table in streaks.
func rain(c *canvas) {
	c.each(c.box(0, 0, 1280, 720), func(p []uint8, u, v float64) {
		g := 0.9 + 0.06*math.Sin(30*u+2*math.Sin(9*v-3*c.t)) + 0.04*math.Sin(17*v-5*c.t)
		set(p, color{float64(p[0]) * g, float64(p[1]) * g, float64(p[2]) * g})
	})
}

// flash lights a frame up every few seconds.
func flash(c *canvas) {
	if c.within(3.7) < 0.06 {
		c.scale(color{1.9, 1.9, 1.9})
	}
}

// mains are the bands of a lamp's hum under a rolling shutter: they wander by the beat of mains and frames.
func mains(hum float64) func(*canvas) {
	return func(c *canvas) {
		for y := range c.h {
			g := 1 + 0.08*math.Sin(2*math.Pi*hum*(c.t+0.025*float64(y)/float64(c.h)))
			for i := 3 * y * c.w; i < 3*(y+1)*c.w; i++ {
				c.px[i] = clip(float64(c.px[i]) * g)
			}
		}
	}
}

// exposure hunts.
func exposure(c *canvas) {
	g := 1 + 0.2*c.wave(2)
	c.scale(color{g, g, g})
}

// balance is a white balance that hunts.
func balance(c *canvas) { c.scale(color{1 + 0.12*c.wave(2.6), 1, 1 - 0.12*c.wave(2.6)}) }
