package vision

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
)

// What is seen past a gap belongs to the structure if it is surely a tile that lies in its lattice; what fills the gap then is one, too,
// that shows no letter or is hidden, unless it surely is none.
const (
	beyondLeast = 4.0   // log-likelihood ratio of the tile past the gap
	beyondEdges = 0.8   // logarithm of how likely its edges are where the lattice has them, on average
	beyondTried = 4     // tiles past gaps
	gapLeast    = -16.0 // log-likelihood ratio of a tile in the gap, by its face and its color
	gapSeldom   = -4.0  // logarithm of how often a tile is overlooked that links others
)

// bridge is a gap beside the structure, and a tile past it.
type bridge struct {
	gap, to       engine.Place
	filled, there *placeEvidence
	score         float64 // log-likelihood ratio of a tile in the gap
	told          float64 // how much likelier the tile past it makes it that this is one (logarithm)
}

// sightOf says whether a place that looks like a tile is surely one, and how much likelier that makes that all between is linked, too.
type sightOf func(s *structure, at engine.Place, e *placeEvidence) (told float64, sure bool)

// beyond is the structure with what is linked to it by a single tile that was overlooked, if that explains more; sure says what lies past
// it.
func (f *finder) beyond(s *structure, sure sightOf) *structure {
	for range beyondTried {
		all := f.bridges(s, sure)
		slices.SortStableFunc(all, func(a, b bridge) int { return cmp.Compare(b.score, a.score) })
		k := slices.IndexFunc(all[:min(len(all), beyondTried)], func(b bridge) bool {
			next, ok := f.across(s, &b)
			if ok {
				s = next
			}
			return ok
		})
		if k < 0 {
			break
		}
	}
	return s
}

// bridges are the gaps past which a tile is seen that is surely one and nothing leads to.
func (r *raster) bridges(s *structure, sure sightOf) (all []bridge) {
	plastic, table := s.hues(s.cells, math.Inf(-1))
	if len(plastic) == 0 || len(table) == 0 {
		return nil
	}
	shown, rim := s.shown(), s.cells.rim()
	seen := map[engine.Place]*placeEvidence{}
	for _, gap := range rim {
		for _, at := range gap.Neighbors() {
			if s.cells[at] > 0 || slices.Contains(rim, at) || !s.marked(at) {
				continue
			}
			if seen[at] == nil {
				seen[at] = r.look(fineJudge(), s, at)
			}
			e := seen[at]
			if s.pose.onFace(at, e.best, shown) >= 0 {
				continue
			}
			if told, ok := sure(s, at, e); ok {
				if b := (bridge{gap: gap, to: at, there: e, filled: r.look(fineJudge(), s, gap), told: told}); b.fill(plastic, table) > gapLeast {
					all = append(all, b)
				}
			}
		}
	}
	return all
}

// clearly says whether a letter is seen, and all edges of its face where the lattice has them.
func clearly(_ *structure, _ engine.Place, e *placeEvidence) (told float64, sure bool) {
	v := &e.view[e.best-1]
	return 0, e.tile > beyondLeast && v.ink > holeInk && v.here[0]+v.here[1]+v.here[2]+v.here[3] > 4*beyondEdges
}

// fill gives the gap the level at which a tile is likeliest by its face and its color, and returns how likely that is.
func (b *bridge) fill(plastic, table []hue) float64 {
	e := b.filled
	b.score = math.Inf(-1)
	for l := range e.height {
		if !e.view[l].inside {
			continue
		}
		h := hueOf(e.view[l].plastic)
		is, isNot := nearestHue(h, plastic), nearestHue(h, table)
		color := min(max((isNot*isNot-is*is)/(2*holeSpread*holeSpread), -holeMost), holeMost)
		if score := e.height[l] + heightPrior[l] + color; score > b.score {
			b.score, e.best = score, l+1
		}
	}
	e.tile = max(e.tile, tileBridge)
	return b.score
}

// across is the structure grown across a gap; false if that explains no more.
func (f *finder) across(s *structure, b *bridge) (*structure, bool) {
	c := s.clone()
	c.evidence, c.gaps = maps.Clone(s.evidence), maps.Clone(s.gaps).with(b.gap, b.filled.best)
	c.evidence[b.gap], c.evidence[b.to] = b.filled, b.there
	c.cells[b.gap], c.cells[b.to] = b.filled.best, b.there.best
	f.complete(&c)
	return &c, c.cells[b.to] > 0 && len(c.cells) > len(s.cells) && c.explained()+b.told+gapSeldom > s.explained()
}
