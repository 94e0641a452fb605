package board

import (
	"fmt"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/svg"
)

// motif is an owner's pattern over a face, in black, so that it never takes contrast from a white letter; yellow, whose
// letter is black, is the plain one.
type motif struct {
	opacity string
	shapes  func(x, y float64) string // a path's data
}

var motifs = map[engine.Color]motif{
	engine.Red:    {".30", stripes},
	engine.Purple: {".36", dots},
	engine.Green:  {".32", waves},
}

// at is the attributes of the path that draws the motif on a face at x, y.
func (m motif) at(x, y float64) string {
	return fmt.Sprintf(`fill="#000000" fill-opacity="%s" d="%s"`, m.opacity, m.shapes(x, y))
}

// inset keeps a motif off the face's round corners.
const inset = 4.0

// stripes run from top left to bottom right, cut off at the inset square: each is the band between two diagonals.
func stripes(x, y float64) string {
	const step, width = 31.0, 11.5
	length := side - 2*inset
	var b strings.Builder
	for d := -length + step/3; d < length; d += step {
		// The band of all points with d <= column - row <= d + width.
		low, high := max(d, -length), min(d+width, length)
		var points [][2]float64
		add := func(c, r float64) { points = append(points, [2]float64{x + inset + c, y + inset + r}) }
		add(max(low, 0), max(-low, 0))
		if low < 0 && high > 0 {
			add(0, 0)
		}
		add(max(high, 0), max(-high, 0))
		add(min(length, length+high), min(length, length-high))
		if low < 0 && high > 0 {
			add(length, length)
		}
		add(min(length, length+low), min(length, length-low))
		for i, p := range points {
			b.WriteString([2]string{"L", "M"}[btoi(i == 0)] + svg.Num(p[0]) + " " + svg.Num(p[1]))
		}
		b.WriteString("Z")
	}
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// dots stand in rows, every other row moved by half a step.
func dots(x, y float64) string {
	const step, r = 16.2, 4.7
	var b strings.Builder
	for row := range 5 {
		shift, n := 0.0, 5
		if row%2 == 1 {
			shift, n = step/2, 4
		}
		for col := range n {
			cx, cy := x+side/2+(float64(col)-2)*step+shift, y+side/2+float64(row-2)*step
			// A circle as four quarter arcs of cubic curves.
			const k = r * 0.5523
			fmt.Fprintf(&b, "M%s %s", svg.Num(cx-r), svg.Num(cy))
			for _, q := range [4][6]float64{
				{cx - r, cy - k, cx - k, cy - r, cx, cy - r}, {cx + k, cy - r, cx + r, cy - k, cx + r, cy},
				{cx + r, cy + k, cx + k, cy + r, cx, cy + r}, {cx - k, cy + r, cx - r, cy + k, cx - r, cy},
			} {
				fmt.Fprintf(&b, "C%s %s %s %s %s %s", svg.Num(q[0]), svg.Num(q[1]), svg.Num(q[2]), svg.Num(q[3]), svg.Num(q[4]), svg.Num(q[5]))
			}
			b.WriteString("Z")
		}
	}
	return b.String()
}

// waves are bands that run across, one below the other.
func waves(x, y float64) string {
	const half, swing, step, thick = 14.0, 8.5, 20.0, 6.0
	var b strings.Builder
	for row := range 4 {
		cy, left := y+side/2+(float64(row)-1.5)*step, x+side/2-3*half
		fmt.Fprintf(&b, "M%s %s", svg.Num(left), svg.Num(cy-thick/2))
		for i := range 6 {
			bend(&b, left+float64(i)*half, left+float64(i+1)*half, cy-thick/2, swing*float64(1-2*(i%2)))
		}
		fmt.Fprintf(&b, "L%s %s", svg.Num(left+6*half), svg.Num(cy+thick/2))
		for i := 5; i >= 0; i-- {
			bend(&b, left+float64(i+1)*half, left+float64(i)*half, cy+thick/2, swing*float64(1-2*(i%2)))
		}
		b.WriteString("Z")
	}
	return b.String()
}

// bend goes on from one column to another at the same height, in an arc that high.
func bend(b *strings.Builder, from, to, y, up float64) {
	fmt.Fprintf(b, "Q%s %s %s %s", svg.Num((from+to)/2), svg.Num(y-up), svg.Num(to), svg.Num(y))
}
