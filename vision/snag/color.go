package snag

import (
	"math"
)

// color is blue, green, red, 0 to 255.
type color [3]float64

// logColor is a color whose differences are about the same in light and in shade: 100 times natural logarithms.
func logColor(c color) color {
	for i, v := range c {
		c[i] = 100 * math.Log(v+6)
	}
	return c
}

func (a color) sub(b color) color { return color{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a color) norm() float64 { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }

func plusColor(a, b color) color { return color{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// The logistic function of similarity, hand-set, in units of logColor: corners and tiles' edges react to it.
const (
	evenGap  = 30 // the gap of colors whose similarity is one half
	gapScale = 5
)

// similarity is 1 for equal colors and 0 for different ones (logistic).
func similarity(gap float64) float64 { return 1 / (1 + math.Exp((gap-evenGap)/gapScale)) }
