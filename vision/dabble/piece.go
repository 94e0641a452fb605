package dabble

import "encoding/binary"

// piece is a connected piece of a mask: its box, whose last row and column are the ones before y1 and x1, and its pixels.
type piece struct{ x0, y0, x1, y1, area int }

// run is a row's part of a piece.
type run struct{ from, to, piece int }

// piecesOf are the connected pieces of what is 1 in a mask of 0 and 1, in the order of their first pixels; pixels that touch at corners are connected.
func piecesOf(mask []uint8, wide int) []piece {
	var all []piece
	var to []int // of which piece each is a part; itself: none
	var above, here []run
	for y := range len(mask) / wide {
		above, here = here, above[:0]
		row, k := mask[y*wide:(y+1)*wide], 0
		for x := next(row, 0, 1); x < wide; {
			r := run{x, next(row, x, 0), -1}
			for k < len(above) && above[k].to < r.from {
				k++
			}
			for i := k; i < len(above) && above[i].from <= r.to; i++ {
				r.piece = joined(to, r.piece, above[i].piece)
			}
			if r.piece < 0 {
				r.piece = len(all)
				all, to = append(all, piece{r.from, y, r.to, y, 0}), append(to, r.piece)
			}
			all[r.piece].add(piece{r.from, y, r.to, y + 1, r.to - r.from})
			here = append(here, r)
			x = next(row, r.to, 1)
		}
	}
	return whole(all, to)
}

// next is the next place from x on that has that value; the row's length if there is none.
func next(row []uint8, x int, value uint8) int {
	for other := uint64(1-value) * 0x0101010101010101; x+8 <= len(row) && binary.LittleEndian.Uint64(row[x:]) == other; {
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
func whole(all []piece, to []int) []piece {
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

func (p *piece) add(o piece) {
	p.x0, p.y0, p.x1, p.y1 = min(p.x0, o.x0), min(p.y0, o.y0), max(p.x1, o.x1), max(p.y1, o.y1)
	p.area += o.area
}
