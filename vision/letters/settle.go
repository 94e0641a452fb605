package letters

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
)

// profile is how much the gray level changes to the right and downwards, for each column and row of a patch, along its middle.
type profile struct{ right, down [patchSide]float32 }

// profile is that of the patch.
func (p *patch) profile() (e profile) {
	const low, high = patchSide * 35 / 100, patchSide * 65 / 100
	for i := 1; i < patchSide-1; i++ {
		for j := low; j < high; j++ {
			e.right[i] += float32(math.Abs(float64(p.gray[j*patchSide+i+1] - p.gray[j*patchSide+i-1])))
			e.down[i] += float32(math.Abs(float64(p.gray[(i+1)*patchSide+j] - p.gray[(i-1)*patchSide+j])))
		}
	}
	return e
}

// settle fits the lattice to the letters, and then to the tiles' edges: letters stand a little off their middles.
func (b *board) settle() {
	var pairs []homography.Pair
	low, high, first := engine.Place{}, engine.Place{}, true
	linked := b.linked()
	for _, c := range b.list() {
		if !c.tile || c.bare || c.odds < 1 || !linked[c.place] {
			continue
		}
		if first {
			low, high, first = c.place, c.place, false
		}
		low = engine.Place{Row: min(low.Row, c.place.Row), Col: min(low.Col, c.place.Col)}
		high = engine.Place{Row: max(high.Row, c.place.Row), Col: max(high.Col, c.place.Col)}
		at := c.frame.point(c.midX, c.midY)
		pairs = append(pairs, homography.Pair{X: float64(c.place.Col), Y: float64(c.place.Row), At: at, Weight: 1})
	}
	small := min(high.Row-low.Row, high.Col-low.Col)
	if len(pairs) < 4 || small < 1 {
		return
	}
	before := b.h
	if h, ok := homography.Fit(pairs, len(pairs) >= perspectiv && small >= 3); ok {
		b.h = h
	}
	b.center(before)
}

// center moves the lattice so that the tiles' edges lie half a step from their middles.
func (b *board) center(before homography.Map) {
	var sum profile
	old := lattice{h: before}
	for _, c := range b.list() {
		if !c.tile {
			continue
		}
		// The profiles were taken where the lattice lay before.
		row, col := float64(c.place.Row), float64(c.place.Col)
		from, to := old.point(row, col), b.point(row, col)
		u, v := geom.Sub(old.point(row, col+0.5), old.point(row, col-0.5)), geom.Sub(old.point(row+0.5, col), old.point(row-0.5, col))
		d := geom.Sub(to, from)
		det := geom.Cross(u, v)
		dx, dy := int(math.Round(geom.Cross(d, v)/det*perStep)), int(math.Round(geom.Cross(u, d)/det*perStep))
		for i := range patchSide {
			if j := i + dx; j >= 0 && j < patchSide {
				sum.right[i] += c.edges.right[j]
			}
			if j := i + dy; j >= 0 && j < patchSide {
				sum.down[i] += c.edges.down[j]
			}
		}
	}
	x, y := offset(&sum.right), offset(&sum.down)
	b.h = b.h.Shifted(x, y)
}

// mostOff is how far from a tile's middle its letters stand at most, in pixels of a patch.
const mostOff = 8

// offset is where the middle between two edges lies that are a step apart, in steps.
func offset(e *[patchSide]float32) float64 {
	const half = patchSide * 5 / 14
	best, at := float32(-1), 0
	for d := -mostOff; d <= mostOff; d++ {
		mid := patchSide/2 + d
		score := float32(0)
		for k := -2; k <= 2; k++ { // gaps are wide
			score += e[mid-half+k] + e[mid+half-1+k]
		}
		if score > best {
			best, at = score, d
		}
	}
	return float64(at) / perStep
}
