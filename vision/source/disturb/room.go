package disturb

import (
	"math"
	"math/rand/v2"
	"time"
)

// What moves in the room beside the table.

// flicker is a spot in a corner that is lit three times a second.
func flicker(c *canvas) {
	if c.within(0.3) < 0.15 {
		c.each(c.box(1230, 20, 24, 40), func(p []uint8, _, _ float64) { mix(p, color{255, 255, 255}, 0.9) })
	}
}

// noise is a screen without a picture.
func noise(c *canvas) {
	c.each(c.box(1140, 10, 120, 80), func(p []uint8, _, _ float64) {
		v := 255 * c.rng.Float64()
		set(p, color{v, v, v})
	})
}

// led is a small light that blinks once a second.
func led(c *canvas) {
	if c.within(1) < 0.5 {
		c.paint(c.box(30, 30, 10, 10), color{40, 40, 255})
	}
}

// screen is a television: shots of a few seconds with something moving in each, and some that stand still.
func screen(c *canvas) {
	shot := int(c.t / 2.3)
	rng := rand.New(rand.NewPCG(uint64(shot), 11))
	back := color{180 * rng.Float64(), 180 * rng.Float64(), 180 * rng.Float64()}
	front := color{255 * rng.Float64(), 255 * rng.Float64(), 255 * rng.Float64()}
	speed := 0.5 * float64(shot%4)
	at := 0.5 + 0.35*math.Sin(speed*4*c.t)
	c.each(c.box(1010, 0, 270, 130), func(p []uint8, u, v float64) {
		set(p, back)
		if math.Hypot(2*(u-at), v-0.5) < 0.3 {
			set(p, front)
		}
	})
}

// candle throws a light that flickers.
func candle(c *canvas) {
	strength := 0.55 + 0.25*c.wave(0.37) + 0.15*c.wave(0.11) + 0.1*c.rng.Float64()
	c.each(c.box(1080, 0, 200, 200), func(p []uint8, u, v float64) {
		d := math.Hypot(u-0.5, v-0.5)
		mix(p, color{60, 170, 255}, strength*math.Exp(-d*d/0.03))
	})
}

// clock has seven segments; some change every second.
func clock(c *canvas) {
	for digit := range 3 {
		lit := [...]int{0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f, 0x6f}[int(c.t*math.Pow(10, float64(digit-2)))%10]
		x := 1100 + 50*float64(digit)
		c.paint(c.box(x-5, 15, 50, 80), color{20, 20, 20})
		for i, s := range [...][4]float64{{5, 20, 30, 7}, {0, 24, 7, 28}, {33, 24, 7, 28}, {5, 50, 30, 7}, {0, 54, 7, 28}, {33, 54, 7, 28}, {5, 80, 30, 7}} {
			if lit>>i&1 == 1 {
				c.paint(c.box(x+s[0], s[1], s[2], s[3]), color{60, 60, 240})
			}
		}
	}
}

// fan has three blades that turn.
func fan(c *canvas) {
	c.each(c.box(0, 0, 170, 170), func(p []uint8, u, v float64) {
		x, y := u-0.5, v-0.5
		r := math.Hypot(x, y)
		if r < 0.48 {
			mix(p, color{90, 90, 90}, 0.6)
			if math.Cos(3*(math.Atan2(y, x)+7*c.t)) > 0.3 {
				set(p, color{200, 205, 210})
			}
		}
	})
}

// curtain hangs along the upper edge and sways with the draft.
func curtain(c *canvas) { c.hang(330, 110) }

// drape is a curtain along the whole edge.
func drape(c *canvas) { c.hang(1280, 60) }

// hang hangs a curtain so wide and long.
func (c *canvas) hang(width, length float64) {
	c.each(c.box(0, 0, width, length), func(p []uint8, u, v float64) {
		fold := math.Sin(width/8*u + 3*v*(c.wave(2.7)+0.6*c.wave(1.1)))
		set(p, color{120 + 50*fold, 110 + 50*fold, 150 + 50*fold})
	})
}

