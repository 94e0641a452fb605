package hidden

import (
	"cmp"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// SuppressDuplicateFaces is non-maximum suppression of faces: every face in the picture belongs to one stack. In an oblique view the
// face of a tile lies where a tall stack on an empty place in front of it would show its own, or would hide part of it. The likelier
// claim wins, and a tile known from before gets a bonus; the loser takes its next best level, or leaves tiles. It records the lost
// claims for ReconsiderClaims.
func SuppressDuplicateFaces(s *hypothesis.Hypothesis, tiles lattice.Levels, known lattice.Levels) {
	order := tiles.Places()
	slices.SortStableFunc(order, func(a, b engine.Place) int {
		return cmp.Compare(claimScore(s, b, tiles[b], known), claimScore(s, a, tiles[a], known))
	})
	s.LostClaims = nil
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

// loseClaims takes from a place the levels whose faces belong to the likelier stacks before it (takers, with the middles of their faces), and records
// the likely ones of them.
func loseClaims(s *hypothesis.Hypothesis, at engine.Place, tiles, known lattice.Levels, taken []engine.Point, takers []engine.Place) {
	e := s.Evidence[at]
	for l := range engine.MaxHeight {
		k, hiding := tileface.OnFace(&s.Pose, at, l+1, taken), false
		if k < 0 && e.Height[l] > hypothesis.NoFace && known[at] == 0 {
			k, hiding = firstOccluded(s, at, l+1, tiles, takers), true
		}
		if k < 0 {
			continue
		}
		if l+1 == tiles[at] || e.Height[l] > hypothesis.TileAccepted && claimScore(s, at, l+1, nil) > claimScore(s, at, tiles[at], nil)-lostClaimMargin {
			s.LostClaims = append(s.LostClaims, hypothesis.LostClaim{Place: at, Level: l + 1, Height: e.Height[l], To: takers[k], Hiding: hiding})
		}
		e.LoseFace(l + 1)
	}
}

// firstOccluded is the index of the first tile that a stack of that level would hide in part although it is clearly visible as a whole;
// -1 if there is none.
func firstOccluded(s *hypothesis.Hypothesis, at engine.Place, level int, tiles lattice.Levels, others []engine.Place) int {
	alone := occlusion.Stacks{Pose: &s.Pose, Cells: lattice.Levels{at: level}}
	return slices.IndexFunc(others, func(other engine.Place) bool {
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

// lostClaimMargin is how much less likely (log-likelihood) than a place's best level a lost claim may be to be reconsidered. Hand-set.
const lostClaimMargin = 4.0

// ReconsiderClaims grants a lost claim if that raises the likelihood of faces and edges, with the tiles behind it evaluated as
// occluded: a tall stack hides most of the tile whose face it seemed to share, and part of one that seemed wholly visible.
func ReconsiderClaims(r *picture.Raster, s *hypothesis.Hypothesis, known lattice.Levels) {
	if len(s.LostClaims) == 0 {
		return
	}
	FindOccluded(r, s)
	for _, c := range s.LostClaims {
		if s.Cells[c.To] == 0 || s.Cells[c.Place] == c.Level {
			continue
		}
		best, most := *s, s.FacesLogLikelihood()+s.EdgesLogLikelihood()
		for i, other := range withClaimGranted(s, c) {
			FindOccluded(r, &other)
			worth := other.FacesLogLikelihood() + other.EdgesLogLikelihood()
			if gone := i == 0; gone && known[c.To] > 0 {
				worth -= previousBonus
			}
			if known[c.Place] > 0 {
				worth += previousBonus
			}
			if worth > most {
				best, most = other, worth
			}
		}
		*s = best
	}
}

// withClaimGranted are the hypotheses with a lost claim granted: first without the tile that won the face, and if the stack would only
// hide part of that tile, also with it.
func withClaimGranted(s *hypothesis.Hypothesis, c hypothesis.LostClaim) []hypothesis.Hypothesis {
	with := s.Clone()
	with.Evidence = maps.Clone(s.Evidence)
	with.Evidence[c.Place] = s.Evidence[c.Place].Granted(c.Level, c.Height)
	with.Cells[c.Place] = c.Level

	without := with.Clone()
	without.Evidence = maps.Clone(with.Evidence)
	without.Evidence[c.To] = s.Evidence[c.To].Gone()
	delete(without.Cells, c.To)
	if c.Hiding {
		return []hypothesis.Hypothesis{without, with}
	}
	return []hypothesis.Hypothesis{without}
}

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
