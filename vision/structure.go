package vision

import (
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
)

// structure is a hypothesis: a pose and the stacks it finds under it.
type structure struct {
	pose
	marks    []mark // of the picture it was found in
	with     effort // with which it was found
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

// tall is how high the stack at a place is; one that is overlooked in this picture still hides what is behind it.
func (s *structure) tall(at engine.Place) int {
	if level := s.cells[at]; level > 0 {
		return level
	}
	return s.before[at]
}

// highest is how high the highest stack is.
func (s *structure) highest() (level int) {
	for _, known := range [...]stacks{s.cells, s.before} {
		for _, l := range known {
			level = max(level, l)
		}
	}
	return level
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

// placeEvidence is what the judge says of one place.
type placeEvidence struct {
	view   [engine.MaxHeight]faceView
	height [engine.MaxHeight]float64
	tile   float64                   // log-likelihood ratio of a stack of any height against none
	best   int                       // likeliest height
	whole  bool                      // all levels were looked at
	hole   float64                   // what was taken from tile because of a blank face's color
	told   *engine.HeightLikelihoods // what all that is seen tells of its height, borders included; nil: what the face does
}

// look judges a place at every level.
func (r *raster) look(j *judge, s *structure, at engine.Place) *placeEvidence {
	return r.lookAt(j, s, at, 1, engine.MaxHeight)
}

// lookAll looks at several places at a time.
func (r *raster) lookAll(places []engine.Place, look func(engine.Place) *placeEvidence) map[engine.Place]*placeEvidence {
	found := make([]*placeEvidence, len(places))
	onAllCores(len(places), func(i int) { found[i] = look(places[i]) })
	all := make(map[engine.Place]*placeEvidence, len(places))
	for i, at := range places {
		all[at] = found[i]
	}
	return all
}

// rim are the places beside cells that are none.
func (c stacks) rim() []engine.Place {
	rim := map[engine.Place]bool{}
	for at := range c {
		for _, n := range at.Neighbors() {
			if c[n] == 0 {
				rim[n] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(rim), engine.ComparePlaces)
}

// What the coarse judge finds so much less likely than another level, or so unlikely at all, need not be looked at closely.
const (
	muchLess = 9.0
	unlikely = -10.0
)

// lookAt judges a place at the levels from low to high; no face is taken to be on the others.
func (r *raster) lookAt(j *judge, s *structure, at engine.Place, low, high int) *placeEvidence {
	p := &s.pose
	e := &placeEvidence{best: min(max(low, 1), engine.MaxHeight), whole: low <= 1 && high >= engine.MaxHeight}
	coarse, most := coarseJudge(), unlikely+muchLess
	for l := range engine.MaxHeight {
		e.height[l] = noFace
		if l+1 < low || l+1 > high {
			continue
		}
		if e.view[l] = r.view(p, at, float64(l+1)); e.view[l].inside {
			e.height[l] = coarse.score(e.view[l].features())
			most = max(most, e.height[l])
		} else {
			e.height[l] = outOfPicture
		}
	}
	prior := 2.0 // a rough pose says little of levels
	if j != coarse {
		prior = 0.5
		for l := range engine.MaxHeight {
			switch score := e.height[l]; {
			case score == noFace || score == outOfPicture:
			case score < most-muchLess:
				e.height[l] = min(score, noFace)
			default:
				r.closer(&e.view[l], p, at, float64(l+1))
				if hidden := s.hiddenSides(at, l+1); hidden != [4]bool{} {
					e.view[l].borrow(hidden)
					e.whole = false // next time others may lie around it
				}
				e.height[l] = j.score(e.view[l].features())
			}
		}
	}
	sum := 0.0
	for l, score := range e.height {
		if score == noFace || score == outOfPicture {
			continue
		}
		if score+prior*heightPrior[l] > e.height[e.best-1]+prior*heightPrior[e.best-1] {
			e.best = l + 1
		}
		sum += math.Exp(min(score, 40))
	}
	e.tile = math.Log(sum + 1e-9)
	return e
}

// outOfPicture is the logarithmic score of a face that the picture does not wholly show.
const outOfPicture = -20

// again is what is known of a place that was looked at under nearly the same pose; nil if there is nothing.
func (s *structure) again(at engine.Place) *placeEvidence {
	e := s.evidence[at]
	if e == nil || !e.whole {
		return nil
	}
	now, then := s.pose.face(at, float64(e.best)), e.view[e.best-1].quad
	for i := range now {
		if dist(now[i], then[i]) > sameView {
			return nil
		}
	}
	return e
}

// sameView is how far a face may move in the picture and still look the same, pixels.
const sameView = 0.12

const (
	tileBridge   = -4.0 // ... from which it may link two parts that belong to it
	tileAccepted = 0.0  // log-likelihood ratio from which a place belongs to the structure
	surely       = 6.0  // a cell's log-likelihood ratio counts no more than this
	faintLeast   = -8.0 // log-likelihood ratio of a tile that only its color may show
	maxCells     = 110  // more than four players' tiles cannot lie side by side
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

// links says whether a place lies between two parts that are not linked otherwise.
func (c stacks) links(at engine.Place) bool {
	var first map[engine.Place]bool
	for _, n := range at.Neighbors() {
		if c[n] == 0 || first[n] {
			continue
		}
		if first != nil {
			return true
		}
		first = c.part(n)
	}
	return false
}

// part is everything linked to a place.
func (c stacks) part(at engine.Place) map[engine.Place]bool {
	seen, queue := map[engine.Place]bool{at: true}, []engine.Place{at}
	for len(queue) > 0 {
		at, queue = queue[0], queue[1:]
		for _, n := range at.Neighbors() {
			if c[n] > 0 && !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	return seen
}

// largestPart is the largest set of linked cells.
func largestPart(cells stacks) stacks {
	best := map[engine.Place]bool{}
	seen := map[engine.Place]bool{}
	for _, start := range cells.places() {
		if seen[start] {
			continue
		}
		part := cells.part(start)
		maps.Copy(seen, part)
		if len(part) > len(best) {
			best = part
		}
	}
	kept := stacks{}
	for at := range best {
		kept[at] = cells[at]
	}
	return kept
}

// fitPoints fits a pose to the middles of faces whose levels are not sure. It begins several times: with the levels given, and with
// all on the first level, as most are, when the robust fit passes over the others; each with the table as it is thought to lie, and
// tilted a little. From there each face takes the level that suits it best, the lower ones preferred, and the pose is fitted
// again. The best end counts; its levels stay in the sights.
func (p *pose) fitPoints(sights []sight) {
	if len(sights) < 2 {
		return
	}
	tilts := []vec3{{}}
	if len(sights) >= tiltedPoints {
		tilts = append(tilts, p.x.scale(pointsTilt), p.x.scale(-pointsTilt), p.y.scale(pointsTilt), p.y.scale(-pointsTilt))
	}
	var middle vec3
	for _, s := range sights {
		middle = middle.add(p.space(s.col, s.row, s.level).scale(1 / float64(len(sights))))
	}
	best, bestCost := *p, math.Inf(1)
	given, levels := slices.Clone(sights), sights
	for _, turn := range tilts {
		for _, flat := range []bool{false, true} {
			try := slices.Clone(given)
			for i := range try {
				if flat {
					try[i].level = 1
				}
			}
			q := p.moved(motion{turn[0], turn[1], turn[2]}, middle)
			if cost := q.settleLevels(try); cost < bestCost {
				best, bestCost, levels = q, cost, try
			}
		}
	}
	*p = best
	copy(sights, levels)
}

// With so many faces, a table tilted by this (radians) is tried as well.
const (
	tiltedPoints = 5
	pointsTilt   = 0.08
)

// settleLevels alternates between pose and levels, and returns the cost of where that ends. If most stacks are of two tiles, the
// others first seem to lie a level below the table.
func (p *pose) settleLevels(sights []sight) float64 {
	p.fit(sights, pointsHold, 8)
	cost := 0.0
	for range 3 {
		cost = 0
		lowest := 1.0
		for i := range sights {
			cost += p.suitLevel(&sights[i])
			lowest = min(lowest, sights[i].level)
		}
		if lowest < 1 {
			p.t = p.t.add(p.z.scale(p.thickness))
			for i := range sights {
				sights[i].level = min(sights[i].level+1, engine.MaxHeight)
			}
		}
		p.fit(sights, pointsHold, 5)
	}
	return cost
}

// pointsHold is how well the table's direction is known before the edges are heard, in 1/radian.
const pointsHold = 14

// belowPrior is the logarithm of how often the first level is mistaken, for each stack that shows it.
const belowPrior = -3.0

// suitLevel gives a sight the level under which it is likeliest, and returns what that costs.
func (p *pose) suitLevel(s *sight) float64 {
	best, bestCost := s.level, math.Inf(1)
	for l := range engine.MaxHeight + 1 {
		prior := belowPrior
		if l > 0 {
			prior = heightPrior[l-1]
		}
		s.level = float64(l)
		a, b, _ := p.residuals(s)
		la, _ := robust(a)
		lb, _ := robust(b)
		if cost := (la+lb)/2 - 1.5*prior; cost < bestCost {
			best, bestCost = s.level, cost
		}
	}
	s.level = best
	return bestCost
}

// spaceMiddle is the middle of the faces in camera space.
func (s *structure) spaceMiddle() vec3 {
	var middle vec3
	for _, at := range s.cells.places() {
		middle = middle.add(s.pose.space(float64(at.Col), float64(at.Row), float64(s.cells[at])).scale(1 / float64(len(s.cells))))
	}
	return middle
}

// likingOf flattens a score: from a face that is surely one to another there is little to gain.
func likingOf(score float64) float64 {
	if score > 6 {
		return 6 + 0.2*(score-6)
	}
	return max(score, -12)
}

// heightPrior are the logarithms of how often stacks of each height lie on a table.
var heightPrior = engine.HeightLikelihoods{-0.35, -1.6, -2.5, -3.5, -4.5}

// ground sets the pose so that the lowest stacks are one tile high: edges alone do not tell a lattice from the same one
// a level higher. It says whether the pose changed.
func (s *structure) ground() bool {
	best, bestScore := 0, math.Inf(-1)
	for shift := range engine.MaxHeight {
		lower := s.pose
		lower.t = s.pose.t.add(s.pose.z.scale(-float64(shift) * s.thickness))
		sum := -s.known.misfit(&lower) / 2
		for _, at := range s.cells.places() {
			e := s.evidence[at]
			top := -12.0
			for l := shift; l < engine.MaxHeight; l++ {
				top = max(top, e.height[l]-e.height[e.best-1]+heightPrior[l-shift])
			}
			sum += top
		}
		if sum > bestScore {
			best, bestScore = shift, sum
		}
	}
	if best == 0 {
		return false
	}
	s.pose.t = s.pose.t.add(s.pose.z.scale(-float64(best) * s.thickness))
	for at := range s.cells {
		s.cells[at] = max(1, s.cells[at]-best)
	}
	return true
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

// toldBy takes a place for a tile because its letter tells that it is one, of that level if the judge knows none; or for none (0).
func (e *placeEvidence) toldBy(level int) {
	e.whole = false
	if level == 0 {
		e.tile, e.height = noFace, nothing
		return
	}
	if e.height[e.best-1] <= noFace {
		e.best = level
	}
	e.tile = max(e.tile, witnessTold)
	if raise := witnessTold - e.height[e.best-1]; raise > 0 {
		for l, score := range e.height {
			if score > noFace || l+1 == e.best {
				e.height[l] += raise
			}
		}
	}
}

// with adds a stack; there may be none yet.
func (c stacks) with(at engine.Place, level int) stacks {
	if c == nil {
		c = stacks{}
	}
	c[at] = level
	return c
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
