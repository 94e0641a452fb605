package racks

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// Of tops of banks that only the map shows. Hand-set against the development scenes; lengths are pitches of topLevel.
const (
	topLevel      = 4.0  // the level that all tops are searched on
	maxTries      = 8    // faces that are refined
	samePlace     = 0.4  // of two candidate faces nearer than this, one is refined
	leastBankPeak = -2.0 // log-odds of a bank at a middle that the map shows: of 220 tops one in twenty has less, and those have a mark
)

// topCandidate is a place where the top of a bank may lie, with the face that fits it best.
type topCandidate struct {
	at   engine.Point
	face hypothesis.LooseFace
}

// unmarkedTops finds tops of banks without a mark: their letters are blurred or dazzled, or lost among the spots of a cloth. The map of tiles shows them.
func unmarkedTops(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, found []Candidate) (tops []*hypothesis.LooseFace) {
	places := mappedPlaces(s, found)
	parallel.Do(len(places), func(i int) { fitFace(r, s, &places[i]) })
	kept := bestPlaces(places)
	faces := make([]*hypothesis.LooseFace, len(kept))
	parallel.Do(len(kept), func(i int) {
		if f := &kept[i].face; alignToEdges(r, s, f) && !isFound(lines, f) {
			faces[i] = f
		}
	})
	return slices.DeleteFunc(faces, func(f *hypothesis.LooseFace) bool { return f == nil })
}

// mappedPlaces are where the map shows middles of banks' tops, but for those that candidates show.
func mappedPlaces(s *hypothesis.Hypothesis, found []Candidate) (places []topCandidate) {
	for _, peak := range s.Map.BankPeaks(leastBankPeak) {
		at, ok := hypothesis.OnLevel(&s.Pose, peak.At, topLevel)
		near := samePlace * picture.Dist(peak.At, s.Pixel(at.X+1, at.Y, topLevel))
		if ok && !slices.ContainsFunc(found, func(c Candidate) bool { return picture.Dist(c.center(1), peak.At) < near }) {
			places = append(places, topCandidate{at: at})
		}
	}
	return places
}

// bestPlaces are the surest candidates, at most maxTries, without duplicates (non-maximum suppression).
func bestPlaces(places []topCandidate) (kept []*topCandidate) {
	slices.SortStableFunc(places, func(a, b topCandidate) int { return cmp.Compare(b.face.Score, a.face.Score) })
	for i := range places {
		p := &places[i]
		if len(kept) < maxTries && !math.IsInf(p.face.Score, -1) &&
			!slices.ContainsFunc(kept, func(k *topCandidate) bool { return k.face.Apart(&p.face) < samePlace }) {
			kept = append(kept, p)
		}
	}
	return kept
}

// isFound says whether a line has a face already.
func isFound(lines []hypothesis.Line, f *hypothesis.LooseFace) bool {
	return slices.ContainsFunc(lines, func(c hypothesis.Line) bool {
		return slices.ContainsFunc(c, func(o hypothesis.LooseFace) bool { return o.Apart(f) < sameFace })
	})
}

// fitFace finds the orientation, among those of the edges around a place, under which it looks most like a face.
func fitFace(r *picture.Raster, s *hypothesis.Hypothesis, p *topCandidate) {
	here := s.Pixel(p.at.X, p.at.Y, topLevel)
	size := picture.Dist(here, s.Pixel(p.at.X+0.5, p.at.Y+0.5, topLevel))
	turns := candidate.OrientationsAround(r, candidate.Mark{At: here, Size: size})
	ax, bx := hypothesis.PixelSteps(&s.Pose, here)
	p.face = faceTurned(r, s, p.at, topLevel, turns.FoldedPeaks(ax.X, ax.Y, bx.X, bx.Y))
}
