package snag

import (
	"maps"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/snag"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/pointgrid"
)

// lattice is a square lattice in perspective, with the numerals on it.
type lattice struct {
	gridfit.Lattice         // its map leads to undistorted pixels
	twoDigits       int     // number of numerals with two digits
	boardFit        float64 // fit of its best layout
}

// seed is a numeral and the steps to two neighbors.
type seed gridfit.Seed

// shears are the seed's own steps, and sheared ones that may be the true sides.
func (s *seed) shears() (list [][2]engine.Point) {
	for _, t := range [][2]engine.Point{{s.U, s.V}, {s.U, geom.Add(s.V, s.U)}, {s.U, geom.Sub(s.V, s.U)}, {geom.Add(s.U, s.V), s.V}, {geom.Sub(s.U, s.V), s.V}} {
		if geom.Similar(geom.Length(t[0]), geom.Length(t[1]), shearRatio) && geom.Length(t[0])*geom.Length(t[1]) < shearArea*geom.Cross(s.U, s.V) {
			list = append(list, t)
		}
	}
	return list
}

func (l *lattice) holds(spot int) bool {
	return slices.Contains(slices.Collect(maps.Values(l.Cells)), spot)
}

// seederOf finds the best steps from a numeral.
func seederOf(spots []numeral, g *pointgrid.Grid) *gridfit.Seeder {
	return &gridfit.Seeder{Points: g, Gap: 1,
		Beside: func(i int) (float64, func(j int) bool) {
			size := spots[i].size
			return digitPitch * size, func(j int) bool {
				return geom.Similar(size, spots[j].size, neighborRatio) && geom.Dist(spots[i].undistorted, spots[j].undistorted) > leastStep*size
			}
		},
		Worth: func(i int, _, _ engine.Point) func(j int) float64 {
			return func(j int) float64 {
				if geom.Similar(spots[i].size, spots[j].size, mostSizeRatio) {
					return 1
				}
				return 0
			}
		}}
}

// Limits of a seed's steps and of a lattice's numerals.
const (
	neighborRatio = 1.8 // of a numeral's size to its neighbors'
	mostSizeRatio = 1.9 // of sizes on a lattice
	leastStep     = 1.2 // distance of neighbors, in a numeral's size
	shearRatio    = 2.6 // of sheared steps
	shearArea     = 2.4 // of their product to the cell's area
)

// grow extends a seed to all numerals that continue its steps.
func grow(spots []numeral, g *pointgrid.Grid, s seed) *lattice {
	l := &lattice{Lattice: (*gridfit.Seed)(&s).Lattice(g)}
	growth := gridfit.Growth{Points: g, Wide: rules.Side, Fits: func(_ *gridfit.Lattice, from, _ engine.Place) func(j int) bool {
		size := spots[l.Cells[from]].size
		return func(j int) bool { return geom.Similar(size, spots[j].size, mostSizeRatio) }
	}}
	growth.Grow(&l.Lattice)
	return l
}
