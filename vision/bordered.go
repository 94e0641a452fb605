package vision

import (
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
)

const (
	facePrior = 0.5   // how much of what is usual counts among faces, some of which the judges know
	faceLeast = -12.0 // one face tells no more (logarithm)
	faceDoubt = -6.0  // ... less than this of its own height, and it did not tell it
	refits    = 2     // how often the pose is fitted to other heights
	ownAhead  = 0.3   // how much likelier (logarithm) a height is because it explains most with all others
)

// bordered is a structure with what is seen across its borders.
type bordered struct {
	*structure
	places  []engine.Place
	borders *borders
}

// acrossBorders looks across all borders.
func (r *raster) acrossBorders(s *structure) *bordered {
	places := s.cells.places()
	b := &bordered{s, places, bordersOf(places, r.steps(s, s.cells))}
	b.borders.hearDrops(places, r.drops(s, s.cells))
	return b
}

// weighed is the structure with the heights that explain most of what is seen of faces, of their edges and across borders, each told by all
// of that. With other heights goes another pose; seen from nearly above, or where edges do not lie as they should, that is sought far and wide.
func (r *raster) weighed(s *structure) *structure {
	b, tried := r.settledHeights(s, nil)
	var others []*bordered
	if s.z[2] > math.Cos(steepTilt) || !b.atRest() {
		b, others = r.stepped(b, tried)
	}
	return b.toldByAll(others)
}

// settledHeights is the structure with other heights and the pose that goes with them, if that explains more. It passes by heights that were
// tried, and also returns those that now are.
func (r *raster) settledHeights(s *structure, known []stacks) (best *bordered, tried []stacks) {
	first := r.acrossBorders(s)
	best, tried = first, append(slices.Clip(known), s.cells)
	for _, better := range []func(*bordered) stacks{(*bordered).likeliest, (*bordered).climbed} {
		b := first
		for range refits {
			cells := better(b)
			if !cells.grounded() || slices.ContainsFunc(tried, func(c stacks) bool { return maps.Equal(c, cells) }) {
				break
			}
			tried = append(tried, cells)
			c := b.clone()
			c.cells, c.evidence = cells, maps.Clone(b.evidence)
			r.refitted(&c)
			if b = r.acrossBorders(&c); b.explained() > best.explained() {
				best = b
			}
		}
	}
	return best, tried
}

// refitted fits the pose to the heights told, and looks at all places under it.
func (r *raster) refitted(s *structure) {
	r.fitBorders(s, narrowLocator(), tableHold)
	s.lines = nil // they were looked for under another pose
	for at, e := range r.lookAll(s.cells.places(), func(at engine.Place) *placeEvidence { return r.look(fineJudge(), s, at) }) {
		if level, ok := s.told[at]; ok {
			e.toldBy(level)
		}
		e.tile, e.hole = s.evidence[at].tile, s.evidence[at].hole // a tile it is, by more than its edges
		s.evidence[at] = e
	}
	s.edges = s.edgeLikelihood()
}

// explained is how likely the picture is with this structure, what is seen across its borders included.
func (b *bordered) explained() float64 {
	return b.structure.explained() + stepWeight*b.borders.tell(b.cells.levelsOf(b.places))
}

// heights are how likely each stack has each height (logarithm), by its face and by all borders.
func (b *bordered) heights() []engine.HeightLikelihoods {
	alone := make([]engine.HeightLikelihoods, len(b.places))
	for i, at := range b.places {
		alone[i] = b.alone(at)
		for l, told := range b.borders.drops[i] {
			alone[i][l] += told
		}
	}
	return weigh(alone, b.borders.all)
}

// heightsAmong are the heights as this structure and others tell them, each as far as it explains the picture.
func (b *bordered) heightsAmong(others []*bordered) []engine.HeightLikelihoods {
	all := b.heights()
	most := b.explained()
	for _, o := range others {
		if !maps.Equal(o.cells, b.cells) {
			hearHeights(all, o.heights(), steppedSay*min(o.explained()-most, 0))
		}
	}
	return all
}

