package vision

import (
	"maps"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// structure is a hypothesis: a pose and the stacks it finds under it.
type structure struct {
	pose
	marks    []mark // letters on the faces anchor them: a face's edge is easily mistaken for that of its side
	cells    stacks
	evidence map[engine.Place]*placeEvidence
	score    float64 // summed log-likelihood ratios of the cells
}

// placeEvidence is what the judge says of one place.
type placeEvidence struct {
	view   [engine.MaxHeight]faceView
	height [engine.MaxHeight]float64
	tile   float64 // log-likelihood ratio of a stack of any height against none
	best   int     // likeliest height
}

// look judges a place at every level.
func (r *raster) look(j *judge, p *pose, at engine.Place) *placeEvidence {
	e := &placeEvidence{best: 1}
	coarse := coarseJudge()
	fine, rough := 0.0, 0.0
	prior := 2.0 // a rough pose says little of levels
	if j != coarse {
		prior = 0.5
	}
	for l := range engine.MaxHeight {
		e.view[l] = j.look(r, p, at, float64(l+1))
		if !e.view[l].inside {
			e.height[l] = -20
			continue
		}
		f := e.view[l].features()
		e.height[l] = j.score(f)
		if e.height[l]+prior*heightPrior[l] > e.height[e.best-1]+prior*heightPrior[e.best-1] {
			e.best = l + 1
		}
		fine += math.Exp(min(e.height[l], 40))
		if j != coarse {
			rough += math.Exp(min(coarse.score(f), 40))
		}
	}
	e.tile = math.Log(fine + 1e-9)
	if j != coarse {
		// Whether there is a tile at all both judges may say; the coarse one is not so easily put off by a pose a
		// little wrong.
		e.tile = (e.tile + math.Log(rough+1e-9)) / 2
	}
	return e
}

const (
	tileBridge   = -4.0 // ... from which it may link two parts that belong to it
	tileAccepted = 0.0  // log-likelihood ratio from which a place belongs to the structure
	surely       = 6.0  // a cell's log-likelihood ratio counts no more than this
	maxCells     = 110  // more than four players' tiles cannot lie side by side
)

// grow goes out from the cells known: every neighbor that looks like a tile joins.
func (r *raster) grow(j *judge, s *structure) {
	s.evidence = map[engine.Place]*placeEvidence{}
	queue := slices.SortedFunc(maps.Keys(s.cells), engine.ComparePlaces)
	seen := map[engine.Place]bool{}
	for _, at := range queue {
		seen[at] = true
	}
	kept, weak := stacks{}, stacks{}
	cameFrom := map[engine.Place]engine.Place{}
	for len(queue) > 0 && len(kept) < maxCells {
		at := queue[0]
		queue = queue[1:]
		e := r.look(j, &s.pose, at)
		s.evidence[at] = e
		if e.tile < tileBridge {
			continue
		}
		if e.tile < tileAccepted {
			weak[at] = e.best
		} else {
			kept[at] = e.best
		}
		// Beyond a weak place only what is strong goes on.
		if from, ok := cameFrom[at]; ok && weak[at] > 0 && weak[from] > 0 {
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
	s.oneFaceEach(kept)
	for _, at := range weak.places() {
		if kept.links(at) {
			kept[at] = weak[at]
			// What holds two parts together is a tile, whatever it looks like.
			s.evidence[at].tile = max(s.evidence[at].tile, 1)
		}
	}
	s.cells = largestPart(kept)
	s.score = 0
	for _, at := range s.cells.places() {
		s.score += min(s.evidence[at].tile, surely)
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

// fitEdges fits the pose to the edges of the faces, and to the letters on them.
func (r *raster) fitEdges(s *structure, reach, hold float64) {
	sights := append(r.edgeSights(&s.pose, s.cells, reach), s.letterSights()...)
	if len(sights) >= 8 {
		s.pose.fit(sights, hold, 6)
	}
}

// fitLetters fits the pose to the letters alone: it is rough, but nothing draws it to one side.
func (s *structure) fitLetters() { s.pose.fitPoints(s.letterSights()) }

// fitPoints fits a pose to the middles of faces whose levels are not sure. It begins twice: with the levels given, and with
// all on the first level, as most are, when the robust fit passes over the others. From there each face takes the level
// that suits it best, the lower ones preferred, and the pose is fitted again. The better end counts; its levels stay in
// the sights.
func (p *pose) fitPoints(sights []sight) {
	if len(sights) < 2 {
		return
	}
	flat := slices.Clone(sights)
	for i := range flat {
		flat[i].level = 1
	}
	given, low := *p, *p
	if low.settleLevels(flat) < given.settleLevels(sights) {
		*p = low
		copy(sights, flat)
		return
	}
	*p = given
}

// settleLevels alternates between pose and levels, and returns the cost of where that ends.
func (p *pose) settleLevels(sights []sight) float64 {
	p.fit(sights, pointsHold, 8)
	cost := 0.0
	for range 3 {
		cost = 0
		for i := range sights {
			cost += p.suitLevel(&sights[i])
		}
		p.fit(sights, pointsHold, 5)
	}
	return cost
}

// pointsHold is how well the table's direction is known before the letters are heard, in 1/radian.
const pointsHold = 14

// suitLevel gives a sight the level under which it is likeliest, and returns what that costs.
func (p *pose) suitLevel(s *sight) float64 {
	best, bestCost := s.level, math.Inf(1)
	for l, prior := range heightPrior {
		s.level = float64(l + 1)
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

// letterSights are the marks that lie near the middle of a face. A letter's own middle is not quite the face's.
func (s *structure) letterSights() []sight {
	var sights []sight
	for _, at := range s.cells.places() {
		level := s.cells[at]
		middle := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		scale := s.pose.scale(at)
		near, best := 0.2*scale, engine.Point{}
		for _, m := range s.marks {
			if m.size > 0.25*scale && dist(m.at, middle) < near {
				near, best = dist(m.at, middle), m.at
			}
		}
		if best != (engine.Point{}) {
			sights = append(sights, sight{col: float64(at.Col), row: float64(at.Row), level: float64(level), at: best, weight: 1 / (letterSlip * scale)})
		}
	}
	return sights
}

// letterSlip is how far a letter's middle lies from its face's, in pitches (standard deviation).
const letterSlip = 0.05

// What polish may change: everything, or a face's turn and place in the table's plane.
var (
	allMoves = [6]bool{true, true, true, true, true, true}
	inSpot   = [6]bool{false, false, true, true, true, false}
)

// polish moves the pose step by step (in pitches) to where the judge likes the faces best.
func (r *raster) polish(s *structure, j *judge, moves [6]bool, step float64, rounds int) float64 {
	middle := s.spaceMiddle()
	best := r.liking(&s.pose, j, s.cells)
	reach := math.Sqrt(float64(len(s.cells))) // about half the structure's width, pitches
	for range rounds {
		for k, may := range moves {
			if !may {
				continue
			}
			for _, sign := range []float64{1, -1} {
				d := s.pose.step(k, sign*step, middle, reach)
				q := s.pose.moved(d, middle)
				if l := r.liking(&q, j, s.cells); l > best {
					best, s.pose = l, q
					break
				}
			}
		}
		step /= 2
	}
	return best
}

// spaceMiddle is the middle of the faces in camera space.
func (s *structure) spaceMiddle() vec3 {
	var middle vec3
	for _, at := range s.cells.places() {
		middle = middle.add(s.pose.space(float64(at.Col), float64(at.Row), float64(s.cells[at])).scale(1 / float64(len(s.cells))))
	}
	return middle
}

// step is a move that shifts faces by about so many pitches in the picture: 0 and 1 tilt, 2 turns in the table's plane, 3
// and 4 shift in it, 5 goes nearer.
func (p *pose) step(k int, size float64, middle vec3, reach float64) [6]float64 {
	turn := func(axis vec3, angle float64) [6]float64 {
		return [6]float64{axis[0] * angle, axis[1] * angle, axis[2] * angle}
	}
	shift := func(axis vec3, by float64) [6]float64 {
		return [6]float64{3: axis[0] * by, 4: axis[1] * by, 5: axis[2] * by}
	}
	switch k {
	case 0:
		return turn(p.x, 3*size/reach)
	case 1:
		return turn(p.y, 3*size/reach)
	case 2:
		return turn(p.z, size/reach)
	case 3:
		return shift(p.x, size*p.pitch)
	case 4:
		return shift(p.y, size*p.pitch)
	}
	return shift(middle, size/reach)
}

// liking is how well the judge likes the faces under a pose, each at its level.
func (r *raster) liking(p *pose, j *judge, cells stacks) float64 {
	sum := 0.0
	for _, at := range cells.places() {
		v := j.look(r, p, at, float64(cells[at]))
		if v.inside {
			sum += likingOf(j.score(v.features()))
		}
	}
	return sum
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
		sum := 0.0
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

// findStructures tries the lattices that the marks suggest and returns the best explained ones, best first.
func findStructures(r *raster, gray gocv.Mat, cam *calibration.Camera, sz sizes) ([]structure, error) {
	marks, err := findMarks(r, gray)
	if err != nil {
		return nil, err
	}
	if len(marks) < 2 {
		return nil, &Error{NoTiles, "no letter tiles were found: show the whole table from closer, in more light"}
	}
	return r.structures(cam, marks, sz), nil
}
