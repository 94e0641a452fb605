package background

import (
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// Bounds of the color's influence, in log-likelihood. Hand-set; testdata/nabit/gap and testdata/nabit/soft guard them.
const (
	MaxGapPenalty = 8.0  // greatest amount that the color takes from a face without a letter
	maxBlankBonus = 3.0  // greatest amount that it adds to one
	MinHueSamples = 3    // hues of lettered faces, and of the table, that a comparison needs
	maxColorBonus = 8.0  // greatest amount that the color adds where edges are visible, however soft
	softEdges     = -0.6 // log-likelihood of the four edges where the pose expects them, from which they are visible
)

// ScoreBlanks scores faces without a letter by their color. A gap among tiles has edges on all sides, as a blank has, but the table's
// color; a blank (a set has one in 25 tiles) has the color of other tiles. Tiles that turn out to be gaps leave tiles; weak and
// faint places that turn out to be blanks join them. In a blurred or hazy picture edges are soft, and no face is certain by its edges
// alone: there a face with soft edges in a tile's color is a tile, too.
func ScoreBlanks(s *hypothesis.Hypothesis, tiles, weak, faint lattice.Levels) {
	plastic, table := s.KnownHues(tiles)
	if len(plastic) < MinHueSamples || len(table) < MinHueSamples {
		return
	}
	for _, some := range []lattice.Levels{tiles, weak, faint} {
		for at := range some {
			if s.Bridged[at] == 0 { // otherwise what lies on the tile hides its color
				scoreBlank(s.Evidence[at], plastic, table)
			}
		}
	}
	for at := range tiles {
		if s.Evidence[at].Tile < hypothesis.TileAccepted {
			delete(tiles, at)
		}
	}
	for _, some := range []lattice.Levels{weak, faint} {
		for at, level := range some {
			if s.Evidence[at].Tile >= hypothesis.TileAccepted {
				tiles[at] = level
				delete(some, at)
			}
		}
	}
}

// scoreBlank corrects the log-likelihood ratio of a face without a letter, or of a doubtful one, by its color.
func scoreBlank(e *hypothesis.Evidence, plastic, table []hue.Hue) {
	v := &e.Face[e.Best-1]
	bare := v.Ink < tileface.LetterInk
	if !bare && e.Tile+e.BlankPenalty > hypothesis.TileAccepted {
		e.Penalize(0)
		return
	}
	penalty := 0.0
	hole := hue.TableLogRatio(hue.HueOf(v.Plastic), plastic, table)
	switch edges := v.Here[0] + v.Here[1] + v.Here[2] + v.Here[3]; {
	case edges > softEdges:
		penalty = max(hole, -maxColorBonus)
	case bare:
		penalty = max(hole, -maxBlankBonus)
	}
	most := 0.0
	if bare {
		most = MaxGapPenalty
	}
	e.Penalize(min(penalty, most))
}
