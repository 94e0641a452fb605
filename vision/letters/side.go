package letters

import (
	"math"

	"tilewatch/engine"
)

// side is what lies along one side of a place: the logarithms of how dark and how light it gets there, beside the face. Where tiles
// meet there are gaps, where nothing lies a board's lines.
type side [2]float64

// The strip along a side, in steps.
const (
	sideReach = 0.15 // before and beyond the side
	sideLong  = 0.3  // from its middle
)

// sides are the patch's sides to the right, below, to the left and above, around a face of that gray level.
func (p *patch) sides(ground float64) (all [4]side) {
	const floor, from, to = 12, int((patchReach + 0.5 - sideReach) * perStep), int((patchReach + 0.5 + sideReach) * perStep)
	const low, high = int((patchReach - sideLong) * perStep), int((patchReach + sideLong) * perStep)
	for k := range all {
		dark, light := math.Inf(1), math.Inf(-1)
		for x := from; x <= to; x++ {
			sum := float32(0)
			for y := low; y < high; y++ {
				sum += p.gray[turnedIndex(x, y, k)]
			}
			level := math.Log((float64(sum)/float64(high-low) + floor) / (ground + floor))
			dark, light = min(dark, level), max(light, level)
		}
		all[k] = side{dark, light}
	}
	return all
}

// turnedIndex is the index of a patch's pixel after so many quarter turns clockwise around the patch's middle.
func turnedIndex(x, y, quarters int) int {
	for range quarters {
		x, y = patchSide-1-y, x
	}
	return y*patchSide + x
}

// sideSteps lead to the neighbors in the order of sides.
var sideSteps = [4]engine.Place{{Col: 1}, {Row: 1}, {Col: -1}, {Row: -1}}

// Limits of what sides say.
const (
	leastSides  = 5    // of a sort that is judged by
	sideSpread  = 0.05 // the least standard deviation
	mostOneSide = 0.5  // log-odds
	mostSides   = 1.0
	leastLike   = -3.0 // log-odds by color
)

// spread is a normal distribution of sides.
type spread struct {
	n         float64
	sum, sums side
}

func (s *spread) add(f side) {
	s.n++
	for i, v := range f {
		s.sum[i] += v
		s.sums[i] += v * v
	}
}

// log is the log-density of a side.
func (s *spread) log(f side) (sum float64) {
	for i, v := range f {
		mean := s.sum[i] / s.n
		variance := max(s.sums[i]/s.n-mean*mean, 0) + sideSpread*sideSpread
		sum -= (v-mean)*(v-mean)/(2*variance) + math.Log(variance)/2
	}
	return sum
}

// bySides brings in whether a place's sides are like those of tiles or like those of bare places, each beside the same.
func (b *board) bySides(u usual) {
	var of [2][2]spread // beside a tile or not; of a tile or not
	list := b.list()
	for _, c := range list {
		sort, sure := c.sort()
		if sort == 0 && (!c.bare || c.color < leastLike || c.contrast > u.faint) {
			continue // what nobody takes for a tile tells nothing
		}
		for k, f := range c.sides {
			if beside, ok := b.beside(c, k); ok && sure {
				of[beside][sort].add(f)
			}
		}
	}
	for _, c := range list {
		c.side = 0
		for k, f := range c.sides {
			if beside, ok := b.beside(c, k); ok && of[beside][0].n >= leastSides && of[beside][1].n >= leastSides {
				c.side += min(max(of[beside][1].log(f)-of[beside][0].log(f), -mostOneSide), mostOneSide)
			}
		}
		c.side = min(max(c.side, -mostSides), mostSides)
	}
	for _, c := range list {
		if c.bare {
			c.odds += c.side
		} else {
			c.odds += c.side / 2
		}
		c.tile = c.odds > 0
	}
}

// sort is 1 for a tile, 0 for a bare place, and whether that is sure.
func (c *cell) sort() (sort int, sure bool) {
	switch {
	case c.odds > 2:
		return 1, true
	case c.odds < -1.5:
		return 0, true
	}
	return 0, false
}

// beside is the sort of the neighbor at a side, and whether that is known.
func (b *board) beside(c *cell, side int) (int, bool) {
	d := b.cells[c.place.Add(sideSteps[side])]
	if d == nil {
		return 0, false
	}
	sort, sure := d.sort()
	return sort, sure
}
