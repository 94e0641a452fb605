package search

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
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

// gapBridge is a gap beside the structure, and a tile past it.
type gapBridge struct {
	gap, to       engine.Place
	filled, there *hypothesis.Evidence
	score         float64 // log-likelihood ratio of a tile in the gap
	told          float64 // how much likelier the tile past it makes it that this is one (logarithm)
}

// certainty says whether a place that looks like a tile is surely one, and how much likelier that makes that all between is linked, too.
type certainty func(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) (told float64, sure bool)

// extendAcrossGaps is the structure with what is linked to it by a single tile that was overlooked, if that explains more; sure says what lies past
// it.
func (f *Finder) extendAcrossGaps(s *hypothesis.Hypothesis, sure certainty) *hypothesis.Hypothesis {
	for range beyondTried {
		all := gapBridges(f.Raster, s, sure)
		slices.SortStableFunc(all, func(a, b gapBridge) int { return cmp.Compare(b.score, a.score) })
		k := slices.IndexFunc(all[:min(len(all), beyondTried)], func(b gapBridge) bool {
			next, ok := f.growAcross(s, &b)
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

// gapBridges are the gaps past which a tile is seen that is surely one and nothing leads to.
func gapBridges(r *picture.Raster, s *hypothesis.Hypothesis, sure certainty) (all []gapBridge) {
	plastic, table := s.KnownHues(s.Cells, math.Inf(-1))
	if len(plastic) == 0 || len(table) == 0 {
		return nil
	}
	shown, rim := s.FaceMiddles(), s.Cells.Boundary()
	seen := map[engine.Place]*hypothesis.Evidence{}
	for _, gap := range rim {
		for _, at := range gap.Neighbors() {
			if s.Cells[at] > 0 || slices.Contains(rim, at) || !s.Marked(at) {
				continue
			}
			if seen[at] == nil {
				seen[at] = hypothesis.Evaluate(r, tileface.FineClassifier(), s, at)
			}
			e := seen[at]
			if tileface.OnFace(&s.Pose, at, e.Best, shown) >= 0 {
				continue
			}
			if told, ok := sure(s, at, e); ok {
				if b := (gapBridge{gap: gap, to: at, there: e, filled: hypothesis.Evaluate(r, tileface.FineClassifier(), s, gap), told: told}); b.fill(plastic, table) > gapLeast {
					all = append(all, b)
				}
			}
		}
	}
	return all
}

// clearlyATile says whether a letter is seen, and all edges of its face where the lattice has them.
func clearlyATile(_ *hypothesis.Hypothesis, _ engine.Place, e *hypothesis.Evidence) (told float64, sure bool) {
	v := &e.Face[e.Best-1]
	return 0, e.Tile > beyondLeast && v.Ink > tileface.LetterInk && v.Here[0]+v.Here[1]+v.Here[2]+v.Here[3] > 4*beyondEdges
}

// fill gives the gap the level at which a tile is likeliest by its face and its color, and returns how likely that is.
func (b *gapBridge) fill(plastic, table []hue.Hue) float64 {
	e := b.filled
	b.score = math.Inf(-1)
	for l := range e.Height {
		if !e.Face[l].Inside {
			continue
		}
		h := hue.HueOf(e.Face[l].Plastic)
		is, isNot := hue.NearestHueDistance(h, plastic), hue.NearestHueDistance(h, table)
		color := min(max((isNot*isNot-is*is)/(2*tileface.HueSigma*tileface.HueSigma), -background.MaxGapPenalty), background.MaxGapPenalty)
		if score := e.Height[l] + camerapose.HeightPrior[l] + color; score > b.score {
			b.score, e.Best = score, l+1
		}
	}
	e.Tile = max(e.Tile, hypothesis.TileBridge)
	return b.score
}

// growAcross is the structure grown across a gap; false if that explains no more.
func (f *Finder) growAcross(s *hypothesis.Hypothesis, b *gapBridge) (*hypothesis.Hypothesis, bool) {
	c := s.Clone()
	c.Evidence, c.Bridged = maps.Clone(s.Evidence), maps.Clone(s.Bridged).With(b.gap, b.filled.Best)
	c.Evidence[b.gap], c.Evidence[b.to] = b.filled, b.there
	c.Cells[b.gap], c.Cells[b.to] = b.filled.Best, b.there.Best
	f.refitAndGrow(&c)
	return &c, c.Cells[b.to] > 0 && len(c.Cells) > len(s.Cells) && c.LogPosterior()+b.told+gapSeldom > s.LogPosterior()
}
