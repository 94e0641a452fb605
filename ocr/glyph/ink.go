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
	plastic                 float32 // its gray level
	contrast, noise, amount float32 // gray levels, gray levels, share of the middle that is ink
	separation              float32 // share of the variance that two levels explain
	smooth                  [side * side]float32
}

// middle marks the pixels where only the big letter can be; inMiddle lists them.
var middle, inMiddle = func() (m [side * side]bool, list []int16) {
	for i := range m {
		x, y := math.Abs(float64(i%side)-half)/side, math.Abs(float64(i/side)-half)/side
		if m[i] = x < reach && y < reach && (x < cornerAt || y < cornerAt); m[i] {
			list = append(list, int16(i))
		}
	}
	return m, list
}()

// load brings one plane of a face to the working size, takes out the slope of its light and scales it to ink.
func (k *ink) load(pix []uint8, size int) {
	var raw [side * side]float32
	resample(pix, size, &raw)
	blur(&raw, &k.smooth)
	t := k.split(&k.smooth)
	dark := k.inkIsDark(t)
	k.level(t, dark)
	t = k.split(&k.smooth)
	k.scale(t, k.inkIsDark(t))
}

// resample brings a plane to the working size: nearest where it has it, else the mean of a small box.
func resample(pix []uint8, size int, out *[side * side]float32) {
	if size == side {
		for i, v := range pix {
			out[i] = float32(v)
		}
		return
	}
	g := Gray{W: size, H: size, Pix: pix}
	ratio := float64(size) / side
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
	n, sum := len(inMiddle), 0
	for _, i := range inMiddle {
		b := int(min(max(p[i], 0), 255))
		hist[b]++
		sum += b
	}
	best, at := -1.0, 0
	below, belowSum := 0, 0
	for b, h := range hist {
		if h == 0 {
			continue
		}
		below += h
		belowSum += b * h
		if below == n {
			break
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
	dark := 0
	for _, i := range inMiddle {
		if k.smooth[i] < t {
			dark++
		}
	}
	return 2*dark < len(inMiddle)
}

// level fits a plane to the plastic and takes its slope away.
func (k *ink) level(t float32, dark bool) {
	var n, sx, sy, sxx, sxy, syy, sv, sxv, syv float32
	for _, i := range inMiddle {
		v := k.smooth[i]
		if (v < t) == dark {
			continue
		}
		x, y, w := float32(i%side)-half, float32(i/side)-half, v-t
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
	a, b := (sxv*syy-syv*sxy)/det, (syv*sxx-sxv*sxy)/det
	for y := range side {
		at := b*(float32(y)-half) - a*half
		row := k.smooth[y*side : (y+1)*side]
		for x := range row {
			row[x] -= at
			at += a
		}
	}
}

// scale turns gray levels into ink and notes how sure the two levels are.
func (k *ink) scale(t float32, dark bool) {
	var n, sum, sq [2]float32 // plastic, ink; from the threshold
	for _, i := range inMiddle {
		v, c := k.smooth[i]-t, 0
		if (v < 0) == dark {
			c = 1
		}
		n[c]++
		sum[c] += v
		sq[c] += v * v
	}
	all := n[0] + n[1]
	n[0], n[1] = max(n[0], 1), max(n[1], 1)
	plastic, printed := sum[0]/n[0], sum[1]/n[1]
	gap := plastic - printed
	mean := (sum[0] + sum[1]) / all
	total := max((sq[0]+sq[1])/all-mean*mean, 1e-3)
	k.contrast = max(gap, -gap)
	k.noise = float32(math.Sqrt(float64(max(sq[0]/n[0]-plastic*plastic, 0))))
	k.amount = n[1] / all
	k.separation = n[0] * n[1] / (all * all) * gap * gap / total
	k.plastic = plastic + t
	unit := 1 / max(k.contrast, minContrast)
	if dark {
		unit = -unit
	}
	for i, v := range k.smooth {
		k.pix[i] = min(max((v-k.plastic)*unit, -0.5), 1.5)
	}
}
