package dabble

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/vision/blob"
	"tilewatch/vision/dabble/lattice"
)

// orientations are the ways in which the tile with this letter may lie, by its edges: the best few, the best first.
func (s *scan) orientations(k *rack, c looseCandidate, slope float64) []looseTile {
	t := k.table(slope)
	m := &s.candidates[c.mark]
	v, ok := t.intersect(s, m.At)
	if !ok {
		return nil
	}
	const steps = 18
	var all [steps]looseTile
	for i := range all {
		sin, cos := math.Sincos(-math.Pi/4 + math.Pi/2*float64(i)/steps)
		x, y := t.right.Scale(cos).Add(t.front.Scale(sin)), t.front.Scale(cos).Add(t.right.Scale(-sin))
		all[i].patch = patch{v, x.Scale(lattice.FaceSide), y.Scale(lattice.FaceSide)}
		all[i].patch.middle = v.Add(all[i].x.Scale(lattice.LetterLeft)).Add(all[i].y.Scale(lattice.LetterLeft))
		all[i].edge = s.edgeVisibility(&all[i].patch, blob.Luma(m.Ground))
	}
	var best []looseTile
	for i := range all {
		if all[i].edge >= all[(i+1)%steps].edge && all[i].edge >= all[(i+steps-1)%steps].edge {
			best = append(best, all[i])
		}
	}
	slices.SortStableFunc(best, func(a, b looseTile) int { return cmp.Compare(b.edge, a.edge) })
	most := slices.IndexFunc(best, func(l looseTile) bool { return l.edge < best[0].edge-muchLess })
	if most < 0 {
		most = len(best)
	}
	return best[:min(most, mostWays)]
}

// Limits of orientations.
const (
	mostWays = 3    // number
	muchLess = 0.15 // visible edges less than the best one's
)

// centerOnEdges moves a loose tile to where its edges are seen best: not every letter stands in the middle.
func (s *scan) centerOnEdges(l *looseTile, ground float64) {
	start := *l
	for _, dx := range [5]float64{0, -0.04, 0.04, -0.08, 0.08} {
		for _, dy := range [5]float64{0, -0.04, 0.04, -0.08, 0.08} {
			p := start.patch
			p.middle = p.middle.Add(p.x.Scale(dx)).Add(p.y.Scale(dy))
			if e := s.edgeVisibility(&p, ground) - 0.3*(math.Abs(dx)+math.Abs(dy)); e > l.edge {
				*l = looseTile{p, e}
			}
		}
	}
}

// inFrontOf reports whether a candidate may belong to a tile before a rack, and how far it is from where most do.
func (s *scan) inFrontOf(k *rack, m int) (float64, bool) {
	mk := &s.candidates[m]
	if mk.Dark != k.dark || mk.Ink < leastInkOfSet*k.contrast {
		return 0, false
	}
	t := k.table(middleSlope)
	v, ok := t.intersect(s, mk.At)
	if !ok {
		return 0, false
	}
	d := v.Add(t.origin.Scale(-1))
	x, y := d.Dot(t.right), d.Dot(t.front)
	if y < nearestFace || y > furthestOut || math.Abs(x) > widestOut {
		return 0, false
	}
	one := s.cam.K[0][0] / v[2] // pixels of a tile
	if big := max(mk.W, mk.H) / one; big < leastOnTile || big > mostOnTile {
		return 0, false
	}
	return math.Hypot(x/3, (y-1.5)/2), true
}

// How large a letter is on its tile, sides. A letter is no larger than its tile; the least is hand-set.
const (
	leastOnTile = 0.3
	mostOnTile  = 1.0
)
