package vision

import (
	"maps"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
)

const (
	othersFinished = 2    // of the same structure: where poses differ, only the end shows which is right
	settled        = 0.93 // of the score that sure tiles would have; with less, the pose may not have settled,
	settledBadly   = 0.85 // and with less than this it surely has not
	retryTilt      = 0.08 // radians by which the table is tilted for another try
)

// finishBest finishes the best structure. If it does not settle well, the next best tries at the same one are finished, too,
// and if none of them does, more of them from tables tilted a little in all directions. The best of all wins.
func (r *raster) finishBest(found []structure) *structure {
	best := r.finishAll([]structure{found[0].clone()})
	if best.quality() >= settled {
		return &best
	}
	var others []structure
	for i := range found[1:] {
		if other := &found[1+i]; len(others) < othersFinished && found[0].holds(other) {
			others = append(others, other.clone())
		}
	}
	if len(others) > 0 {
		best = better(best, r.finishAll(others))
	}
	if best.quality() < settledBadly {
		best = better(best, r.finishAll(append(found[0].tilted(), best.tilted()...)))
	}
	return &best
}

func better(a, b structure) structure {
	if b.worth() > a.worth() {
		return b
	}
	return a
}

// finishAll finishes several tries at once and returns the best.
func (r *raster) finishAll(tries []structure) structure {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range tries {
		group.Go(func() error {
			r.finish(&tries[i])
			return nil
		})
	}
	_ = group.Wait() // finishing cannot fail
	best := 0
	for i := range tries {
		if tries[i].worth() > tries[best].worth() {
			best = i
		}
	}
	return tries[best]
}

func (s *structure) clone() structure {
	c := *s
	c.cells = maps.Clone(s.cells)
	return c
}

// quality is the share of the score that the structure would have if every cell were surely a tile.
func (s *structure) quality() float64 {
	return s.score / (surely * float64(max(1, len(s.cells))))
}

// worth weighs how much is explained by how well.
func (s *structure) worth() float64 { return s.score * math.Sqrt(max(0, s.quality())) }

// tilted are copies of the structure under tables tilted in four directions, fitted to the letters again.
func (s *structure) tilted() []structure {
	var all []structure
	middle := s.spaceMiddle()
	for k := range 4 {
		sin, cos := math.Sincos(math.Pi/4 + float64(k)*math.Pi/2)
		turn := s.pose.x.scale(retryTilt * cos).add(s.pose.y.scale(retryTilt * sin))
		c := s.clone()
		c.pose = s.pose.moved([6]float64{turn[0], turn[1], turn[2]}, middle)
		c.pose.table = c.pose.z
		c.fitLetters()
		all = append(all, c)
	}
	return all
}

// finish brings pose and stacks to their best.
func (r *raster) finish(s *structure) {
	r.finishRoughly(s)
	rough := structure{pose: s.pose, cells: maps.Clone(s.cells), marks: s.marks}
	r.finishFinely(s)
	if float64(len(s.cells)) < keptShare*float64(len(rough.cells)) {
		// The pose did not settle; what the forgiving judge saw is better than little.
		r.grow(coarseJudge(), &rough)
		*s = rough
	}
}

// keptShare is the share of the cells that must be left in the end.
const keptShare = 0.7

// finishRoughly fits the pose without giving up a cell: under a pose that is a little off the fine judge takes a tile for
// none.
func (r *raster) finishRoughly(s *structure) {
	coarse := coarseJudge()
	r.polish(s, coarse, allMoves, 0.03, 1)
	for _, reach := range []float64{0.08, 0.06} {
		r.fitEdges(s, reach, tableHold)
		r.level(s, coarse)
	}
}

// finishFinely tells levels apart, and tiles from what looks like one.
func (r *raster) finishFinely(s *structure) {
	fine := fineJudge()
	r.polish(s, fine, allMoves, 0.02, 2)
	r.level(s, fine)
	r.fitEdges(s, 0.05, tableHold)
	r.grow(fine, s)
	if len(s.cells) < 2 {
		return
	}
	if s.ground() {
		r.grow(fine, s)
	}
	r.polish(s, fine, allMoves, 0.01, 2)
	r.grow(fine, s)
}

// tableHold is how well the table's direction is known from the edges of all tiles, in 1/radian.
const tableHold = 10

// level judges the height of every cell anew.
func (r *raster) level(s *structure, j *judge) {
	s.evidence = map[engine.Place]*placeEvidence{}
	for at := range s.cells {
		e := r.look(j, &s.pose, at)
		s.evidence[at] = e
		s.cells[at] = e.best
	}
	s.ground()
}
