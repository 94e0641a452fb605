package vision

import (
	"bytes"

	"gocv.io/x/gocv"
)

// mask is a picture of which every pixel is lit or 0, in rows of w.
type mask struct {
	w  int
	on []uint8
}

const lit = 255

// maskOf is a Mat's, for as long as that lives.
func maskOf(m gocv.Mat) (mask, error) {
	on, err := m.DataPtrUint8()
	return mask{m.Cols(), on}, err
}

// part is a connected part of a mask: its box and its area, pixels.
type part struct{ x, y, w, h, area int }

// run is lit pixels beside each other, in the columns from first to before end, and the part they belong to.
type run struct{ first, end, part int }

// parts are the mask's connected parts; pixels that meet at corners are connected. They come in the order of their first pixels. Most of a
// mask is 0, so runs are sought and linked with those of the row above.
func (m mask) parts() []part {
	var all forest
	var above, here []run
	for y := 0; (y+1)*m.w <= len(m.on); y++ {
		above, here = here, m.runs(y, above[:0])
		k := 0
		for i := range here {
			r := &here[i]
			for k < len(above) && above[k].end < r.first {
				k++
			}
			r.part = -1
			for n := k; n < len(above) && above[n].first <= r.end; n++ {
				if r.part < 0 {
					r.part = all.root(above[n].part)
				} else {
					r.part = all.join(r.part, above[n].part)
				}
			}
			if r.part < 0 {
				r.part = all.plant(r.first, y)
			}
			all.grow(r.part, r.first, r.end, y)
		}
	}
	return all.parts()
}

// runs are those of a row; they are appended to some.
func (m mask) runs(y int, some []run) []run {
	row := m.on[y*m.w:][:m.w]
	for x := 0; x < m.w; {
		first := bytes.IndexByte(row[x:], lit)
		if first < 0 {
			break
		}
		first += x
		for x = first + 1; x < m.w && row[x] != 0; x++ {
		}
		some = append(some, run{first: first, end: x})
	}
	return some
}

// forest holds parts that may turn out to be one: then the later one's parent is the earlier one, and its pixels are counted there.
type forest []tree

type tree struct {
	parent               int
	x0, y0, x1, y1, area int
}

func (f *forest) plant(x, y int) int {
	*f = append(*f, tree{len(*f), x, y, x, y, 0})
	return len(*f) - 1
}

func (f forest) root(i int) int {
	for f[i].parent != i {
		f[i].parent = f[f[i].parent].parent
		i = f[i].parent
	}
	return i
}

func (f forest) join(i, k int) int {
	i, k = f.root(i), f.root(k)
	if i > k {
		i, k = k, i
	}
	f[k].parent = i
	return i
}

func (f forest) grow(i, first, end, y int) {
	t := &f[i]
	t.x0, t.x1, t.y1 = min(t.x0, first), max(t.x1, end-1), y
	t.area += end - first
}

// parts are the roots, with all that is theirs.
func (f forest) parts() []part {
	for i := len(f) - 1; i >= 0; i-- { // a parent comes before its children
		if t := &f[i]; t.parent != i {
			p := &f[t.parent]
			p.x0, p.x1, p.y0, p.y1 = min(p.x0, t.x0), max(p.x1, t.x1), min(p.y0, t.y0), max(p.y1, t.y1)
			p.area += t.area
		}
	}
	var all []part
	for i := range f {
		if t := &f[i]; t.parent == i {
			all = append(all, part{t.x0, t.y0, t.x1 - t.x0 + 1, t.y1 - t.y0 + 1, t.area})
		}
	}
	return all
}
