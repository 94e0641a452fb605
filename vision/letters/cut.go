package letters

import (
	"tilewatch/engine"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/face"
)

// Limits of tiles that the picture's border cuts off.
const (
	cutLeast = 0.2 // share of a face that the picture must show
	cutColor = 3.0 // log-odds by color of a tile against the table
	cutGrid  = 9   // samples along each side of a face
)

// cutTiles counts the tiles beside the board that the picture's border cuts off; their letters are not guessed.
func (s *search) cutTiles(b *board.Board) (n int) {
	var sure, bare []*board.Cell
	linked := b.Structure()
	for _, c := range b.List() {
		switch {
		case c.Tile && !c.Blank && linked[c.Place]:
			sure = append(sure, c)
		case c.Odds < board.SurelyBare:
			bare = append(bare, c)
		}
	}
	if len(sure) < board.ColorSamples || len(bare) < board.ColorSamples {
		return 0
	}
	tiles, table := board.PaletteOf(sure), board.PaletteOf(bare)
	seen := map[engine.Place]bool{}
	for _, c := range sure {
		for _, q := range c.Place.Neighbors() {
			if b.Cells[q] != nil || seen[q] {
				continue
			}
			seen[q] = true
			part := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col))}
			if !s.sampleCutFace(part) {
				continue
			}
			if like, unlike := tiles.Gap(part), table.Gap(part); (unlike*unlike-like*like)/2 > cutColor {
				n++
			}
		}
	}
	return n
}

// sampleCutFace takes the color of a face that the picture shows in part; false if it shows all of it or too little.
func (s *search) sampleCutFace(c *board.Cell) bool {
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
