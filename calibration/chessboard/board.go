package chessboard

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"tilewatch/engine"
)

// Board is a chessboard's size.
type Board struct {
	Columns, Rows int     // points where four squares meet: one less than squares
	SquareMM      float64 // a square's side
}

// Standard is the board that Tilewatch prints and shows: its quarters show which way up it lies, for it has an even number of
// squares one way and an odd number the other.
var Standard = Board{Columns: 9, Rows: 6, SquareMM: 25}

// ParseSize reads "9x6", the number of points where four squares meet.
func (b *Board) ParseSize(text string) error {
	c, r, ok := strings.Cut(text, "x")
	columns, err1 := strconv.Atoi(c)
	rows, err2 := strconv.Atoi(r)
	if !ok || err1 != nil || err2 != nil || columns < 3 || rows < 3 || columns > 40 || rows > 40 {
		return fmt.Errorf("bad chessboard size %q: write the inner corners as COLUMNSxROWS, like 9x6", text)
	}
	b.Columns, b.Rows = columns, rows
	return nil
}

// Points are the meeting points on the board, in mm, row by row; the first one is at 0, 0.
func (b Board) Points() []engine.Point {
	all := make([]engine.Point, 0, b.Columns*b.Rows)
	for j := range b.Rows {
		for i := range b.Columns {
			all = append(all, engine.Point{X: float64(i) * b.SquareMM, Y: float64(j) * b.SquareMM})
		}
	}
	return all
}

// workSide is the longest side of the picture in which the board is looked for; its points are then found in the whole one.
const workSide = 1280

// Find looks for the board: its meeting points in pixels, row by row, in the order of Points when the board is seen from its
// printed side with its dark corner square first. ok is false when it is not wholly in the picture.
func (b Board) Find(picture *image.Gray) (points []engine.Point, ok bool) {
	whole := toPlane(picture)
	work, factor := whole, 1
	for max(work.w, work.h) > workSide {
		work = work.half()
		factor *= 2
	}
	points, ok = b.search(work)
	if !ok {
		return nil, false
	}
	for i, p := range points {
		f := float64(factor)
		points[i] = engine.Point{X: (p.X+0.5)*f - 0.5, Y: (p.Y+0.5)*f - 0.5}
	}
	b.refine(whole, points)
	return points, true
}
