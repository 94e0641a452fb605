// Package resample rectifies a quadrilateral of a picture. It takes a homography from the unit square and fills a
// rectangle, each pixel with the mean of some bilinear samples. Weights are integers, which is several times faster than
// one floating-point look-up per sample.
//
//	homography.Map of the unit square (0, 0 top left, 1, 1 bottom right) to pixels, Samples (antialiasing grid) -> row: samples of one row -> Color or Gray
package resample

import "tilewatch/vision/homography"

// Picture is the bytes of a picture, row by row: 3 a pixel in color (blue, green, red), one in gray. It has at
// least two pixels each way.
type Picture struct {
	W, H int
	Pix  []uint8
}

// Samples are the offsets of the samples from the middle of each pixel of the result, pixels.
type Samples [][2]float64

// Grid is an even grid of n x n samples.
func Grid(n int) Samples {
	all := make(Samples, 0, n*n)
	for i := range n * n {
		all = append(all, [2]float64{(float64(i%n)+0.5)/float64(n) - 0.5, (float64(i/n)+0.5)/float64(n) - 0.5})
	}
	return all
}

// Fractions of a pixel are integers in parts; the weights of a sample sum to whole.
const (
	parts = 1 << 7
	whole = parts * parts
)

// sample is one bilinear sample: the first of its four pixels, and the weights of that one, its right neighbor,
// and the two below.
type sample struct {
	at int
	w  [4]int32
}

// Color fills to, rows of wide pixels, with means of blue, green and red, 0 to 255. Outside of the picture its
// border pixels repeat.
func Color(to [][3]float32, p Picture, m homography.Map, wide int, samples Samples) {
	n, down, unit := len(samples), 3*p.W, 1/float32(len(samples)*whole)
	row := make([]sample, wide*n)
	for y := range len(to) / wide {
		p.row(row, m, y, len(to)/wide, samples)
		for x := range wide {
			var b, g, r int32
			for _, s := range row[x*n : (x+1)*n] {
				up, low := p.Pix[3*s.at:3*s.at+6], p.Pix[3*s.at+down:3*s.at+down+6]
				b += s.w[0]*int32(up[0]) + s.w[1]*int32(up[3]) + s.w[2]*int32(low[0]) + s.w[3]*int32(low[3])
				g += s.w[0]*int32(up[1]) + s.w[1]*int32(up[4]) + s.w[2]*int32(low[1]) + s.w[3]*int32(low[4])
				r += s.w[0]*int32(up[2]) + s.w[1]*int32(up[5]) + s.w[2]*int32(low[2]) + s.w[3]*int32(low[5])
			}
			to[y*wide+x] = [3]float32{float32(b) * unit, float32(g) * unit, float32(r) * unit}
		}
	}
}

// Gray is Color for a gray picture, rounded.
func Gray(to []uint8, p Picture, m homography.Map, wide int, samples Samples) {
	n, all := len(samples), int32(len(samples)*whole)
	row := make([]sample, wide*n)
	for y := range len(to) / wide {
		p.row(row, m, y, len(to)/wide, samples)
		for x := range wide {
			sum := all / 2
			for _, s := range row[x*n : (x+1)*n] {
				up, low := p.Pix[s.at:s.at+2], p.Pix[s.at+p.W:s.at+p.W+2]
				sum += s.w[0]*int32(up[0]) + s.w[1]*int32(up[1]) + s.w[2]*int32(low[0]) + s.w[3]*int32(low[1])
			}
			to[y*wide+x] = uint8(sum / all)
		}
	}
}

// row computes the samples of row y of high.
func (p *Picture) row(to []sample, m homography.Map, y, high int, samples Samples) {
	n := len(samples)
	step, right, foot := float64(n)/float64(len(to)), float64(p.W)-1.001, float64(p.H)-1.001
	for k, d := range samples {
		v := (float64(y) + 0.5 + d[1]) / float64(high)
		a, b, c := m[1]*v+m[2], m[4]*v+m[5], m[7]*v+1
		u := (0.5 + d[0]) * step
		for i := k; i < len(to); i += n {
			w := 1 / (m[6]*u + c)
			x, y := (m[0]*u+a)*w, (m[3]*u+b)*w
			u += step
			if !(x >= 0) { // also NaN
				x = 0
			}
			if !(y >= 0) {
				y = 0
			}
			x, y = min(x, right), min(y, foot)
			ix, iy := int(x), int(y)
			fx, fy := int32((x-float64(ix))*parts), int32((y-float64(iy))*parts)
			to[i] = sample{iy*p.W + ix, [4]int32{(parts - fx) * (parts - fy), fx * (parts - fy), (parts - fx) * fy, fx * fy}}
		}
	}
}

// Bytes are means of blue, green and red as rounded red, green and blue.
func Bytes(means [][3]float32) [][3]uint8 {
	all := make([][3]uint8, len(means))
	for i, m := range means {
		all[i] = [3]uint8{uint8(m[2] + 0.5), uint8(m[1] + 0.5), uint8(m[0] + 0.5)}
	}
	return all
}
