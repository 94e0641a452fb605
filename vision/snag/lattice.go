package snag

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/snag"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// lattice is a square lattice in perspective, with the numerals on it.
type lattice struct {
	gridfit.Lattice         // its map leads to undistorted pixels
	twoDigits       int     // number of numerals with two digits
	boardFit        float64 // fit of its best layout
}

// seed is a hypothesis of a lattice: a numeral and the steps to two neighbors.
type seed struct {
	at    int
	u, v  engine.Point
	score int     // how many of the eight neighbors exist
	area  float64 // of a cell, square pixels
}

// shears are the seed's own steps, and sheared ones that may be the true sides.
func (s *seed) shears() (list [][2]engine.Point) {
	for _, t := range [][2]engine.Point{{s.u, s.v}, {s.u, geom.Add(s.v, s.u)}, {s.u, geom.Sub(s.v, s.u)}, {geom.Add(s.u, s.v), s.v}, {geom.Sub(s.u, s.v), s.v}} {
		if geom.Similar(geom.Length(t[0]), geom.Length(t[1]), shearRatio) && geom.Length(t[0])*geom.Length(t[1]) < shearArea*s.area {
			list = append(list, t)
		}
	}
	return list
}

func (l *lattice) holds(spot int) bool {
	for _, i := range l.Cells {
		if i == spot {
			return true
		}
	}
	return false
}

// seedAt is the best pair of steps from a numeral.
func seedAt(spots []numeral, g *pointgrid.Grid, i int) seed {
	best := seed{at: i}
	near := neighbors(spots, g, i)
	for _, a := range near {
		u := geom.Sub(spots[a].undistorted, spots[i].undistorted)
		for _, b := range near {
			v := geom.Sub(spots[b].undistorted, spots[i].undistorted)
			area := geom.Cross(u, v)
			if !geom.Similar(geom.Length(u), geom.Length(v), stepRatio) || area < leastSine*geom.Length(u)*geom.Length(v) {
				continue
			}
			s := seed{i, u, v, 0, area}
			s.vote(spots, g)
			if s.score > best.score || s.score == best.score && s.score > 0 && s.area < smallerCell*best.area {
				best = s
			}
		}
	}
	return best
}

// neighbors are the nearest numerals of about the same size.
func neighbors(spots []numeral, g *pointgrid.Grid, i int) []int {
	var near []int
	g.Near(spots[i].undistorted, digitPitch*spots[i].size, func(j int) {
		if j != i && geom.Similar(spots[i].size, spots[j].size, neighborRatio) && geom.Dist(spots[i].undistorted, spots[j].undistorted) > leastStep*spots[i].size {
			near = append(near, j)
		}
	})
	slices.SortFunc(near, func(a, b int) int {
		return cmp.Compare(geom.Dist(spots[a].undistorted, spots[i].undistorted), geom.Dist(spots[b].undistorted, spots[i].undistorted))
	})
	return near[:min(candidates, len(near))]
}

// vote counts the neighbors where the steps expect them.
func (s *seed) vote(spots []numeral, g *pointgrid.Grid) {
	at := spots[s.at]
	reach := seedReach * min(geom.Length(s.u), geom.Length(s.v))
	for _, k := range [8][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		p := engine.Point{X: at.undistorted.X + k[0]*s.u.X + k[1]*s.v.X, Y: at.undistorted.Y + k[0]*s.u.Y + k[1]*s.v.Y}
		if g.Nearest(p, reach, func(j int) bool { return j != s.at && geom.Similar(at.size, spots[j].size, mostSizeRatio) }) >= 0 {
			s.score++
		}
	}
}

// Limits of a seed's steps and of a lattice's numerals.
const (
	neighborRatio = 1.8 // of a numeral's size to its neighbors'
	mostSizeRatio = 1.9 // of sizes on a lattice
	leastStep     = 1.2 // distance of neighbors, in a numeral's size
	stepRatio     = 2.3 // of both steps, seen aslant
	leastSine     = 0.5 // of the angle between them
	smallerCell   = 0.9 // of the best seed's cell, that wins with as many votes
	shearRatio    = 2.6 // of sheared steps
	shearArea     = 2.4 // of their product to the cell's area
)

// grow extends a seed to all numerals that continue its steps.
func grow(spots []numeral, g *pointgrid.Grid, s seed) *lattice {
	l := &lattice{}
	l.Cells, l.Map = map[engine.Place]int{{}: s.at}, homography.Affine(spots[s.at].undistorted, s.u, s.v)
	growth := gridfit.Growth{Points: g, Gap: 1, Wide: rules.Side, Fits: func(_ *gridfit.Lattice, from, _ engine.Place) func(j int) bool {
		size := spots[l.Cells[from]].size
		return func(j int) bool { return geom.Similar(size, spots[j].size, mostSizeRatio) }
	}}
	growth.Grow(&l.Lattice)
	return l
}