// hearHeights adds to what is told of all heights what another structure of that likelihood (logarithm) tells.
func hearHeights(all, told []engine.HeightLikelihoods, likely float64) {
	for i := range all {
		for l := range all[i] {
			all[i][l] = logAdd(all[i][l], told[i][l]+likely)
		}
	}
}

// logAdd is the logarithm of the sum of what has these two.
func logAdd(a, b float64) float64 {
	a, b = max(a, b), min(a, b)
	return a + math.Log1p(math.Exp(b-a))
}

// alone is how likely a stack has each height by its face (logarithm). One that its letter or what lies around it tells, not its face, is as
// high as that has it.
func (s *structure) alone(at engine.Place) engine.HeightLikelihoods {
	height := s.faceHeights(at, s.evidence[at])
	for l := range height {
		height[l] += facePrior * s.prior(at, l+1)
	}
	top := slices.Max(height[:])
	for l := range height {
		height[l] = max(height[l]-top, faceLeast)
	}
	if own := s.cells[at] - 1; height[own] < faceDoubt || s.gaps[at] > 0 || s.told[at] > 0 {
		for l, slipped := range s.slipped(at, own+1) {
			height[l] = max(slipped, faceLeast)
		}
	}
	return height
}

// likeliest are the heights that are likeliest, each by itself.
func (b *bordered) likeliest() stacks {
	cells := maps.Clone(b.cells)
	for i, height := range b.heights() {
		at := b.places[i]
		if best := slices.Index(height[:], slices.Max(height[:])); b.evidence[at].view[best].inside {
			cells[at] = best + 1
		}
	}
	return cells
}

// climbed are the heights that explain most together, as far as changing one at a time leads there.
func (b *bordered) climbed() stacks {
	c := b.clone()
	levels := c.cells.levelsOf(b.places)
	for range climbs {
		changed := false
		for i, at := range b.places {
			if b.gaps[at] > 0 || b.told[at] > 0 {
				continue
			}
			best, most := levels[i], math.Inf(-1)
			for l := range engine.MaxHeight {
				if e := b.evidence[at]; l+1 != levels[i] && (e.height[l] <= noFace || !e.view[l].inside) {
					continue
				}
				c.cells[at] = l + 1
				if worth := c.explainedAround(at) + stepWeight*b.borders.at(levels, i, l+1); worth > most {
					best, most = l+1, worth
				}
			}
			changed = changed || best != levels[i]
			c.cells[at], levels[i] = best, best
		}
		if !changed {
			break
		}
	}
	return c.cells
}

// explainedAround is the part of what is explained that a stack's height changes: its face, and all edges that it shows or hides.
func (s *structure) explainedAround(at engine.Place) float64 {
	sum := s.faceAt(at) + s.edgesAt(at)
	for _, step := range sideSteps {
		if beside := at.Add(step); s.cells[beside] > 0 {
			sum += s.edgesAt(beside)
		}
	}
	return sum
}

// toldByAll is the structure in which each stack's height is told by all that is seen, and by other structures as far as they explain the
// picture, too. Where another is likelier by itself than the one that goes with all others, it is in doubt.
func (b *bordered) toldByAll(others []*bordered) *structure {
	c := b.clone()
	c.lines, c.evidence = b.lines, maps.Clone(b.evidence)
	for i, height := range b.heightsAmong(others) {
		at, e := b.places[i], *b.evidence[b.places[i]]
		own := b.cells[at] - 1
		height[own] = slices.Max(height[:]) + ownAhead
		e.best, e.whole = own+1, e.whole && e.best == own+1
		for l := range height {
			height[l] -= b.prior(at, l+1) // which is added by whom it is told
		}
		e.told = &height
		c.evidence[at] = &e
	}
	return &c
}
