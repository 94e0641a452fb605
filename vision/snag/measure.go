package snag

import (
	"cmp"
	"math"
	"slices"

	rules "tilewatch/engine/snag"
)

// measure samples a number's square.
func (s *scene) measure(n int) square {
	at, _ := rules.Square(n)
	q := square{number: n, col: float64(at.Col), row: float64(at.Row)}
	var samples [middleGrid * middleGrid]color
	for i := range samples {
		x, y := (float64(i%middleGrid)+0.5)/middleGrid-0.5, (float64(i/middleGrid)+0.5)/middleGrid-0.5
		samples[i] = color(s.r.At(s.plane.pixel(q.col+x*2*middlePart, q.row+y*2*middlePart)))
	}
	ground := groundColor(samples[:])
	ink := inkColor(samples[:], ground)
	q.ground, q.ink, q.stroke = logColor(ground), logColor(ink), strokeWidth(samples[:], ground, ink)
	for _, d := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		q.corners += similarity(s.corner(q.col+cornerAt*d[0], q.row+cornerAt*d[1]).sub(q.ground).norm())
	}
	q.numberOffset = s.numberOffset(&q)
	return q
}

// inkColor is the mean of the twenty-fifth of the samples that differ most from the ground.
func inkColor(samples []color, ground color) (mean color) {
	byGap := slices.SortedFunc(slices.Values(samples), func(a, b color) int { return cmp.Compare(b.sub(ground).norm(), a.sub(ground).norm()) })
	n := len(samples) / 25
	for _, c := range byGap[:n] {
		mean = plusColor(mean, c)
	}
	return color{mean[0] / float64(n), mean[1] / float64(n), mean[2] / float64(n)}
}

// strokeWidth is the width of the print's strokes, in pitches: twice the ink's area by the length of its edge, which blur does not change.
func strokeWidth(samples []color, ground, ink color) float64 {
	to := ink.sub(ground)
	var covered [middleGrid * middleGrid]float64
	area, edge := 0.0, 0.0
	for i, c := range samples {
		d := c.sub(ground)
		share := (d[0]*to[0] + d[1]*to[1] + d[2]*to[2]) / max(to[0]*to[0]+to[1]*to[1]+to[2]*to[2], 1)
		covered[i] = min(max((share-0.2)/0.7, 0), 1) // noise is no ink, nor must all ink be as dark as the darkest
		area += covered[i]
	}
	for i := range covered[:middleGrid*(middleGrid-1)] {
		if i%middleGrid < middleGrid-1 {
			edge += math.Hypot(covered[i+1]-covered[i], covered[i+middleGrid]-covered[i])
		}
	}
	return 2 * area / max(edge, 1) * 2 * middlePart / middleGrid
}

// groundColor is the mean of the samples around the most common brightness, however bold the print is.
func groundColor(samples []color) (mean color) {
	const wide = 26 // gray levels
	var count [256 + wide]int
	level := func(c color) int { return min(int((c[0]+c[1]+c[2])/3), 255) }
	for _, c := range samples {
		count[level(c)]++
	}
	sum, best, from := 0, 0, 0
	for v := range count {
		sum += count[v]
		if v >= wide {
			sum -= count[v-wide]
		}
		if sum > best {
			best, from = sum, v-wide+1
		}
	}
	for _, c := range samples {
		if v := level(c); v >= from && v < from+wide {
			mean = plusColor(mean, c)
		}
	}
	return color{mean[0] / float64(best), mean[1] / float64(best), mean[2] / float64(best)}
}

// corner is the mean color around a point.
func (s *scene) corner(col, row float64) (c color) {
	for _, d := range [5][2]float64{{0, 0}, {-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		c = plusColor(c, color(s.r.At(s.plane.pixel(col+cornerWide*d[0], row+cornerWide*d[1]))))
	}
	return logColor(color{c[0] / 5, c[1] / 5, c[2] / 5})
}
