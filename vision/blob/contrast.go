package blob

import "tilewatch/engine"

// contrastGrid is the number of samples along each side of a blob's box.
const contrastGrid = 9

// inkShare is the share of a blob's box that is sure to be ink, however thin the strokes are: the sixth part that differs most.
const inkShare = 6

// Contrast is the gray levels between a blob's ink and its ground (blue, green, red): those by which the sixth of its box that differs most
// does so at least. w and h are the box's sides, pixels.
func (p *Picture) Contrast(at engine.Point, w, h float64, ground [3]float64, dark bool) float64 {
	const n = contrastGrid
	level := Luma(ground)
	var left [n]int
	var right [n]float64 // weight of the pixel on the right
	for i := range left {
		x := clamp(at.X+w*(float64(i)/(n-1)-0.5), float64(p.W)-1.001)
		left[i] = int(x)
		right[i] = x - float64(left[i])
	}
	var gaps [n * n]float64
	for k := range n {
		y := clamp(at.Y+h*(float64(k)/(n-1)-0.5), float64(p.H)-1.001)
		top := int(y)
		low := y - float64(top)
		above, below := p.Gray[top*p.W:][:p.W], p.Gray[(top+1)*p.W:][:p.W]
		for i, x := range left {
			upper := (1-right[i])*float64(above[x]) + right[i]*float64(above[x+1])
			lower := (1-right[i])*float64(below[x]) + right[i]*float64(below[x+1])
			gap := (1-low)*upper + low*lower - level
			if dark {
				gap = -gap
			}
			gaps[n*k+i] = gap
		}
	}
	return Quickselect(gaps[:], n*n*(inkShare-1)/inkShare)
}

// clamp is x, or 0 or high if it lies beyond them. It is for numbers only, and so faster than min and max.
func clamp(x, high float64) float64 {
	if x < 0 {
		return 0
	}
	if x > high {
		return high
	}
	return x
}

// Quickselect is the element that has an index if all are sorted (Hoare 1961). It changes their order.
func Quickselect(all []float64, index int) float64 {
	for len(all) > 1 {
		pivot := all[index]
		i, k := 0, len(all)-1
		for i <= k {
			for all[i] < pivot {
				i++
			}
			for all[k] > pivot {
				k--
			}
			if i <= k {
				all[i], all[k] = all[k], all[i]
				i, k = i+1, k-1
			}
		}
		switch {
		case index <= k:
			all = all[:k+1]
		case index >= i:
			all, index = all[i:], index-i
		default:
			return pivot
		}
	}
	return all[0]
}
