package table

import "math"

const (
	size = 512 // texels of a repeat's side: about 0.5 mm each
	full = 65535
)

// rgb is a linear reflectance.
type rgb [3]float32

func (c rgb) mix(d rgb, k float32) rgb {
	return rgb{c[0] + k*(d[0]-c[0]), c[1] + k*(d[1]-c[1]), c[2] + k*(d[2]-c[2])}
}

func (c rgb) mul(k float32) rgb { return rgb{c[0] * k, c[1] * k, c[2] * k} }

type texel [4]uint16

// texture is one repeat of a pattern as a mipmap (Williams 1983), read trilinearly.
type texture struct {
	levels [][]texel // level k has size>>k texels a side
	kx, ky float64   // texels per millimetre
	pitch  float64   // millimetres of a texel: the geometric mean of both sides
}

func newTexture(c *canvas) *texture {
	t := &texture{kx: size / c.w, ky: size / c.h, pitch: math.Sqrt(c.w*c.h) / size}
	level := c.pix
	for n := size; ; n /= 2 {
		packed := make([]texel, n*n)
		for i, p := range level {
			for k, v := range p {
				packed[i][k] = uint16(min(max(v, 0), 1)*full + 0.5)
			}
		}
		t.levels = append(t.levels, packed)
		if n == 1 {
			return t
		}
		level = halve(level, n)
	}
}

func halve(from []rgb, n int) []rgb {
	into := make([]rgb, n*n/4)
	for y := range n / 2 {
		a, b := from[2*y*n:][:n], from[(2*y+1)*n:][:n]
		for x := range n / 2 {
			for k := range 3 {
				into[y*n/2+x][k] = (a[2*x][k] + a[2*x+1][k] + b[2*x][k] + b[2*x+1][k]) / 4
			}
		}
	}
	return into
}

// log2 is the binary logarithm of a positive number, wrong by at most 0.09: the mantissa stands for its own logarithm.
func log2(v float64) float64 {
	b := math.Float64bits(v)
	return float64(int(b>>52)-1023) + float64(b&(1<<52-1))/(1<<52)
}

// at is the mean over a footprint of a radius.
func (t *texture) at(x, y, radius float64) rgb {
	u, v := x*t.kx, y*t.ky
	level := 0.0
	if w := 2 * radius / t.pitch; w > 1 {
		level = min(log2(w), float64(len(t.levels)-1))
	}
	k := int(level)
	c := t.bilinear(k, u, v)
	if f := float32(level - float64(k)); f > 0 {
		c = c.mix(t.bilinear(k+1, u, v), f)
	}
	return c
}

func (t *texture) bilinear(k int, u, v float64) rgb {
	scale := 1 / float64(int(1)<<k)
	u, v = u*scale-0.5, v*scale-0.5
	fu, fv := math.Floor(u), math.Floor(v)
	n := size >> k
	i, j := int(fu), int(fv)
	x0, x1, y0, y1 := i&(n-1), (i+1)&(n-1), (j&(n-1))*n, ((j+1)&(n-1))*n
	a, b := float32(u-fu), float32(v-fv)
	w00, w10, w01, w11 := (1-a)*(1-b)/full, a*(1-b)/full, (1-a)*b/full, a*b/full
	l := t.levels[k]
	p, q, r, s := &l[y0+x0], &l[y0+x1], &l[y1+x0], &l[y1+x1]
	return rgb{
		w00*float32(p[0]) + w10*float32(q[0]) + w01*float32(r[0]) + w11*float32(s[0]),
		w00*float32(p[1]) + w10*float32(q[1]) + w01*float32(r[1]) + w11*float32(s[1]),
		w00*float32(p[2]) + w10*float32(q[2]) + w01*float32(r[2]) + w11*float32(s[2]),
	}
}
