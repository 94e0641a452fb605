package board

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/letters/face"
)

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
	sum, sums face.Side
}

func (s *spread) add(f face.Side) {
	s.n++
	for i, v := range f {
		s.sum[i] += v
		s.sums[i] += v * v
	}
}

// log is the log-density of a side.
func (s *spread) log(f face.Side) (sum float64) {
	for i, v := range f {
		mean := s.sum[i] / s.n
		variance := max(s.sums[i]/s.n-mean*mean, 0) + sideSpread*sideSpread
		sum -= (v-mean)*(v-mean)/(2*variance) + math.Log(variance)/2
	}
	return sum
}

// bySides brings in whether a place's sides are like those of tiles or like those of bare places, each beside the same.
func (b *Board) bySides(u Usual) {
	var of [2][2]spread // beside a tile or not; of a tile or not
	list := b.List()
	for _, c := range list {
		sort, sure := c.sort()
		if sort == 0 && (!c.Bare || c.Color < leastLike || c.Contrast > u.faint) {
			continue // what nobody takes for a tile tells nothing
		}
		for k, f := range c.Sides {
			if beside, ok := b.beside(c, k); ok && sure {
				of[beside][sort].add(f)
			}
		}
	}
	for _, c := range list {
		c.side = 0
		for k, f := range c.Sides {
			if beside, ok := b.beside(c, k); ok && of[beside][0].n >= leastSides && of[beside][1].n >= leastSides {
				c.side += min(max(of[beside][1].log(f)-of[beside][0].log(f), -mostOneSide), mostOneSide)
			}
		}
		c.side = min(max(c.side, -mostSides), mostSides)
	}
	for _, c := range list {
		if c.Bare {
			c.Odds += c.side
		} else {
			c.Odds += c.side / 2
		}
		c.Tile = c.Odds > 0
	}
}

// sort is 1 for a tile, 0 for a bare place, and whether that is sure.
func (c *Cell) sort() (sort int, sure bool) {
	switch {
	case c.Odds > 2:
		return 1, true
	case c.Odds < -1.5:
		return 0, true
	}
	return 0, false
}

// beside is the sort of the neighbor at a side, and whether that is known.
func (b *Board) beside(c *Cell, side int) (int, bool) {
	d := b.Cells[c.Place.Add(sideSteps[side])]
	if d == nil {
		return 0, false
	}
	sort, sure := d.sort()
	return sort, sure
}
