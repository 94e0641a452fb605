package vision

import (
	"cmp"
	"maps"
	"slices"

	"tilewatch/engine"
)

// oneFaceEach sees to it that every face in the picture belongs to one stack: seen at an angle, the face of a tile lies where a tall
// stack on an empty place in front of it would have its own, or would hide some of it. The likelier claim to a face wins, where a tile
// is known to lie or to have lain the more so; the other takes its next best level, or goes.
func (s *structure) oneFaceEach(tiles stacks, known stacks) {
	order := tiles.places()
	slices.SortStableFunc(order, func(a, b engine.Place) int {
		return cmp.Compare(s.claim(b, tiles[b], known), s.claim(a, tiles[a], known))
	})
	s.rivals = nil
	var taken []engine.Point
	var takers []engine.Place
	for _, at := range order {
		e := s.evidence[at]
		for l := range engine.MaxHeight {
			k, hiding := s.pose.onFace(at, l+1, taken), false
			if k < 0 && e.height[l] > noFace && known[at] == 0 {
				k, hiding = s.wouldHide(at, l+1, tiles, takers), true
			}
			if k >= 0 {
				if l+1 == tiles[at] || e.height[l] > tileAccepted && s.claim(at, l+1, nil) > s.claim(at, tiles[at], nil)-lostNearly {
					s.rivals = append(s.rivals, rival{at, l + 1, e.height[l], takers[k], hiding})
				}
				e.height[l], e.whole = noFace, false // next time others may lie elsewhere
			}
		}
		if e.height[tiles[at]-1] == noFace {
			e.settle()
			if e.tile < tileAccepted {
				delete(tiles, at)
				continue
			}
			tiles[at] = e.best
		}
		taken = append(taken, s.pose.pixel(float64(at.Col), float64(at.Row), float64(tiles[at])))
		takers = append(takers, at)
	}
}

// wouldHide is the first of some tiles that is seen too clearly, and as a whole, for a stack of that level to stand in front of it; -1
// if there is none.
func (s *structure) wouldHide(at engine.Place, level int, tiles stacks, others []engine.Place) int {
	alone := occluders{pose: &s.pose, cells: stacks{at: level}}
	return slices.IndexFunc(others, func(other engine.Place) bool {
		behind := s.evidence[other].height[tiles[other]-1]
		if behind < surely || behind < s.evidence[at].height[level-1]+clearlyWhole || tiles[other] >= level {
			return false
		}
		if !alone.nearRays(other, tiles[other], at, level) {
			return false
		}
		hides := alone.coverOf(other, tiles[other])
		return hides.visible(1) < wholeFace
	})
}

// What is seen as a whole is so large a share of a face, and its score is by so much the better (logarithm).
const (
	wholeFace    = 0.8
	clearlyWhole = 4.0
)

// lostNearly is how much less likely than a place's best level (logarithm) one is that is heard although another was taken for it.
const lostNearly = 4.0

// hearRivals grants lost claims that explain more together with what is then seen of the tiles behind: a tall stack hides most of
// the tile whose face its own was taken for, and part of one that is seen so well that none seemed to stand in front of it.
func (r *raster) hearRivals(s *structure, known stacks) {
	if len(s.rivals) == 0 {
		return
	}
	r.peek(s)
	for _, c := range s.rivals {
		if s.cells[c.to] == 0 || s.cells[c.Place] == c.level {
			continue
		}
		best, most := *s, s.faces()+s.edgeLikelihood()
		for i, other := range s.granted(c) {
			r.peek(&other)
			worth := other.faces() + other.edgeLikelihood()
			if gone := i == 0; gone && known[c.to] > 0 {
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

// granted are what the structure may be if a lost claim is granted: first without the tile that had the face, and if the stack would only
// hide some of that, with it.
func (s *structure) granted(c rival) []structure {
	with := s.clone()
	with.evidence = maps.Clone(s.evidence)
	e := *s.evidence[c.Place]
	e.height, e.best, e.whole = nothing, c.level, false
	e.height[c.level-1] = c.height
	e.tile = c.height
	with.evidence[c.Place] = &e
	with.cells[c.Place] = c.level

	without := with.clone()
	without.evidence = maps.Clone(with.evidence)
	away := *s.evidence[c.to]
	away.tile, away.height, away.whole = noFace, nothing, false
	without.evidence[c.to] = &away
	delete(without.cells, c.to)
	if c.hiding {
		return []structure{without, with}
	}
	return []structure{without}
}

// claim is how likely it is that a stack of this level shows its face, before others are heard.
func (s *structure) claim(at engine.Place, level int, known stacks) float64 {
	claim := s.evidence[at].height[level-1] + s.prior(at, level)
	if known[at] > 0 {
		claim += knownClaim
	}
	return claim
}

// knownClaim is how much likelier a tile is where one lay in the picture before (logarithm).
const knownClaim = 4.0
