package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// Where the top of a bank is looked for whose letter was not seen as one: beside its player's rack, pitches.
const (
	bareRack  = 3    // tiles of a line that make it a rack
	bareReach = 6.0  // from the ends of the rack outward,
	bareInner = -1.5 // and inward,
	bareWide  = 3.0  // and across its line
	bareStep  = 0.3
	bareLevel = 4.0  // of a top
	barePatch = 0.35 // from its middle to where its color is looked at
	bareLike  = 0.35 // hues nearer than this are one
	bareShare = 14   // of 25 samples that have the rack's color
	bareTries = 3    // places looked at closely
)

// bareTops are faces in the color of a rack and near it, where no mark is: the letters of tops may be too blurred or dazzled to be seen as
// such. They are looked for only for players whose bank was not found.
func (r *raster) bareTops(s *structure, chains []chain, best map[engine.Color]*bankFound, shift hue) (tops []*looseFace) {
	bare := make([][]*looseFace, len(chains))
	ends, faces := s.ends(), middles(chains)
	onAllCores(len(chains), func(i int) {
		c := chains[i]
		if len(c) < bareRack || best[c.color()] != nil {
			return
		}
		for _, at := range r.barePlaces(s, c, ends, faces) {
			if f, ok := r.bareTop(s, at, c, shift); ok && f.color == c.color() && !known(chains, &f) {
				bare[i] = append(bare[i], &f)
			}
		}
	})
	return slices.Concat(bare...)
}

// known says whether a face is one of a chain's.
func known(chains []chain, f *looseFace) bool {
	return slices.ContainsFunc(chains, func(c chain) bool {
		return slices.ContainsFunc(c, func(o looseFace) bool { return o.apart(f) < looseOverlap })
	})
}

// barePlaces are the places about a rack whose surroundings have most of its color, in columns and rows of bareLevel.
func (r *raster) barePlaces(s *structure, c chain, ends, faces []engine.Point) []engine.Point {
	type place struct {
		at  engine.Point
		has int
	}
	var all []place
	want := hueOf(c[len(c)/2].plastic)
	first, last := &c[0], &c[len(c)-1]
	long := first.apart(last)
	dx, dy := (last.col-first.col)/long, (last.row-first.row)/long
	for along := -bareReach; along <= long+bareReach; along += bareStep {
		if along > -bareInner && along < long+bareInner {
			continue
		}
		for across := -bareWide; across <= bareWide; across += bareStep {
			at := engine.Point{X: first.col + along*dx - across*dy, Y: first.row + along*dy + across*dx}
			if !clearOf(ends, at) || s.knownAt(faces, at) {
				continue
			}
			if has := r.colored(s, at, want); has >= bareShare {
				all = append(all, place{at, has})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(b.has, a.has) })
	var kept []engine.Point
	for _, p := range all {
		if !slices.ContainsFunc(kept, func(k engine.Point) bool { return dist(k, p.at) < 0.8 }) {
			kept = append(kept, p.at)
		}
		if len(kept) == bareTries {
			break
		}
	}
	return kept
}

// middles are where the picture shows the middles of all faces.
func middles(chains []chain) (all []engine.Point) {
	for _, c := range chains {
		for i := range c {
			all = append(all, c[i].pixel(0, 0, c[i].level))
		}
	}
	return all
}

// knownAt says whether one of the faces found, whose middles are given, hides the table's place under a point of bareLevel.
func (s *structure) knownAt(faces []engine.Point, at engine.Point) bool {
	here := s.pixel(at.X, at.Y, bareLevel)
	near := 0.9 * dist(here, s.pixel(at.X+math.Sqrt2/2, at.Y+math.Sqrt2/2, bareLevel))
	return slices.ContainsFunc(faces, func(f engine.Point) bool { return dist(f, here) < near })
}

// colored is how many of 25 samples of a face have a hue; it stops counting when they will not be bareShare.
func (r *raster) colored(s *structure, at engine.Point, want hue) (has int) {
	for i := range 5 {
		for k := range 5 {
			if has+25-5*i-k < bareShare {
				return has
			}
			p := s.pixel(at.X+barePatch*float64(i-2)/2, at.Y+barePatch*float64(k-2)/2, bareLevel)
			if r.inside(p) && colorGapOfHues(hueOf(r.at(p)), want) < bareLike {
				has++
			}
		}
	}
	return has
}

// bareTop is the face about a place that looks most like one.
func (r *raster) bareTop(s *structure, at engine.Point, c chain, shift hue) (looseFace, bool) {
	best := looseFace{score: looseSeen, level: bareLevel}
	for _, turn := range []float64{-0.12, 0, 0.12} {
		for _, d := range [...][2]float64{{0, 0}, {0.2, 0}, {-0.2, 0}, {0, 0.2}, {0, -0.2}} {
			p := s.poseAt(at.X+d[0], at.Y+d[1], c[0].turn+turn)
			if v := r.view(&p, engine.Place{}, bareLevel); v.inside {
				if score := spotJudge().score(v.features()); score > best.score {
					best.score, best.pose = score, p
				}
			}
		}
	}
	if best.score <= looseSeen {
		return best, false
	}
	return r.settleLoose(s, &best, shift)
}
