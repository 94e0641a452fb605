package search

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// A tile past a gap belongs to the structure if it surely is a tile and lies on the lattice. Then the gap holds a tile, too, whatever it
// shows: one without a letter, or one that something covers. The numbers are hand-set, with 336 scenes watched, and boardBonus with 156 boards of
// which one tile is covered.
const (
	bridgedTile  = 4.0                   // log-likelihood ratio of the tile past the gap, at least
	bridgedEdges = 0.8                   // log-likelihood of its edges where the lattice has them, at least, mean of the best three: what covers the gap may cover one
	bridgesTried = 4                     // bridges tried in a round, and rounds
	missedPrior  = -4.0                  // log prior that the growth misses a tile that links others
	coveredPrior = -10.0                 // log prior that another thing hides a tile
	boardOff     = 0.2                   // distance between the middles of the face past the gap and of a tile of the board on the map, in pitches, at most
	boardBonus   = 20.0                  // log-likelihood ratio that such a tile adds to the bridge: something else rarely lies so well on the lattice
	foreignHue   = 3 * tileface.HueSigma // hues farther from the table's are likelier another thing's
)

// gapBridge is a gap beside the structure, and a tile past it.
type gapBridge struct {
	gap, to       engine.Place
	filled, there *hypothesis.Evidence
	evidence      float64 // log-likelihood ratio that the tile past the gap adds to the bridge
	score         float64 // log-likelihood ratio of a tile in the gap
}

