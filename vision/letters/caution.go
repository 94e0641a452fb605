package letters

import (
	"tilewatch/engine"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/face"
)

// Of what the frame cuts off, so much of a face tells its color; so much likelier (logarithm) it is then a tile's than the table's.
const (
	cutLeast = 0.2
	cutColor = 3.0
	cutGrid  = 9 // samples a side
)

// cut is how many tiles beside the board's lie only in part in the picture: their letters are not guessed.
func (s *seer) cut(b *board.Board) (n int) {
	var sure, bare []*board.Cell
	linked := b.Linked()
	for _, c := range b.List() {
		switch {
		case c.Tile && !c.Bare && linked[c.Place]:
			sure = append(sure, c)
		case c.Odds < -1.5:
			bare = append(bare, c)
		}
	}
	if len(sure) < 3 || len(bare) < 3 {
		return 0
	}
	seen := map[engine.Place]bool{}
	for _, c := range sure {
		for _, q := range c.Place.Neighbors() {
			if b.Cells[q] != nil || seen[q] {
				continue
			}
			seen[q] = true
			part := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col))}
			if !s.partly(part) {
				continue
			}
			if like, unlike := board.NearestColor(part, sure), board.NearestColor(part, bare); (unlike*unlike-like*like)/2 > cutColor {
				n++
			}
		}
	}
	return n
}

// partly takes the color of a face of which the picture shows a part; false if it shows all or too little.
func (s *seer) partly(c *board.Cell) bool {
	var inside [][3]float64
	for i := range cutGrid * cutGrid {
		at := func(k int) float64 { return 2 * face.FaceReach * ((float64(k)+0.5)/cutGrid - 0.5) }
		if p := c.Frame.Point(at(i%cutGrid), at(i/cutGrid)); s.r.Inside(p) {
			inside = append(inside, s.r.At(p))
		}
	}
	if share := float64(len(inside)) / (cutGrid * cutGrid); share == 1 || share < cutLeast {
		return false
	}
	c.Ground = candidate.MedianColor(inside)
	return true
}
