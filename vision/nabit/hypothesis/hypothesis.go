package hypothesis

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Hypothesis is a hypothesis of a structure: a pose and the stacks it finds under it.
type Hypothesis struct {
	camerapose.Pose
	Map         *tilemap.Map               // what the network sees in its picture; nil: it was not asked
	OnBoard     float64                    // how much its tiles look like the board's and not a rack's on the map, log-odds
	Marks       []marks.Mark               // marks of its picture
	Cells       lattice.Levels             // level of the stack at each place
	Evidence    map[engine.Place]*Evidence // of all places evaluated, also of those without a stack
	Score       float64                    // summed log-likelihood ratios of the cells
	EdgeScore   float64                    // summed log-likelihood ratios of the edges under the pose
	RackPenalty float64                    // log-odds that it is a rack
	Previous    lattice.Levels             // stacks of the pictures before; nil if nothing is known
	Bridged     lattice.Levels             // places that must be tiles, since they connect sure parts
	RackLines   []Line                     // loose tiles around it under this pose; nil before the search for them
}

// Occluders are its stacks and those of the pictures before, as occluders.
func (s *Hypothesis) Occluders() occlusion.Stacks {
	return occlusion.Stacks{Pose: &s.Pose, Cells: s.Cells, Before: s.Previous}
}

// MaskOf is the occlusion mask of a face.
func (s *Hypothesis) MaskOf(at engine.Place, level int) occlusion.Mask {
	return s.Occluders().MaskOf(at, level)
}

// LevelPrior is the log-prior of a level at a place: mostly the level of the picture before, or one more.
func (s *Hypothesis) LevelPrior(at engine.Place, level int) float64 {
	switch before := s.Previous[at]; {
	case before == 0:
		return camerapose.HeightPrior[level-1]
	case level == before:
		return 0
	case level == before+1:
		return grownPrior
	}
	return otherPrior
}

const (
	grownPrior = -2.5 // log-prior of one level more than in the picture before
	otherPrior = -5.0 // and of any other change
)

// Bounds of a place's log-likelihood ratio of a tile.
const (
	TileAccepted = 0.0  // from here a place is kept
	TileBridge   = -4.0 // from here it may bridge two parts
	TileFaint    = -8.0 // above it only the place's color may make it a tile
	CellScoreCap = 6.0  // a cell's ratio counts no more than this in the score
)

// Growth sorts the places that grow out of a hypothesis' cells by their evidence of a tile.
type Growth struct {
	Kept  lattice.Levels // tiles
	Weak  lattice.Levels // places that may bridge parts
	Faint lattice.Levels // places that only their color may make tiles
}

// Sort puts a place into the group that its evidence gives it, if any.
func (g *Growth) Sort(at engine.Place, e *Evidence) {
	switch {
	case e.Tile >= TileAccepted:
		g.Kept[at] = e.Best
	case e.Tile >= TileBridge:
		g.Weak[at] = e.Best
	case e.Tile > TileFaint:
		g.Faint[at] = e.Best
	}
}

// Expands says whether growth continues beyond a place: beyond kept places, and beyond weak ones that do not come from weak ones.
func (g *Growth) Expands(at engine.Place, cameFrom map[engine.Place]engine.Place) bool {
	if g.Weak[at] > 0 {
		from, ok := cameFrom[at]
		return !ok || g.Weak[from] == 0
	}
	return g.Kept[at] > 0
}

// Grow evaluates the cells and, breadth first, all neighbors of places that look like tiles.
func Grow(r *picture.Raster, classifier *tileface.Classifier, s *Hypothesis) Growth {
	before := *s
	evaluate := func(at engine.Place) *Evidence {
		if e := before.cached(at); e != nil {
			return e
		}
		return Evaluate(r, classifier, s, at)
	}
	s.CompareWith(s.Cells)
	queue := s.Cells.Places()
	s.Evidence = EvaluateAll(r, slices.Concat(queue, s.Cells.Boundary()), evaluate) // growth needs all these: in parallel
	seen := map[engine.Place]bool{}
	for _, at := range queue {
		seen[at] = true
	}
	g := Growth{Kept: lattice.Levels{}, Weak: lattice.Levels{}, Faint: lattice.Levels{}}
	cameFrom := map[engine.Place]engine.Place{}
	for len(queue) > 0 && len(g.Kept) < camerapose.MaxCells {
		at := queue[0]
		queue = queue[1:]
		e := s.Evidence[at]
		if e == nil {
			e = evaluate(at)
			s.Evidence[at] = e
		}
		if level := s.Bridged[at]; level > 0 {
			e.Link(level, TileBridge)
		}
		if g.Sort(at, e); !g.Expands(at, cameFrom) {
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

// Keep makes the largest connected part of a growth the cells, with the weak places that bridge its parts, and scores them.
func (s *Hypothesis) Keep(g *Growth) {
	for _, at := range g.Weak.Places() {
		if g.Kept.JoinsParts(at) {
			g.Kept[at] = g.Weak[at]
			// A place that bridges two parts must be a tile.
			e := s.Evidence[at]
			e.Link(e.Best, BridgeTile)
			e.Complete = false // next time it may bridge nothing
		}
	}
	s.Cells = lattice.LargestComponent(g.Kept)
	s.Score = 0
	for _, at := range s.Cells.Places() {
		s.Score += min(s.Evidence[at].Tile, CellScoreCap) + s.letterLogPrior(at)
	}
}

// BridgeTile is the least log-likelihood ratio of a tile that bridges two parts.
const BridgeTile = 1

// Marked says whether a mark lies near the middle of a place's face at any level.
func (s *Hypothesis) Marked(at engine.Place) bool {
	for level := 1; level <= engine.MaxHeight; level++ {
		if s.MarkedAt(at, level) {
			return true
		}
	}
	return false
}

// MarkedAt says whether a mark lies near the middle of a place's face at a level.
func (s *Hypothesis) MarkedAt(at engine.Place, level int) bool {
	q := s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
	near := markReach * s.Pose.Scale(at)
	return slices.ContainsFunc(s.Marks, func(m marks.Mark) bool { return picture.Dist(m.At, q) < near })
}

// markReach is how far a letter's mark may lie from its face's middle, in pitches.
const markReach = 0.25
