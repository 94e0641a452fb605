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

// anyColor draws any color.
func anyColor(r *rand.Rand) color.RGBA {
	return hsv(360*r.Float64(), math.Pow(r.Float64(), 0.7), uniform(r, 0.08, 1))
}

// stock draws the color of what cards are printed on: white, cream, or slightly tinted.
func stock(r *rand.Rand) color.RGBA {
	return hsv(uniform(r, 20, 65), uniform(r, 0, 0.14), uniform(r, 0.86, 1))
}

// ink draws a dark color: what is printed on stock.
func ink(r *rand.Rand) color.RGBA {
	if chance(r, 0.4) {
		return hsv(uniform(r, 0, 360), uniform(r, 0, 0.3), uniform(r, 0.02, 0.25))
	}
	return hsv(360*r.Float64(), uniform(r, 0.4, 1), uniform(r, 0.15, 0.65))
}

// paint draws the color of an area of a drawing: anything but stock.
func paint(r *rand.Rand) color.RGBA {
	if chance(r, 0.3) {
		return ink(r)
	}
	return hsv(360*r.Float64(), uniform(r, 0.45, 1), uniform(r, 0.3, 0.95))
}

// brightness is how bright a color looks, 0 to 1.
func brightness(c color.RGBA) float64 {
	return (0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)) / 255
}

// contrasting draws a color that is visible on another.
func contrasting(r *rand.Rand, ground color.RGBA, draw func(*rand.Rand) color.RGBA) color.RGBA {
	best, gap := ground, -1.0
	for range 12 {
		c := draw(r)
		if g := math.Abs(brightness(c) - brightness(ground)); g > 0.3 {
			return c
		} else if g > gap {
			best, gap = c, g
		}
	}
	return best
}
