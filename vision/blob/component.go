package blob

import "encoding/binary"

// Component is a connected part of a mask: its bounding box, and its area in pixels. X1 and Y1 are the first column and row beyond the box.
type Component struct{ X0, Y0, X1, Y1, Area int }

// Width is the width of the component's box, pixels.
func (c *Component) Width() int { return c.X1 - c.X0 }

// Height is the height of the component's box, pixels.
func (c *Component) Height() int { return c.Y1 - c.Y0 }

func (c *Component) add(o Component) {
	c.X0, c.Y0, c.X1, c.Y1 = min(c.X0, o.X0), min(c.Y0, o.Y0), max(c.X1, o.X1), max(c.Y1, o.Y1)
	c.Area += o.Area
}

// Lit is the value of a mask's ink; all other pixels are 0.
const Lit = 255

// Mask is a binary picture: Pix holds rows of Width pixels, each Lit or 0.
type Mask struct {
	Width int
	Pix   []uint8
}

// run is a part of a component in one row: from its first column to the one beyond its last.
type run struct{ from, to, component int }

// Components finds the mask's connected components, in the order of their first pixels. Pixels that touch at corners are connected
// (8-connectivity). It works on runs of a row with a union-find, eight pixels at a time where the mask is empty, which is faster on sparse
// masks than labeling every pixel (cv::connectedComponents).
func (m Mask) Components() []Component {
	var all []Component
	var parent []int // of each component in the union-find; a root is its own
	var above, here []run
	for y := range len(m.Pix) / m.Width {
		above, here = here, above[:0]
		row, k := m.Pix[y*m.Width:(y+1)*m.Width], 0
		for x := next(row, 0, 0, Lit); x < m.Width; {
			r := run{x, next(row, x, Lit, 0), -1}
			for k < len(above) && above[k].to < r.from {
				k++
			}
			for i := k; i < len(above) && above[i].from <= r.to; i++ {
				r.component = union(parent, r.component, above[i].component)
			}
			if r.component < 0 {
				r.component = len(all)
				all, parent = append(all, Component{r.from, y, r.to, y, 0}), append(parent, r.component)
			}
			all[r.component].add(Component{r.from, y, r.to, y + 1, r.to - r.from})
			here = append(here, r)
			x = next(row, r.to, 0, Lit)
		}
	}
	return merge(all, parent)
}

// next is the first column from x on that has a value, where all columns before it have the other; the row's length if there is none.
func next(row []uint8, x int, other, value uint8) int {
	for eight := uint64(other) * 0x0101010101010101; x+8 <= len(row) && binary.LittleEndian.Uint64(row[x:]) == eight; {
		x += 8
	}
	for x < len(row) && row[x] != value {
		x++
	}
	return x
}

// union joins two components and returns their root; the first may be none (-1).
func union(parent []int, a, b int) int {
	b = root(parent, b)
	if a < 0 {
		return b
	}
	a = root(parent, a)
	a, b = min(a, b), max(a, b)
	parent[b] = a
	return a
}

// root follows a component's parents to the root, and halves the path.
func root(parent []int, c int) int {
	for parent[c] != c {
		parent[c] = parent[parent[c]]
		c = parent[c]
	}
	return c
}

// merge adds all components to their roots, and returns the roots.
func merge(all []Component, parent []int) []Component {
	for c := len(all) - 1; c >= 0; c-- { // a child comes after its parent
		if parent[c] != c {
			all[parent[c]].add(all[c])
		}
	}
	roots := all[:0]
	for c := range all {
		if parent[c] == c {
			roots = append(roots, all[c])
		}
	}
	return roots
}
