package table

import (
	"math"
	"math/rand/v2"
)

// field is tileable value noise of mean about 0, within -1 to 1, one value for each pixel of a canvas.
type field []float32

// newField adds octaves of value noise; the first has kx and ky cells a side.
func newField(r *rand.Rand, kx, ky, octaves int) field {
	f := make(field, size*size)
	amp, sum := float32(1), float32(0)
	for range octaves {
		f.add(r, min(kx, size), min(ky, size), amp)
		sum += amp
		kx, ky, amp = kx*2, ky*2, amp*0.5
	}
	for i := range f {
		f[i] /= sum
	}
	return f
}

func (f field) add(r *rand.Rand, kx, ky int, amp float32) {
	lattice := make([]float32, kx*ky)
	for i := range lattice {
		lattice[i] = amp * (2*r.Float32() - 1)
	}
	left, right, weight := make([]int, size), make([]int, size), make([]float32, size)
	for i := range size {
		left[i], right[i], weight[i] = knot(i, kx)
	}
	row := make([]float32, kx)
	for j := range size {
		a, b, w := knot(j, ky)
		for i := range row {
			row[i] = lattice[a*kx+i] + w*(lattice[b*kx+i]-lattice[a*kx+i])
		}
		out := f[j*size:][:size]
		for i := range out {
			p := row[left[i]]
			out[i] += p + weight[i]*(row[right[i]]-p)
		}
	}
}

// knot is where pixel i lies between the cells of a lattice: the two cells and the smoothed weight of the second.
func knot(i, cells int) (left, right int, weight float32) {
	at := (float64(i) + 0.5) * float64(cells) / size
	low := int(at)
	w := at - float64(low)
	return low % cells, (low + 1) % cells, float32(w * w * (3 - 2*w))
}

// at is the field's value at millimetres of a canvas.
func (f field) at(c *canvas, x, y float64) float64 {
	i, j := int(math.Floor(x*size/c.w))&(size-1), int(math.Floor(y*size/c.h))&(size-1)
	return float64(f[j*size+i])
}
