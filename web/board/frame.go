package board

import "tilewatch/engine"

// Frame is the part of the lattice that is drawn: from Top and Left on, so many rows and columns, as the letters lie.
// The zero Frame stands for none.
type Frame struct{ Top, Left, Rows, Cols int }

// A drawing shows at least so many rows and columns, so that the first words are not drawn as giants. It is as wide
// as high: turning it keeps its scale.
const minSide = 8

// FrameOf is the frame of a board. Its edges lie on even rows and columns, so that it grows in steps of two and stays
// as it is at most plays.
func FrameOf(stacks []Stack) Frame {
	if len(stacks) == 0 {
		return Frame{Top: -minSide / 2, Left: -minSide / 2, Rows: minSide, Cols: minSide}
	}
	low, high := stacks[0].Place, stacks[0].Place
	for _, s := range stacks {
		low = engine.Place{Row: min(low.Row, s.Row), Col: min(low.Col, s.Col)}
		high = engine.Place{Row: max(high.Row, s.Row), Col: max(high.Col, s.Col)}
	}
	top, rows := span(low.Row, high.Row)
	left, cols := span(low.Col, high.Col)
	return Frame{top, left, rows, cols}
}

// Tight is the smallest frame that holds all stacks, for pictures that never change.
func Tight(stacks []Stack) Frame {
	var f Frame
	for _, s := range stacks {
		f = f.with(Frame{s.Row, s.Col, 1, 1})
	}
	return f
}

// With is the smallest frame that holds this one and all stacks, in FrameOf's steps.
func (f Frame) With(stacks []Stack) Frame {
	if len(stacks) == 0 {
		return f
	}
	return f.with(FrameOf(stacks))
}

func (f Frame) with(g Frame) Frame {
	if f == (Frame{}) {
		return g
	}
	top, left := min(f.Top, g.Top), min(f.Left, g.Left)
	bottom, right := max(f.Top+f.Rows, g.Top+g.Rows), max(f.Left+f.Cols, g.Left+g.Cols)
	return Frame{top, left, bottom - top, right - left}
}

// span widens low..high to even edges and at least minSide places, about evenly on both sides.
func span(low, high int) (first, n int) {
	first = even(low)
	n = even(high+2) - first
	if missing := minSide - n; missing > 0 {
		return first - even(missing/2+1), minSide
	}
	return first, n
}

// even is the even number at or below v.
func even(v int) int { return v &^ 1 }

// turned is the frame as it lies after the lattice is turned clockwise by so many quarter turns.
func (f Frame) turned(quarters int) Frame {
	a := engine.Place{Row: f.Top, Col: f.Left}.Turn(quarters)
	b := engine.Place{Row: f.Top + f.Rows - 1, Col: f.Left + f.Cols - 1}.Turn(quarters)
	top, left := min(a.Row, b.Row), min(a.Col, b.Col)
	return Frame{top, left, max(a.Row, b.Row) - top + 1, max(a.Col, b.Col) - left + 1}
}
