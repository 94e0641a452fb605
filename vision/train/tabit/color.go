package main

import (
	"image/color"
	"math"
	"math/rand/v2"
)

// hsv is a color: hue in degrees, saturation and value 0 to 1.
func hsv(h, s, v float64) color.RGBA {
	c := v * s
	x := c * (1 - math.Abs(math.Mod(h/60, 2)-1))
	m := v - c
	var r, g, b float64
	switch int(math.Mod(h+360, 360) / 60) {
	case 0:
		r, g = c, x
	case 1:
		r, g = x, c
	case 2:
		g, b = c, x
	case 3:
		g, b = x, c
	case 4:
		r, b = x, c
	default:
		r, b = c, x
	}
	return color.RGBA{uint8(255 * (r + m)), uint8(255 * (g + m)), uint8(255 * (b + m)), 255}
}

// anyColor is any color at all.
func anyColor(r *rand.Rand) color.RGBA {
	return hsv(360*r.Float64(), math.Pow(r.Float64(), 0.7), between(r, 0.08, 1))
}

// stock is what cards are printed on: white, cream, a little colored.
func stock(r *rand.Rand) color.RGBA {
	return hsv(between(r, 20, 65), between(r, 0, 0.14), between(r, 0.86, 1))
}

// ink is dark: what stands on stock.
func ink(r *rand.Rand) color.RGBA {
	if chance(r, 0.4) {
		return hsv(between(r, 0, 360), between(r, 0, 0.3), between(r, 0.02, 0.25))
	}
	return hsv(360*r.Float64(), between(r, 0.4, 1), between(r, 0.15, 0.65))
}

// paint is what areas of a drawing are filled with: anything that is not stock.
func paint(r *rand.Rand) color.RGBA {
	if chance(r, 0.3) {
		return ink(r)
	}
	return hsv(360*r.Float64(), between(r, 0.45, 1), between(r, 0.3, 0.95))
}

// light is how bright a color looks, 0 to 1.
func light(c color.RGBA) float64 {
	return (0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)) / 255
}

// against is a color that can be seen on another one.
func against(r *rand.Rand, ground color.RGBA, draw func(*rand.Rand) color.RGBA) color.RGBA {
	best, gap := ground, -1.0
	for range 12 {
		c := draw(r)
		if g := math.Abs(light(c) - light(ground)); g > 0.3 {
			return c
		} else if g > gap {
			best, gap = c, g
		}
	}
	return best
}
