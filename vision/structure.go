package vision

import (
	"maps"
	"slices"

	"tilewatch/engine"
)

// structure is a hypothesis: a pose and the stacks it finds under it.
type structure struct {
	pose
	marks    []mark // of the picture it was found in
	cells    stacks
	evidence map[engine.Place]*placeEvidence
	score    float64 // summed log-likelihood ratios of the cells
	edges    float64 // summed log-likelihood ratios of the edges under the pose
	doubt    float64 // that it is the structure and not a rack, logarithmic
	rivals   []rival // to faces
	before   stacks  // what lay there in the pictures before; nil if nothing is known
	gaps     stacks  // places that link what is surely part of it, whatever they look like
	told     stacks  // places whose letters tell that they are tiles, whatever their edges look like; 0: that they are none
	turned   int     // one more than by how many quarter turns its letters are turned in the lattice; 0: they do not tell it for sure
	lines    []chain // what lies loose around it, if that was looked for under this pose; nil: it was not
}

// occluders are its stacks as they may hide faces.
func (s *structure) occluders() occluders { return occluders{&s.pose, s.cells, s.before} }

// coverOf is which parts of a face its stacks hide.
func (s *structure) coverOf(at engine.Place, level int) cover {
	return s.occluders().coverOf(at, level)
}

// prior is the logarithm of how likely a stack at a place has a level: mostly that which it had in the picture before, or one more.
func (s *structure) prior(at engine.Place, level int) float64 {
	switch before := s.before[at]; {
	case before == 0:
		return heightPrior[level-1]
	case level == before:
		return 0
	case level == before+1:
		return grownPrior
	}
	return otherPrior
}

const (
	grownPrior = -2.5
	otherPrior = -5.0
)

const (
	tileBridge   = -4.0 // ... from which it may link two parts that belong to it
	tileAccepted = 0.0  // log-likelihood ratio from which a place belongs to the structure
	surely       = 6.0  // a cell's log-likelihood ratio counts no more than this
	faintLeast   = -8.0 // log-likelihood ratio of a tile that only its color may show
)

// outgrowth is what grows out of a structure's cells before it is cleaned up, by how surely each place is a tile.
type outgrowth struct {
	kept  stacks // tiles
	weak  stacks // places that may link others
	faint stacks // places that only their color may show to be tiles
}

// sort puts a place where its evidence says.
func (g *outgrowth) sort(at engine.Place, e *placeEvidence) {
	switch {
	case e.tile >= tileAccepted:
		g.kept[at] = e.best
	case e.tile >= tileBridge:
		g.weak[at] = e.best
	case e.tile > faintLeast:
		g.faint[at] = e.best
	}
}

// leadsOn says whether growth goes on beyond a place: beyond a weak one that came from another weak one it does not.
func (g *outgrowth) leadsOn(at engine.Place, cameFrom map[engine.Place]engine.Place) bool {
	if g.weak[at] > 0 {
		from, ok := cameFrom[at]
		return !ok || g.weak[from] == 0
	}
	return g.kept[at] > 0
}

// outward goes out from the cells known: every neighbor that looks like a tile joins. discount lowers the likelihood of what another stage
// knows to be something else.
func (r *raster) outward(j *judge, s *structure, discount func(*placeEvidence)) outgrowth {
	before := *s
	look := func(at engine.Place) *placeEvidence {
		if e := before.again(at); e != nil {
			return e
		}
		return r.look(j, s, at)
	}
	queue := s.cells.places()
	s.evidence = r.lookAll(slices.Concat(queue, s.cells.rim()), look) // what is surely asked for
	seen := map[engine.Place]bool{}
	for _, at := range queue {
		seen[at] = true
	}
	g := outgrowth{kept: stacks{}, weak: stacks{}, faint: stacks{}}
	cameFrom := map[engine.Place]engine.Place{}
	for len(queue) > 0 && len(g.kept) < maxCells {
		at := queue[0]
		queue = queue[1:]
		e := s.evidence[at]
		if e == nil {
			e = look(at)
			s.evidence[at] = e
		}
		s.appraise(at, e, discount)
		if g.sort(at, e); !g.leadsOn(at, cameFrom) {
			continue
		}
		for _, n := range at.Neighbors() {
			if !seen[n] {
				seen[n] = true
				cameFrom[n] = at
				queue = append(queue, n)
			}
		}
	}
	return g
}

// appraise corrects the evidence of a place by what is known beyond its face: that it fills a gap, what its letter says, and what else it is.
func (s *structure) appraise(at engine.Place, e *placeEvidence, discount func(*placeEvidence)) {
	if level := s.gaps[at]; level > 0 {
		e.tile, e.best = max(e.tile, tileBridge), level
	}
	if level, ok := s.told[at]; ok {
		e.toldBy(level)
	}
	if s.told[at] == 0 {
		discount(e)
	}
}

// keep takes what grew for the structure's cells, with the weak places that link it.
func (s *structure) keep(g *outgrowth) {
	for _, at := range g.weak.places() {
		if g.kept.links(at) {
			g.kept[at] = g.weak[at]
			// What holds two parts together is a tile, whatever it looks like.
			e := s.evidence[at]
			e.tile, e.whole = max(e.tile, 1), false // next time it may link nothing
		}
	}
	s.cells = largestPart(g.kept)
	s.score = 0
	for _, at := range s.cells.places() {
		s.score += min(s.evidence[at].tile, surely) + s.lettered(at)
	}
}

// tell adds to what letters tell.
func (s *structure) tell(told stacks) {
	all := maps.Clone(told)
	for at, level := range s.told {
		if _, ok := all[at]; !ok {
			all[at] = level
		}
	}
	s.told = all
}

// marked says whether a mark lies about the middle of a face at a place.
func (s *structure) marked(at engine.Place) bool {
	for level := 1; level <= engine.MaxHeight; level++ {
		if s.markedAt(at, level) {
			return true
		}
	}
	return false
}

// markedAt says whether a mark lies about the middle of a place's face at a level.
func (s *structure) markedAt(at engine.Place, level int) bool {
	q := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
	near := beyondNear * s.pose.scale(at)
	return slices.ContainsFunc(s.marks, func(m mark) bool { return dist(m.at, q) < near })
}

// stacked says whether any stack is seen that is higher than a tile.
func (s *structure) stacked() bool {
	for _, level := range s.cells {
		if level > 1 {
			return true
		}
	}
	return false
}

// rival is a claim to a face that was lost.
type rival struct {
	engine.Place
	level  int
	height float64 // logarithmic score of the face, if it is this stack's
	to     engine.Place
	hiding bool // the stack would hide that tile, which may still be there
}

func (s *structure) clone() structure {
	c := *s
	c.cells, c.lines = maps.Clone(s.cells), nil // its pose is to change
	return c
}
