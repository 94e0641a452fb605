package hidden

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/tileface"
)

// SuppressDuplicateFaces is non-maximum suppression of faces: every face in the picture belongs to one stack. In an oblique view the
// face of a tile lies where a tall stack on an empty place in front of it would show its own, or would hide part of it. The likelier
// claim wins, and a tile known from before gets a bonus; the loser takes its next best level, or leaves tiles.
func SuppressDuplicateFaces(s *hypothesis.Hypothesis, tiles lattice.Levels, known lattice.Levels) {
	order := tiles.Places()
	slices.SortStableFunc(order, func(a, b engine.Place) int {
		return cmp.Compare(claimScore(s, b, tiles[b], known), claimScore(s, a, tiles[a], known))
	})
	var taken []engine.Point
	var takers []engine.Place
	for _, at := range order {
		loseClaims(s, at, tiles, known, taken, takers)
		if e := s.Evidence[at]; e.Height[tiles[at]-1] == hypothesis.NoFace {
			e.Renormalize()
			if e.Tile < hypothesis.TileAccepted {
				delete(tiles, at)
				continue
			}
			tiles[at] = e.Best
		}
		taken = append(taken, s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(tiles[at])))
		takers = append(takers, at)
	}
}

// loseClaims takes from a place the levels whose faces belong to the likelier stacks before it (takers, with the middles of their faces).
func loseClaims(s *hypothesis.Hypothesis, at engine.Place, tiles, known lattice.Levels, taken []engine.Point, takers []engine.Place) {
	e := s.Evidence[at]
	for l := range engine.MaxHeight {
		lost := tileface.OnFace(&s.Pose, at, l+1, taken) >= 0
		if lost || e.Height[l] > hypothesis.NoFace && known[at] == 0 && occludesOne(s, at, l+1, tiles, takers) {
			e.LoseFace(l + 1)
		}
	}
}

// occludesOne says whether a stack of that level would hide a part of a tile that is clearly visible as a whole.
func occludesOne(s *hypothesis.Hypothesis, at engine.Place, level int, tiles lattice.Levels, others []engine.Place) bool {
	alone := occlusion.Stacks{Pose: &s.Pose, Cells: lattice.Levels{at: level}}
	return slices.ContainsFunc(others, func(other engine.Place) bool {
		behind := s.Evidence[other].Height[tiles[other]-1]
		if behind < hypothesis.CellScoreCap || behind < s.Evidence[at].Height[level-1]+unoccludedMargin || tiles[other] >= level {
			return false
		}
		if !alone.NearRays(other, tiles[other], at, level) {
			return false
		}
		hides := alone.MaskOf(other, tiles[other])
		return hides.Visible(1) < unoccluded
	})
}

// A stack contradicts a face that is clearly visible as a whole if it would leave less of it visible. Hand-set.
const (
	unoccluded       = 0.8 // share of the face
	unoccludedMargin = 4.0 // least lead of the face's log-likelihood over the stack's
)

// claimScore is the log-likelihood of a stack's claim to a face, with the prior of its level and a bonus for a tile known from before.
func claimScore(s *hypothesis.Hypothesis, at engine.Place, level int, known lattice.Levels) float64 {
	claim := s.Evidence[at].Height[level-1] + s.LevelPrior(at, level)
	if known[at] > 0 {
		claim += previousBonus
	}
	return claim
}

// previousBonus is the log-likelihood that a tile gains where the picture before had one. Hand-set.
const previousBonus = 4.0
