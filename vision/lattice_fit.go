package vision

import (
	"cmp"
	"math"
	"slices"
	"tilewatch/engine"
)

// linked are the lattices that the spots form, with poses fitted to them, best first.
func (r *raster) linked(field *spotField, slip float64, most int, table *ground) []structure {
	lattices := newLinker(field, slip).lattices(most)
	fits := make([]structure, len(lattices))
	onAllCores(len(lattices), func(i int) { fits[i] = r.fromLattice(field, &lattices[i], table) })
	all := slices.DeleteFunc(fits, func(s structure) bool { return len(s.cells) < 2 })
	slices.SortStableFunc(all, func(a, b structure) int { return cmp.Compare(b.score, a.score) })
	return all
}

// linkedOtherwise are the lattices that spots form if the tiles are thinner or thicker than is thought, as far as they explain more than
// those known there.
func (r *raster) linkedOtherwise(field *spotField, slip float64, most int, table *ground, known []structure) (all []structure) {
	g := field.sz.free
	if !g.anyThickness() {
		return nil
	}
	for _, strain := range thicknessStrains {
		if strain == 0 {
			continue
		}
		f := *field
		f.sz.thickness = f.sz.pitch * math.Exp(g.expected[freeThickness]+strain*g.sigma[freeThickness])
		for _, s := range r.linked(&f, slip, most, table) {
			if s.stacked() || !slices.ContainsFunc(known, func(k structure) bool { return k.holds(&s) && k.score > s.score-nudgeGain }) {
				all = append(all, s)
			}
		}
	}
	return all
}

// spotSlip is how far a settled spot's middle lies from its face's, in pitches (standard deviation).
const spotSlip = 0.025

// fromLattice fits a pose to a lattice's faces and keeps those that still look like tiles.
func (r *raster) fromLattice(f *spotField, g *lattice, table *ground) structure {
	first := f.spots[g.nodes[0].spot]
	s := structure{pose: f.poseAt(first.at, first.turn), cells: stacks{}, marks: f.marks}
	s.pose.known = table
	scale := s.pose.scale(engine.Place{})
	var sights []sight
	for _, n := range g.nodes {
		sights = append(sights, sight{
			col: float64(n.place.Col), row: float64(n.place.Row), level: float64(n.level),
			at: f.plane.pixel(f.spots[n.spot].at), weight: 1 / (spotSlip * scale),
		})
	}
	s.pose.fitPoints(sights)
	for i, n := range g.nodes {
		s.cells[n.place] = int(sights[i].level)
	}
	j := coarseJudge()
	r.fitBorders(&s, wideLocator(), pointsHold)
	r.fitBorders(&s, wideLocator(), pointsHold)
	for _, at := range s.cells.places() {
		v := r.view(&s.pose, at, float64(s.cells[at]))
		score := j.score(v.features())
		if !v.inside || score < -1.5 {
			delete(s.cells, at)
			continue
		}
		s.score += likely(score)
	}
	return s
}
