package letters

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/face"
)

// growRows adds the tiles beside loose ones, as in a rack, that no candidate showed: their bodies and letters say so, whatever their colors.
func (s *search) growRows(k *style, b *board.Board, tiles []Tile, seen *bodies) ([]Tile, error) {
	for i := 0; i < len(tiles) && len(tiles) < mostLoose; i++ { // the list grows
		for _, way := range [2]float64{1, -1} {
			places := besides(tiles[i].Quad, way)
			if slices.ContainsFunc(places, func(q engine.Quad) bool {
				t := Tile{Quad: q}
				return b != nil && b.Covers(geom.Middle(q), board.OnTile) || slices.ContainsFunc(tiles, t.overlaps)
			}) {
				continue
			}
			t, found, err := s.tileAt(k, places, seen)
			if err != nil {
				return nil, err
			}
			if found {
				tiles = append(tiles, t)
			}
		}
	}
	return tiles, nil
}

// mostLoose limits the tiles that rows grow from.
const mostLoose = 60

// besides are the places of a neighbor in a row: in the direction in which a tile's letter is read, or against it (-1).
func besides(q engine.Quad, way float64) (places []engine.Quad) {
	right := geom.Scale(geom.Sub(geom.Add(q[1], q[2]), geom.Add(q[0], q[3])), way/2)
	down := geom.Scale(geom.Sub(geom.Add(q[3], q[2]), geom.Add(q[0], q[1])), 0.5)
	for _, along := range alongRow {
		for _, off := range offRow {
			by := geom.Add(geom.Scale(right, along), geom.Scale(down, off))
			places = append(places, engine.Quad{geom.Add(q[0], by), geom.Add(q[1], by), geom.Add(q[2], by), geom.Add(q[3], by)})
		}
	}
	return places
}

// Where neighbors in a row may lie, in sides: how far along it, from tiles that touch to those that a hand laid, and how far off it. The network for bodies
// tolerates half of these steps.
var (
	alongRow = [...]float64{1, 1.14, 1.28, 1.42}
	offRow   = [...]float64{0, -0.22, 0.22}
)

// tileAt is the tile at that of some places that looks most like a body; false if it is none.
func (s *search) tileAt(k *style, places []engine.Quad, seen *bodies) (Tile, bool, error) {
	var frames []*face.Frame
	for _, q := range places {
		if f := face.FrameOver(q); s.within(&f) {
			frames = append(frames, &f)
		}
	}
	ratios, err := s.ratiosOf(frames, seen.half)
	if err != nil || len(ratios) == 0 {
		return Tile{}, false, err
	}
	best := slices.Index(ratios, slices.Max(ratios))
	evidence := evidenceOf(ratios[best])
	if evidence < 0 {
		return Tile{}, false, nil
	}
	c := &board.Cell{Frame: *frames[best]}
	if err := s.read(c); err != nil {
		return Tile{}, false, err
	}
	upright := &board.Board{LetterHeight: k.letterHeight}
	c.Odds = upright.LetterOdds(c) + min(evidence, mostBody)
	if c.Blank = !c.Lettered && k.hasColor(c.Ground, lineColor); c.Blank { // empty squares look a little like bodies, too
		c.Odds = evidence - blankInRow
	}
	return tileOf(upright, c, false), c.Odds > looseOdds, nil
}

// blankInRow are the log-odds that a body without a letter costs.
const blankInRow = 0.4
