package board

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/letters/face"
)

// sideSteps lead to the neighbors in the order of a cell's sides.
var sideSteps = [4]engine.Place{{Col: 1}, {Row: 1}, {Col: -1}, {Row: -1}}

// Limits of the evidence of sides.
const (
	leastSides  = 5    // samples of a class that make a distribution
	sideSpread  = 0.05 // least standard deviation
	mostOneSide = 0.5  // log-odds
	mostSides   = 1.0  // log-odds of all four
	leastLike   = -3.0 // log-odds by color of an empty place that counts as a sample
)

// gaussian is a normal distribution of sides, from its sums.
type gaussian struct {
	n         float64
	sum, sums face.Side
}

func (s *gaussian) add(f face.Side) {
	s.n++
	for i, v := range f {
		s.sum[i] += v
		s.sums[i] += v * v
	}
}

// log is the log-density of a side.
func (s *gaussian) log(f face.Side) (sum float64) {
	for i, v := range f {
		mean := s.sum[i] / s.n
		variance := max(s.sums[i]/s.n-mean*mean, 0) + sideSpread*sideSpread
		sum -= (v-mean)*(v-mean)/(2*variance) + math.Log(variance)/2
	}
	return sum
}

// addSides adds the evidence of sides: each is compared with those of tiles and of empty places, both with the same neighbor.
func (b *Board) addSides(u Typical) {
	var of [2][2]gaussian // beside a tile or not; of a tile or not
	list := b.List()
	for _, c := range list {
		sort, sure := c.class()
		if sort == 0 && (!c.Blank || c.ColorOdds < leastLike || c.Contrast > u.mostGrain) {
			continue // not a plausible tile: no sample of empty places
		}
		for k, f := range c.Sides {
			if beside, ok := b.neighborClass(c, k); ok && sure {
				of[beside][sort].add(f)
			}
		}
	}
	for _, c := range list {
		c.SideOdds = 0
		for k, f := range c.Sides {
			if beside, ok := b.neighborClass(c, k); ok && of[beside][0].n >= leastSides && of[beside][1].n >= leastSides {
				c.SideOdds += min(max(of[beside][1].log(f)-of[beside][0].log(f), -mostOneSide), mostOneSide)
			}
		}
		c.SideOdds = min(max(c.SideOdds, -mostSides), mostSides)
	}
	for _, c := range list {
		if c.Blank {
			c.Odds += c.SideOdds
		} else {
			c.Odds += c.SideOdds / 2
		}
		c.Tile = c.Odds > 0
	}
}

// class is 1 for a tile and 0 for an empty place, and whether that is sure.
func (c *Cell) class() (sort int, sure bool) {
	switch {
	case c.Odds > sidesOfTile:
		return 1, true
	case c.Odds < SurelyBare:
		return 0, true
	}
	return 0, false
}

// neighborClass is the class of the neighbor at a side, and whether that is known.
func (b *Board) neighborClass(c *Cell, side int) (int, bool) {
	d := b.Cells[c.Place.Add(sideSteps[side])]
	if d == nil {
		return 0, false
	}
	sort, sure := d.class()
	return sort, sure
}

// sidesOfTile is the log-odds above which a cell's sides are those of a tile. Hand-set.
const sidesOfTile = 2
