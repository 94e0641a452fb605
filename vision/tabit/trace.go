package tabit

import (
	"encoding/binary"
	"image"
	"math"

	"tilewatch/engine"
)

// tracer follows the borders of a mask, outer ones and those of holes, each once (Suzuki and Abe 1985). Pixels are connected at corners, too.
type tracer struct {
	pix   []uint8 // 0: not set, 1: set; the frame of the mask is not set
	wide  int
	steps [8]int // to a pixel's neighbors, from the right one counterclockwise
	outline
}

// Values of pixels on borders that were followed.
const (
	followed = 2
	lastSet  = 3 // the same, and the pixel right of it is not set
)

// outline is the extent of a border in each of its rows, pixels.
type outline struct {
	top  int
	rows []span
}

type span struct{ low, high int }

// Neighbors of a pixel, from the right one counterclockwise.
var (
	stepRight = [8]int{1, 1, 0, -1, -1, -1, 0, 1}
	stepDown  = [8]int{0, -1, -1, -1, 0, 1, 1, 1}
)

func newTracer(pix []uint8, wide int) *tracer {
	t := &tracer{pix: pix, wide: wide}
	for k := range t.steps {
		t.steps[k] = stepDown[k]*wide + stepRight[k]
	}
	return t
}

// outlines calls visit for each border; its argument changes with the next call.
func (t *tracer) outlines(visit func(o *outline)) {
	for y := 1; y < len(t.pix)/t.wide-1; y++ {
		row := t.pix[y*t.wide : (y+1)*t.wide]
		for x := 1; x < t.wide; x++ {
			x = skip(row, x)
			switch {
			case x == t.wide:
			case row[x-1] == 0 && row[x] == 1:
				t.follow(x, y, false)
				visit(&t.outline)
			case row[x] == 0 && row[x-1] != lastSet:
				t.follow(x-1, y, true)
				visit(&t.outline)
			}
		}
	}
}

// skip is the next place in a row that differs from the one before x; the row's length if there is none.
func skip(row []uint8, x int) int {
	same := row[x-1]
	for eight := uint64(same) * 0x0101010101010101; x+8 <= len(row) && binary.LittleEndian.Uint64(row[x:]) == eight; {
		x += 8
	}
	for x < len(row) && row[x] == same {
		x++
	}
	return x
}

// follow follows the border that begins at a pixel: at its first set one, or at the last one before a hole.
func (t *tracer) follow(x, y int, hole bool) {
	t.top, t.rows = y, append(t.rows[:0], span{x, x})
	from := 4 // to what is not set
	if hole {
		t.top, from = y-1, 0
		t.rows = append(t.rows[:0], span{math.MaxInt, math.MinInt}, span{x, x})
	}
	start := y*t.wide + x
	k, turns := from, 0
	for ; turns < 8; turns++ {
		if k = (k + 7) & 7; t.pix[start+t.steps[k]] != 0 {
			break
		}
	}
	if turns == 8 {
		t.pix[start] = lastSet
		return
	}
	for at, last := start, start+t.steps[k]; ; {
		n := k + 1
		for t.pix[at+t.steps[n&7]] == 0 {
			n++
		}
		if n > 8 { // the one to the right was among those not set
			t.pix[at] = lastSet
		} else if t.pix[at] == 1 {
			t.pix[at] = followed
		}
		k = n & 7
		next := at + t.steps[k]
		if next == start && at == last {
			return
		}
		x, y, at = x+stepRight[k], y+stepDown[k], next
		t.add(x, y)
		k = (k + 4) & 7
	}
}

// add adds a pixel of the border.
func (o *outline) add(x, y int) {
	if r := y - o.top; r == len(o.rows) {
		o.rows = append(o.rows, span{x, x})
	} else {
		o.rows[r].low, o.rows[r].high = min(o.rows[r].low, x), max(o.rows[r].high, x)
	}
}

// mostFrame is the largest area of an outline's bounding box, in areas of the largest quad; hand-set. A square on its corner fills half of its box.
const mostFrame = 2.5

// mayBeQuad reports whether an outline has the size of a card.
func (o *outline) mayBeQuad(largest float64) bool {
	if len(o.rows) <= quadShort {
		return false
	}
	frame := o.frame()
	return frame.Dx() >= quadShort && float64(frame.Dx()*frame.Dy()) <= mostFrame*largest
}

// frame is the outline's bounding box, without the mask's frame.
func (o *outline) frame() image.Rectangle {
	f := image.Rect(o.rows[0].low, o.top, o.rows[0].high, o.top+len(o.rows)-1)
	for _, r := range o.rows {
		f.Min.X, f.Max.X = min(f.Min.X, r.low), max(f.Max.X, r.high)
	}
	return f.Sub(image.Pt(1, 1))
}

// hull is the convex hull without the mask's frame (Andrew's monotone chain), from the leftmost corner to the right over the top.
func (o *outline) hull() []engine.Point {
	var out []engine.Point
	half := func(from, x, row int) {
		at := engine.Point{X: float64(x - 1), Y: float64(o.top + row - 1)}
		for len(out) > from && out[len(out)-1] == at || len(out) >= from+2 && cross(out[len(out)-2], out[len(out)-1], at) <= 0 {
			out = out[:len(out)-1]
		}
		out = append(out, at)
	}
	half(0, o.rows[0].low, 0)
	for r := range o.rows {
		half(0, o.rows[r].high, r)
	}
	from := len(out) - 1
	for r := len(o.rows) - 1; r >= 0; r-- {
		half(from, o.rows[r].low, r)
	}
	if len(out) > 1 {
		out = out[:len(out)-1]
	}
	first := 0
	for i, p := range out {
		if p.X < out[first].X || p.X == out[first].X && p.Y < out[first].Y {
			first = i
		}
	}
	return append(out[first:len(out):len(out)], out[:first]...)
}
