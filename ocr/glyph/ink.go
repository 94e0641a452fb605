package glyph

import "math"

// side is the working size of a face; half its center, in pixel centers.
const (
	side = 48
	half = (side - 1) / 2.0
)

// The parts of a face, as shares of its side from its center. The small letter of the tile's other side lies
// in a corner, where both coordinates pass cornerAt; the printed frame and the neighbors lie beyond reach.
const (
	reach    = 0.39
	cornerAt = 0.25
)

// minContrast, in gray levels, is the least difference that is scaled up to full ink; below it a face fades.
const minContrast = 10

// ink is a face in a scale of its own: 0 plastic, 1 ink, whatever is dark and whatever is light.
type ink struct {
	pix                     [side * side]float32
	contrast, noise, amount float32 // gray levels, gray levels, share of the middle that is ink
	separation              float32 // share of the variance that two levels explain
	smooth                  [side * side]float32
}

// middle marks the pixels where only the big letter can be.
var middle = func() (m [side * side]bool) {
	for i := range m {
		x, y := math.Abs(float64(i%side)-half)/side, math.Abs(float64(i/side)-half)/side
		m[i] = x < reach && y < reach && (x < cornerAt || y < cornerAt)
	}
	return m
}()

// load brings the face to the working size, takes out the slope of its light and scales it to ink.
func (k *ink) load(f Face) {
	var raw [side * side]float32
	resample(f, &raw)
	blur(&raw, &k.smooth)
	t := k.split(&k.smooth)
	dark := k.inkIsDark(t)
	k.level(t, dark)
	t = k.split(&k.smooth)
	k.scale(t, k.inkIsDark(t))
}

// resample brings a face to the working size: nearest where it has it, else the mean of a small box.
func resample(f Face, out *[side * side]float32) {
	if f.Size == side {
		for i, v := range f.Pix {
			out[i] = float32(v)
		}
		return
	}
	g := Gray{W: f.Size, H: f.Size, Pix: f.Pix}
	ratio := float64(f.Size) / side
	n := int(math.Ceil(ratio))
	for i := range out {
		sum := 0.0
		for s := range n * n {
			x := (float64(i%side)+(float64(s%n)+0.5)/float64(n))*ratio - 0.5
			y := (float64(i/side)+(float64(s/n)+0.5)/float64(n))*ratio - 0.5
			sum += g.At(x, y)
		}
		out[i] = float32(sum / float64(n*n))
	}
}

// blur is the 1-2-1 binomial in both directions; the border goes on.
func blur(in, out *[side * side]float32) {
	var tmp [side * side]float32
	for y := range side {
		row, to := in[y*side:(y+1)*side], tmp[y*side:(y+1)*side]
		to[0] = (3*row[0] + row[1]) / 4
		for x := 1; x < side-1; x++ {
			to[x] = (row[x-1] + 2*row[x] + row[x+1]) / 4
		}
		to[side-1] = (row[side-2] + 3*row[side-1]) / 4
	}
	for y := range side {
		up, down := max(y-1, 0)*side, min(y+1, side-1)*side
		for x := range side {
			out[y*side+x] = (tmp[up+x] + 2*tmp[y*side+x] + tmp[down+x]) / 4
		}
	}
}

// split is Otsu's threshold of the middle.
func (k *ink) split(p *[side * side]float32) float32 {
	var hist [256]int
	n, sum := 0, 0
	for i, v := range p {
		if middle[i] {
			b := int(min(max(v, 0), 255))
			hist[b]++
			n++
			sum += b
		}
	}
	best, at := -1.0, 0
	below, belowSum := 0, 0
	for b, h := range hist {
		below += h
		belowSum += b * h
		if below == 0 || below == n {
			continue
		}
		d := float64(belowSum)/float64(below) - float64(sum-belowSum)/float64(n-below)
		if between := d * d * float64(below) * float64(n-below); between > best {
			best, at = between, b
		}
	}
	return float32(at) + 1
}

// inkIsDark tells whether the smaller part of the middle is the darker one: no letter covers half of it.
func (k *ink) inkIsDark(t float32) bool {
	dark, all := 0, 0
	for i, v := range k.smooth {
		if middle[i] {
			all++
			if v < t {
				dark++
			}
		}
	}
	return 2*dark < all
}

// level fits a plane to the plastic and takes its slope away.
func (k *ink) level(t float32, dark bool) {
	var n, sx, sy, sxx, sxy, syy, sv, sxv, syv float64
	for i, v := range k.smooth {
		if !middle[i] || (v < t) == dark {
			continue
		}
		x, y, w := float64(i%side)-half, float64(i/side)-half, float64(v)
		n++
		sx, sy, sv = sx+x, sy+y, sv+w
		sxx, sxy, syy = sxx+x*x, sxy+x*y, syy+y*y
		sxv, syv = sxv+x*w, syv+y*w
	}
	if n < 50 {
		return
	}
	sxx, sxy, syy = sxx-sx*sx/n, sxy-sx*sy/n, syy-sy*sy/n
	sxv, syv = sxv-sx*sv/n, syv-sy*sv/n
	det := sxx*syy - sxy*sxy
	if det < 1 {
		return
	}
	a, b := float32((sxv*syy-syv*sxy)/det), float32((syv*sxx-sxv*sxy)/det)
	for i := range k.smooth {
		k.smooth[i] -= a*(float32(i%side)-half) + b*(float32(i/side)-half)
	}
}

// scale turns gray levels into ink and notes how sure the two levels are.
func (k *ink) scale(t float32, dark bool) {
	var n, sum, sq [2]float64 // plastic, ink
	for i, v := range k.smooth {
		if middle[i] {
			c := 0
			if (v < t) == dark {
				c = 1
			}
			n[c]++
			sum[c] += float64(v)
			sq[c] += float64(v) * float64(v)
		}
	}
	for c := range n {
		n[c] = max(n[c], 1)
	}
	plastic, printed := sum[0]/n[0], sum[1]/n[1]
	total := max((sq[0]+sq[1])/(n[0]+n[1])-math.Pow((sum[0]+sum[1])/(n[0]+n[1]), 2), 1e-3)
	between := n[0] * n[1] / math.Pow(n[0]+n[1], 2) * math.Pow(plastic-printed, 2)
	k.contrast = float32(math.Abs(plastic - printed))
	k.noise = float32(math.Sqrt(max(sq[0]/n[0]-plastic*plastic, 0)))
	k.amount = float32(n[1] / (n[0] + n[1]))
	k.separation = float32(between / total)
	unit := 1 / max(k.contrast, minContrast)
	if dark {
		unit = -unit
	}
	for i, v := range k.smooth {
		k.pix[i] = min(max((v-float32(plastic))*unit, -0.5), 1.5)
	}
}