// cat walks along the lower edge of the table, sits down, and walks back.
func cat(c *canvas) {
	at := 0.5 - 0.5*math.Cos(2*math.Pi*min(c.within(16), 8)/8) // there and back in eight seconds, eight away
	x := 1300 - 330*at
	tail := 25 * c.wave(0.9)
	c.each(c.box(x, 580, 240, 140), func(p []uint8, u, v float64) {
		if math.Hypot((u-0.5)/0.45, (v-0.6)/0.38) < 1 || math.Hypot((u-0.15)/0.15, (v-0.25)/0.24) < 1 {
			set(p, color{45, 60, 80})
		}
	})
	c.paint(c.box(x+180+tail, 560, 18, 70), color{45, 60, 80})
}

// person leans into the picture from the right, now and then, breathes there and gestures.
func person(c *canvas) {
	in := 170*math.Min(1, math.Max(0, 1.5*math.Sin(2*math.Pi*c.t/14))) + 8*c.wave(3.1) + 6*c.wave(0.8)
	c.each(c.box(1280-in, 230, 200, 330), func(p []uint8, u, v float64) {
		if 200*u > 90*math.Pow(2*v-1, 2) {
			set(p, color{70 + 20*math.Sin(30*v), 60, 50})
		}
	})
}

// dog lays its head on the table's edge every ten seconds, pants, and turns it.
func dog(c *canvas) {
	if c.within(10) > 6 {
		return
	}
	c.each(c.box(60+20*c.wave(2.3), 640+4*c.wave(0.4), 150, 80), func(p []uint8, u, v float64) {
		if math.Hypot((u-0.5)/0.3, (v-0.7)/0.7) < 1 || math.Abs(math.Abs(u-0.5)-0.35) < 0.12 && v > 0.3 {
			set(p, color{50, 90, 150})
		}
	})
	c.paint(c.box(125+20*c.wave(2.3), 640+4*c.wave(0.4), 20, 16), color{30, 30, 30})
}

// phone lies on the table. Its screen lights up every eight seconds, and somebody's messages go by.
func phone(c *canvas) {
	c.paint(c.box(1170, 560, 90, 150), color{25, 25, 25})
	if c.within(8) > 5 {
		return
	}
	c.each(c.box(1176, 568, 78, 134), func(p []uint8, u, v float64) {
		set(p, color{235, 235, 235})
		line := 8 * (v + 0.4*math.Floor(c.t/0.7)) // they jump up by one
		if math.Mod(line, 1) < 0.6 && u < 0.9-0.5*math.Mod(7*math.Floor(line), 3)/3 {
			set(p, color{220, 160, 90})
		}
	})
}

// glass stands beside the board and is put somewhere else every six seconds.
func glass(c *canvas) {
	rng := rand.New(rand.NewPCG(uint64(c.t/6), 3))
	c.each(c.box(1130+60*rng.Float64(), 420+150*rng.Float64(), 85, 85), func(p []uint8, u, v float64) {
		switch r := math.Hypot(u-0.5, v-0.5); {
		case r < 0.42:
			mix(p, color{90, 60, 130}, 0.5) // the drink
		case r < 0.5:
			mix(p, color{255, 255, 255}, 0.6)
		}
	})
}

// sleeveFor of sleeveEvery seconds a sleeve lies on the board.
const sleeveFor, sleeveEvery = 3, 12

func sleeved(at time.Duration) bool { return math.Mod(at.Seconds(), sleeveEvery) < sleeveFor }

// sleeve lies across the lower part of the board.
func sleeve(c *canvas) {
	at := c.within(sleeveEvery)
	in := min(1, max(0, 2*at), max(0, 2*(sleeveFor-at)))
	c.each(c.box(520, 720-340*in, 170, 340*in), func(p []uint8, u, v float64) {
		set(p, color{110 + 15*math.Sin(60*v), 70 + 10*math.Sin(25*u), 60})
	})
}

// confetti lies beside the board, and every seven seconds there are twelve pieces more.
func confetti(c *canvas) {
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range 12 * int(c.t/7) {
		x, y := 1270*rng.Float64(), 710*rng.Float64()
		if math.Hypot((x-640)/450, (y-360)/280) > 1 {
			c.paint(c.box(x, y, 9, 6), [...]color{{60, 60, 230}, {60, 200, 60}, {230, 120, 40}, {40, 220, 240}}[i%4])
		}
	}
}
