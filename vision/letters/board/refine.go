package board

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/letters/lattice"
)

// Refine fits the lattice to the letters of the structure and to more of the same board, and then to the tiles' edges: letters stand a little off their
// middles.
func (b *Board) Refine(more ...homography.Pair) {
	var pairs []homography.Pair
	low, high, first := engine.Place{}, engine.Place{}, true
	linked := b.Structure()
	for _, c := range b.List() {
		if !c.Tile || c.Blank || c.Odds < 1 || !linked[c.Place] {
			continue
		}
		if first {
			low, high, first = c.Place, c.Place, false
		}
		low = engine.Place{Row: min(low.Row, c.Place.Row), Col: min(low.Col, c.Place.Col)}
		high = engine.Place{Row: max(high.Row, c.Place.Row), Col: max(high.Col, c.Place.Col)}
		at := c.Frame.Point(c.MidX, c.MidY)
		pairs = append(pairs, homography.Pair{X: float64(c.Place.Col), Y: float64(c.Place.Row), At: at, Weight: 1})
	}
	pairs = append(pairs, more...)
	small := min(high.Row-low.Row, high.Col-low.Col)
	if len(pairs) < 4 || small < 1 {
		return
	}
	before := b.Map
	if h, ok := homography.Fit(pairs, len(pairs) >= lattice.LeastPerspective && small >= 3); ok {
		b.Map = h
	}
	b.centerOnEdges(before)
}

// centerOnEdges shifts the lattice so that the tiles' edges lie half a step from their middles.
func (b *Board) centerOnEdges(before homography.Map) {
	var sum face.Profile
	old := gridfit.Lattice{Map: before}
	for _, c := range b.List() {
		if !c.Tile {
			continue
		}
		// The profiles were taken where the lattice lay before.
		row, col := float64(c.Place.Row), float64(c.Place.Col)
		from, to := old.Point(row, col), b.Point(row, col)
		u, v := geom.Sub(old.Point(row, col+0.5), old.Point(row, col-0.5)), geom.Sub(old.Point(row+0.5, col), old.Point(row-0.5, col))
		d := geom.Sub(to, from)
		det := geom.Cross(u, v)
		dx, dy := int(math.Round(geom.Cross(d, v)/det*face.PerStep)), int(math.Round(geom.Cross(u, d)/det*face.PerStep))
		for i := range face.PatchSide {
			if j := i + dx; j >= 0 && j < face.PatchSide {
				sum.Right[i] += c.Edges.Right[j]
			}
			if j := i + dy; j >= 0 && j < face.PatchSide {
				sum.Down[i] += c.Edges.Down[j]
			}
		}
	}
	x, y := face.EdgeOffset(&sum.Right), face.EdgeOffset(&sum.Down)
	b.Map = b.Map.Shifted(x, y)
}
