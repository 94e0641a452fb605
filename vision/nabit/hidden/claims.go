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

// SuppressDuplicateFaces sees to it that every face in the picture belongs to one stack: seen at an angle, the face of a tile lies where a tall
// stack on an empty place in front of it would have its own, or would hide some of it. The likelier claim to a face wins, where a tile
// is known to lie or to have lain the more so; the other takes its next best level, or goes.
func SuppressDuplicateFaces(s *hypothesis.Hypothesis, tiles lattice.Levels, known lattice.Levels) {
	order := tiles.Places()
	slices.SortStableFunc(order, func(a, b engine.Place) int {
		return cmp.Compare(claim(s, b, tiles[b], known), claim(s, a, tiles[a], known))
	})
	s.LostClaims = nil
	var taken []engine.Point
	var takers []engine.Place
	for _, at := range order {
		e := s.Evidence[at]
		for l := range engine.MaxHeight {
			k, hiding := tileface.OnFace(&s.Pose, at, l+1, taken), false
			if k < 0 && e.Height[l] > hypothesis.NoFace && known[at] == 0 {
				k, hiding = firstOccluded(s, at, l+1, tiles, takers), true
			}
			if k >= 0 {
				if l+1 == tiles[at] || e.Height[l] > hypothesis.TileAccepted && claim(s, at, l+1, nil) > claim(s, at, tiles[at], nil)-lostClaimMargin {
					s.LostClaims = append(s.LostClaims, hypothesis.LostClaim{Place: at, Level: l + 1, Height: e.Height[l], To: takers[k], Hiding: hiding})
				}
				e.Height[l], e.Complete = hypothesis.NoFace, false // next time others may lie elsewhere
			}
		}
		if e.Height[tiles[at]-1] == hypothesis.NoFace {
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

// firstOccluded is the first of some tiles that is seen too clearly, and as a whole, for a stack of that level to stand in front of it; -1
// if there is none.
func firstOccluded(s *hypothesis.Hypothesis, at engine.Place, level int, tiles lattice.Levels, others []engine.Place) int {
	alone := occlusion.Stacks{Pose: &s.Pose, Cells: lattice.Levels{at: level}}
	return slices.IndexFunc(others, func(other engine.Place) bool {
		behind := s.Evidence[other].Height[tiles[other]-1]
		if behind < hypothesis.CellScoreCap || behind < s.Evidence[at].Height[level-1]+clearlyWhole || tiles[other] >= level {
			return false
		}
		if !alone.NearRays(other, tiles[other], at, level) {
			return false
		}
		hides := alone.MaskOf(other, tiles[other])
		return hides.Visible(1) < wholeFace
	})
}

// What is seen as a whole is so large a share of a face, and its score is by so much the better (logarithm).
const (
	wholeFace    = 0.8
	clearlyWhole = 4.0
)

// lostClaimMargin is how much less likely than a place's best level (logarithm) one is that is heard although another was taken for it.
const lostClaimMargin = 4.0

// ReconsiderClaims grants lost claims that explain more together with what is then seen of the tiles behind: a tall stack hides most of
// the tile whose face its own was taken for, and part of one that is seen so well that none seemed to stand in front of it.
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
		for i, other := range withClaim(s, c) {
			FindOccluded(r, &other)
			worth := other.FacesLogLikelihood() + other.EdgesLogLikelihood()
			if gone := i == 0; gone && known[c.To] > 0 {
				worth -= knownClaim
			}
			if known[c.Place] > 0 {
				worth += knownClaim
			}
			if worth > most {
				best, most = other, worth
			}
		}
		*s = best
	}
}

// withClaim are what the structure may be if a lost claim is granted: first without the tile that had the face, and if the stack would only
// hide some of that, with it.
func withClaim(s *hypothesis.Hypothesis, c hypothesis.LostClaim) []hypothesis.Hypothesis {
	with := s.Clone()
	with.Evidence = maps.Clone(s.Evidence)
	e := *s.Evidence[c.Place]
	e.Height, e.Best, e.Complete = hypothesis.NoFaces, c.Level, false
	e.Height[c.Level-1] = c.Height
	e.Tile = c.Height
	with.Evidence[c.Place] = &e
	with.Cells[c.Place] = c.Level

	without := with.Clone()
	without.Evidence = maps.Clone(with.Evidence)
	away := *s.Evidence[c.To]
	away.Tile, away.Height, away.Complete = hypothesis.NoFace, hypothesis.NoFaces, false
	without.Evidence[c.To] = &away
	delete(without.Cells, c.To)
	if c.Hiding {
		return []hypothesis.Hypothesis{without, with}
	}
	return []hypothesis.Hypothesis{without}
}

// claim is how likely it is that a stack of this level shows its face, before others are heard.
func claim(s *hypothesis.Hypothesis, at engine.Place, level int, known lattice.Levels) float64 {
	claim := s.Evidence[at].Height[level-1] + s.LevelPrior(at, level)
	if known[at] > 0 {
		claim += knownClaim
	}
	return claim
}

// knownClaim is how much likelier a tile is where one lay in the picture before (logarithm).
const knownClaim = 4.0
