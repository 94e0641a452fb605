// Package pieces finds what is connected in a mask, row by row: where most of it is 0, that is faster than labelling every pixel.
package pieces

import "encoding/binary"

// Piece is a connected piece of a mask: its box, whose last row and column are the ones before Y1 and X1, and its pixels.
type Piece struct{ X0, Y0, X1, Y1, Area int }

// run is a row's part of a piece.
type run struct{ from, to, piece int }

// Of are the connected pieces of what has the value lit in a mask of that and 0, wide pixels a row, in the order of their first pixels; pixels that
// touch at corners are connected.
func Of(mask []uint8, wide int, lit uint8) []Piece {
	var all []Piece
	var to []int // of which piece each is a part; itself: none
	var above, here []run
	for y := range len(mask) / wide {
		above, here = here, above[:0]
		row, k := mask[y*wide:(y+1)*wide], 0
		for x := next(row, 0, 0, lit); x < wide; {
			r := run{x, next(row, x, lit, 0), -1}
			for k < len(above) && above[k].to < r.from {
				k++
			}
			for i := k; i < len(above) && above[i].from <= r.to; i++ {
				r.piece = joined(to, r.piece, above[i].piece)
			}
			if r.piece < 0 {
				r.piece = len(all)
				all, to = append(all, Piece{r.from, y, r.to, y, 0}), append(to, r.piece)
			}
			all[r.piece].add(Piece{r.from, y, r.to, y + 1, r.to - r.from})
			here = append(here, r)
			x = next(row, r.to, 0, lit)
		}
	}
	return whole(all, to)
}

// next is the next place from x on that has a value, where all before it have the other; the row's length if there is none.
func next(row []uint8, x int, other, value uint8) int {
	for eight := uint64(other) * 0x0101010101010101; x+8 <= len(row) && binary.LittleEndian.Uint64(row[x:]) == eight; {
		x += 8
	}
	for x < len(row) && row[x] != value {
		x++
	}
	return x
}

// joined makes two pieces one, the first of which may be none (-1), and answers it.
func joined(to []int, a, b int) int {
	b = last(to, b)
	if a < 0 {
		return b
	}
	a = last(to, a)
	a, b = min(a, b), max(a, b)
	to[b] = a
	return a
}

// last is the piece that a piece has become part of.
func last(to []int, p int) int {
	for to[p] != p {
		to[p] = to[to[p]]
		p = to[p]
	}
	return p
}

// whole are the pieces that are no part of another, with all of their parts.
func whole(all []Piece, to []int) []Piece {
	for p := len(all) - 1; p >= 0; p-- { // parts come after what they are part of
		if to[p] != p {
			all[to[p]].add(all[p])
		}
	}
	kept := all[:0]
	for p := range all {
		if to[p] == p {
			kept = append(kept, all[p])
		}
	}
	return kept
}

func (p *Piece) add(o Piece) {
	p.X0, p.Y0, p.X1, p.Y1 = min(p.X0, o.X0), min(p.Y0, o.Y0), max(p.X1, o.X1), max(p.Y1, o.Y1)
	p.Area += o.Area
}
