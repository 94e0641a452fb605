package hypothesis

import (
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Hypothesis is a hypothesis: a pose and the stacks it finds under it.
type Hypothesis struct {
	camerapose.Pose
	Marks        []marks.Mark // of the picture it was found in
	Cells        lattice.Levels
	Evidence     map[engine.Place]*Evidence
	Score        float64        // summed log-likelihood ratios of the cells
	EdgeScore    float64        // summed log-likelihood ratios of the edges under the pose
	RackPenalty  float64        // that it is the structure and not a rack, logarithmic
	LostClaims   []LostClaim    // to faces
	Previous     lattice.Levels // what lay there in the pictures before; nil if nothing is known
	Bridged      lattice.Levels // places that link what is surely part of it, whatever they look like
	LetterLevels lattice.Levels // places whose letters tell that they are tiles, whatever their edges look like; 0: that they are none
	QuarterTurns int            // one more than by how many quarter turns its letters are turned in the lattice; 0: they do not tell it for sure
	RackLines    []Line         // what lies loose around it, if that was looked for under this pose; nil: it was not
}

// Occluders are its stacks as they may hide faces.
func (s *Hypothesis) Occluders() occlusion.Stacks {
	return occlusion.Stacks{Pose: &s.Pose, Cells: s.Cells, Before: s.Previous}
}

// MaskOf is which parts of a face its stacks hide.
func (s *Hypothesis) MaskOf(at engine.Place, level int) occlusion.Mask {
	return s.Occluders().MaskOf(at, level)
}

// LevelPrior is the logarithm of how likely a stack at a place has a level: mostly that which it had in the picture before, or one more.
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
	grownPrior = -2.5
	otherPrior = -5.0
)

const (
	TileBridge   = -4.0 // ... from which it may link two parts that belong to it
	TileAccepted = 0.0  // log-likelihood ratio from which a place belongs to the structure
	CellScoreCap = 6.0  // a cell's log-likelihood ratio counts no more than this
	TileFaint    = -8.0 // log-likelihood ratio of a tile that only its color may show
)

// Growth is what grows out of a structure's cells before it is cleaned up, by how surely each place is a tile.
type Growth struct {
	Kept  lattice.Levels // tiles
	Weak  lattice.Levels // places that may link others
	Faint lattice.Levels // places that only their color may show to be tiles
}

// Sort puts a place where its evidence says.
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

// Expands says whether growth goes on beyond a place: beyond a weak one that came from another weak one it does not.
func (g *Growth) Expands(at engine.Place, cameFrom map[engine.Place]engine.Place) bool {
	if g.Weak[at] > 0 {
		from, ok := cameFrom[at]
		return !ok || g.Weak[from] == 0
	}
	return g.Kept[at] > 0
}

// Grow goes out from the cells known: every neighbor that looks like a tile joins. discount lowers the likelihood of what another stage
// knows to be something else.
func Grow(r *picture.Raster, j *tileface.Classifier, s *Hypothesis, discount func(*Evidence)) Growth {
	before := *s
	look := func(at engine.Place) *Evidence {
		if e := before.cached(at); e != nil {
			return e
		}
		return Evaluate(r, j, s, at)
	}
	queue := s.Cells.Places()
	s.Evidence = EvaluateAll(r, slices.Concat(queue, s.Cells.Boundary()), look) // what is surely asked for
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
			e = look(at)
			s.Evidence[at] = e
		}
		s.appraise(at, e, discount)
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

// appraise corrects the evidence of a place by what is known beyond its face: that it fills a gap, what its letter says, and what else it is.
func (s *Hypothesis) appraise(at engine.Place, e *Evidence, discount func(*Evidence)) {
	if level := s.Bridged[at]; level > 0 {
		e.Tile, e.Best = max(e.Tile, TileBridge), level
	}
	if level, ok := s.LetterLevels[at]; ok {
		e.ApplyLetter(level)
	}
	if s.LetterLevels[at] == 0 {
		discount(e)
	}
}

// Keep takes what grew for the structure's cells, with the weak places that link it.
func (s *Hypothesis) Keep(g *Growth) {
	for _, at := range g.Weak.Places() {
		if g.Kept.JoinsParts(at) {
			g.Kept[at] = g.Weak[at]
			// What holds two parts together is a tile, whatever it looks like.
			e := s.Evidence[at]
			e.Tile, e.Complete = max(e.Tile, 1), false // next time it may link nothing
		}
	}
	s.Cells = lattice.LargestComponent(g.Kept)
	s.Score = 0
	for _, at := range s.Cells.Places() {
		s.Score += min(s.Evidence[at].Tile, CellScoreCap) + s.letterLogPrior(at)
	}
}

// ApplyLetterLevels adds to what letters tell.
func (s *Hypothesis) ApplyLetterLevels(told lattice.Levels) {
	all := maps.Clone(told)
	for at, level := range s.LetterLevels {
		if _, ok := all[at]; !ok {
			all[at] = level
		}
	}
	s.LetterLevels = all
}

// Marked says whether a mark lies about the middle of a face at a place.
func (s *Hypothesis) Marked(at engine.Place) bool {
	for level := 1; level <= engine.MaxHeight; level++ {
		if s.MarkedAt(at, level) {
			return true
		}
	}
	return false
}

// MarkedAt says whether a mark lies about the middle of a place's face at a level.
func (s *Hypothesis) MarkedAt(at engine.Place, level int) bool {
	q := s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
	near := beyondNear * s.Pose.Scale(at)
	return slices.ContainsFunc(s.Marks, func(m marks.Mark) bool { return picture.Dist(m.At, q) < near })
}

// hasStacks says whether any stack is seen that is higher than a tile.
func (s *Hypothesis) hasStacks() bool {
	for _, level := range s.Cells {
		if level > 1 {
			return true
		}
	}
	return false
}

// LostClaim is a claim to a face that was lost.
type LostClaim struct {
	engine.Place
	Level  int
	Height float64 // logarithmic score of the face, if it is this stack's
	To     engine.Place
	Hiding bool // the stack would hide that tile, which may still be there
}

func (s *Hypothesis) Clone() Hypothesis {
	c := *s
	c.Cells, c.RackLines = maps.Clone(s.Cells), nil // its pose is to change
	return c
}
