package glyph

import "slices"

// partWindow is the window of a partly hidden face: where its letter begins and ends nobody knows.
const partWindow = 2 * reach * side

// unseen stands for a dot of the small picture that nothing is known about.
const unseen = -1

// PartVectors are Vectors of a partly hidden face, for a net that learned from such faces: what is hidden has no strokes, and
// its dots say so.
func (e *Extractor) PartVectors(plane []uint8, hidden []bool, size int, out *[4]Vector) {
	e.ink.load(filled(plane, hidden, size), size)
	e.look(window{half, half, partWindow})
	seen := e.mask(hidden, size)
	v := &out[0]
	*v = Vector{}
	e.strokes(v)
	e.partDots(v)
	n := v[hogSize+inkSize:]
	e.levels(n)
	n[4] = 4*seen - 2
	Turns(out)
}

// filled is the plane with plain plastic where it is hidden: the median of what is seen around the letter.
func filled(plane []uint8, hidden []bool, size int) []uint8 {
	var rim []uint8
	for i, v := range plane {
		x, y := i%size, i/size
		if edge := min(x, y, size-1-x, size-1-y); !hidden[i] && 16*edge > size && 4*edge < size {
			rim = append(rim, v)
		}
	}
	plastic := uint8(128)
	if len(rim) > 0 {
		slices.Sort(rim)
		plastic = rim[len(rim)/2]
	}
	out := slices.Clone(plane)
	for i := range out {
		if hidden[i] {
			out[i] = plastic
		}
	}
	return out
}

// mask notes which samples of the window are hidden, or beside what is: there the picture is blurred. It answers the share that is seen.
func (e *Extractor) mask(hidden []bool, size int) float32 {
	e.hidden = new([grid * grid]bool)
	const step = partWindow / grid
	at := func(i int) int {
		place := half + (float64(i)-(grid-1)/2.0)*step + 0.5
		return int(place * float64(size) / side)
	}
	seen := 0
	for j := range grid {
		for i := range grid {
			if hidden[at(j)*size+at(i)] {
				for y := max(0, j-1); y <= min(grid-1, j+1); y++ {
					for x := max(0, i-1); x <= min(grid-1, i+1); x++ {
						e.hidden[y*grid+x] = true
					}
				}
			}
		}
	}
	for _, h := range e.hidden {
		if !h {
			seen++
		}
	}
	return float32(seen) / (grid * grid)
}

// partDots fills the small picture from what is seen of each dot, if that is half of it.
func (e *Extractor) partDots(v *Vector) {
	const n = grid / dots
	for d := range dots * dots {
		sum, count := float32(0), 0
		for s := range n * n {
			at := (d/dots*n+s/n)*grid + d%dots*n + s%n
			if !e.hidden[at] {
				sum += e.sample[at]
				count++
			}
		}
		v[hogSize+d] = unseen
		if 2*count >= n*n {
			v[hogSize+d] = sum / float32(count)
		}
	}
}
