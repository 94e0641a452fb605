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
	pix    [side * side]float32
	smooth [side * side]float32
	levels         // after the light has been evened out
	raw    levels  // before
	spread float64 // standard deviation before
}

// levels are the two levels of gray in the middle of a face.
type levels struct {
	plastic                 float32 // its gray level
	contrast, noise, amount float32 // gray levels, gray levels, share of the middle that is ink
	separation              float32 // share of the variance that two levels explain
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

// load brings one plane of a face to the working size, evens out its light and scales it to ink.
func (k *ink) load(pix []uint8, size int) {
	k.prepare(pix, size)
	k.evenOut()
}

// evenOut goes on where prepare ends.
func (k *ink) evenOut() {
	k.even()
	k.scale(k.part())
}

// loadAsIs scales the plane to ink as the light left it.
func (k *ink) loadAsIs(pix []uint8, size int) {
	k.scale(k.prepare(pix, size))
}

// prepare brings the plane to the working size and notes its levels and spread.
func (k *ink) prepare(pix []uint8, size int) (dark bool) {
	var raw [side * side]float32
	resample(pix, size, &raw)
	blur(&raw, &k.smooth)
	dark = k.part()
	k.raw = k.levels
	var sum, sq float64
	for _, i := range inMiddle {
		v := float64(k.smooth[i])
		sum += v
		sq += v * v
	}
	n := float64(len(inMiddle))
	k.spread = math.Sqrt(max(sq/n-sum*sum/n/n, 0))
	return dark
}

// evenReach is how far around a pixel, in pixels, its surroundings are taken to lie: beyond a stroke's width, and less
// than a letter's.
const evenReach = 9

// even measures each pixel against its surroundings, mean and spread, so that a slope of light, the edge of a shadow or
// a reflection changes a letter's edges little. The result is centered on 128.
func (k *ink) even() {
	const n = side + 1
	var sum, sq [n * n]float64
	for y := range side {
		var rowSum, rowSq float64
		for x := range side {
			v := float64(k.smooth[y*side+x])
			rowSum += v
			rowSq += v * v
			sum[(y+1)*n+x+1] = sum[y*n+x+1] + rowSum
			sq[(y+1)*n+x+1] = sq[y*n+x+1] + rowSq
		}
	}
	floor := 0.1*k.spread*k.spread + 9
	for y := range side {
		top, bottom := max(y-evenReach, 0)*n, min(y+evenReach+1, side)*n
		for x := range side {
			left, right := max(x-evenReach, 0), min(x+evenReach+1, side)
			share := 1 / float64((bottom-top)/n*(right-left))
			mean := (sum[bottom+right] - sum[bottom+left] - sum[top+right] + sum[top+left]) * share
			square := (sq[bottom+right] - sq[bottom+left] - sq[top+right] + sq[top+left]) * share
			v := float64(k.smooth[y*side+x]) - mean
			k.smooth[y*side+x] = float32(128 + 40*v/math.Sqrt(max(square-mean*mean, 0)+floor))
		}
	}
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

// inkIsDark reports whether the smaller part of the middle is the darker one: no letter covers half of it.
func (k *ink) inkIsDark(t float32) bool {
	dark := 0
	for _, i := range inMiddle {
		if k.smooth[i] < t {
			dark++
		}
	}
	return 2*dark < len(inMiddle)
}

// part separates plastic from ink: it stores their levels and answers whether the ink is the darker one.
func (k *ink) part() (dark bool) {
	t := k.split(&k.smooth)
	dark = k.inkIsDark(t)
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
	return dark
}

// scale turns gray levels into ink.
func (k *ink) scale(dark bool) {
	unit := 1 / max(k.contrast, minContrast)
	if dark {
		unit = -unit
	}
	for i, v := range k.smooth {
		k.pix[i] = min(max((v-k.plastic)*unit, -0.5), 1.5)
	}
}