// extendAcrossGaps adds what a single missed tile links to the structure, if the posterior rises.
func (f *Finder) extendAcrossGaps(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	if f.Without.Has(Gaps) {
		return s
	}
	for range bridgesTried {
		if f.spent() {
			break
		}
		all := gapBridges(f.Raster, s)
		slices.SortStableFunc(all, func(a, b gapBridge) int { return cmp.Compare(b.score, a.score) })
		k := slices.IndexFunc(all[:min(len(all), bridgesTried)], func(b gapBridge) bool {
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
	return f.withLikeliestLink(s)
}

// gapBridges lists the gaps beside the structure with a sure tile past them that nothing else leads to.
func gapBridges(r *picture.Raster, s *hypothesis.Hypothesis) (all []gapBridge) {
	plastic, table := s.KnownHues(s.Cells)
	if len(plastic) == 0 || len(table) == 0 {
		return nil
	}
	shown, rim := s.FaceMiddles(), s.Cells.Boundary()
	seen := map[engine.Place]*hypothesis.Evidence{}
	for _, gap := range rim {
		for _, at := range gap.Neighbors() {
			if s.Cells[at] > 0 || slices.Contains(rim, at) || !s.Marked(at) && !boardShown(s, at, 1) {
				continue
			}
			if seen[at] == nil {
				seen[at] = hypothesis.Evaluate(r, tileface.FineClassifier(), s, at)
			}
			e := seen[at]
			if onBoard := boardShown(s, at, e.Best); (onBoard || clearlyATile(e)) && tileface.OnFace(&s.Pose, at, e.Best, shown) < 0 {
				b := gapBridge{gap: gap, to: at, there: e, filled: hypothesis.Evaluate(r, tileface.FineClassifier(), s, gap)}
				if onBoard {
					b.evidence = boardBonus
				}
				b.fillGap(plastic, without(table, s.Evidence[gap]))
				all = append(all, b)
			}
		}
	}
	return all
}

// clearlyATile says whether the face shows a letter, and its edges where the lattice has them.
func clearlyATile(e *hypothesis.Evidence) bool {
	v := &e.Face[e.Best-1]
	return e.Tile > bridgedTile && v.Ink > tileface.LetterInk && v.Here[0]+v.Here[1]+v.Here[2]+v.Here[3]-slices.Min(v.Here[:]) > 3*bridgedEdges
}

// boardShown says whether the map shows the middle of a tile of the board just where the place has its face.
func boardShown(s *hypothesis.Hypothesis, at engine.Place, level int) bool {
	q, near := s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level)), boardOff*s.Pose.Scale(at)
	return slices.ContainsFunc(s.Map.Peaks(), func(p tilemap.Peak) bool { return p.Board > 0 && picture.Dist(p.At, q) < near })
}

// without are the table's hues but for that of one place: what lies there may be no table.
func without(table []hue.Hue, at *hypothesis.Evidence) []hue.Hue {
	if at == nil {
		return table
	}
	own := hue.HueOf(at.Face[0].Plastic)
	return slices.DeleteFunc(slices.Clone(table), func(h hue.Hue) bool { return h == own })
}

// fillGap gives the gap the level with the highest score by face and hue; but a thing that lies on the tile may hide both.
func (b *gapBridge) fillGap(plastic, table []hue.Hue) {
	e, level := b.filled, b.filled.Best
	b.score = math.Inf(-1)
	for l := range e.Height {
		if !e.Face[l].Inside {
			continue
		}
		h := hue.HueOf(e.Face[l].Plastic)
		toTable := hue.NearestHueDistance(h, table)
		byFace := e.Height[l] + camerapose.HeightPrior[l] + gapHue(toTable, hue.NearestHueDistance(h, plastic))
		if score := max(byFace, coveredPrior+gapHue(toTable, foreignHue)); score > b.score {
			b.score, level = score, l+1
		}
	}
	e.Link(level, hypothesis.TileBridge)
}

// gapHue is the log-likelihood ratio of a hue at these distances from the table's and from what a gap may show instead.
func gapHue(toTable, toOther float64) float64 {
	return min(max((toTable*toTable-toOther*toOther)/(2*tileface.HueSigma*tileface.HueSigma), -background.MaxGapPenalty), background.MaxGapPenalty)
}

// growAcross is the structure grown across a gap; false if the posterior does not rise.
func (f *Finder) growAcross(s *hypothesis.Hypothesis, b *gapBridge) (*hypothesis.Hypothesis, bool) {
	c := s.Clone()
	c.Bridge(b.gap, b.filled)
	c.Note(b.to, b.there)
	c.Put(b.to, b.there.Best)
	f.refitAndGrow(&c)
	return &c, c.Cells[b.to] > 0 && len(c.Cells) > len(s.Cells) && c.LogPosterior()+b.evidence+missedPrior > s.LogPosterior()
}

// withLikeliestLink moves a tile that is there only because it links two parts to where it is the likeliest: the parts may lie a gap apart at
// several places, and what covers a tile hides it better than the table does.
func (f *Finder) withLikeliestLink(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	for _, gap := range s.Cells.Places() {
		if s.Evidence[gap].Tile > hypothesis.BridgeTile || f.spent() {
			continue
		}
		parts := maps.Clone(s.Cells)
		if delete(parts, gap); !parts.JoinsParts(gap) {
			continue
		}
		if b := likeliestLink(f.Raster, s, parts); b.filled != nil && b.gap != gap {
			c := s.Clone()
			c.Unbridge(gap, hypothesis.Evaluate(f.Raster, tileface.FineClassifier(), s, gap))
			c.Bridge(b.gap, b.filled)
			f.refitAndGrow(&c)
			return &c
		}
	}
	return s
}

// likeliestLink is the likeliest tile of those that would link the parts; without hues of tiles and of the table it is none.
func likeliestLink(r *picture.Raster, s *hypothesis.Hypothesis, parts lattice.Levels) (best gapBridge) {
	plastic, table := s.KnownHues(parts)
	if len(plastic) == 0 || len(table) == 0 {
		return best
	}
	for _, at := range parts.Boundary() {
		if !parts.JoinsParts(at) {
			continue
		}
		b := gapBridge{gap: at, filled: hypothesis.Evaluate(r, tileface.FineClassifier(), s, at)}
		if b.fillGap(plastic, without(table, s.Evidence[at])); best.filled == nil || b.score > best.score {
			best = b
		}
	}
	return best
}
