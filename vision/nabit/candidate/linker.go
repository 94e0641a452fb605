package candidate

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// Node is a candidate with its place in a lattice and the level that its face seems to lie on.
type Node struct {
	Candidate int // index into the field's candidates
	Place     engine.Place
	Level     int
}

// Lattice is a set of linked candidates: each lies one step from another, on some level of a stack.
type Lattice struct {
	Nodes []Node
	score float64
}

const (
	LinkSlip     = 0.26               // most slip between neighbors, pitches
	TightSlip    = 0.13               // the same within a structure: more would link loosely set racks beside it
	linkTurn     = 14 * math.Pi / 180 // most rotation between neighbors, radians
	KeptLattices = 5                  // lattices that become hypotheses
)

// Linker grows lattices over the candidates of a field.
type Linker struct {
	Field *Field
	lift  float64 // thickness of a tile in units of the plane
	slip  float64 // most slip between neighbors, pitches
}

// NewLinker returns a linker that accepts a slip, in pitches.
func NewLinker(f *Field, slip float64) *Linker {
	return &Linker{f, f.Sizes.Thickness / f.Sizes.Pitch * f.Pitch, slip}
}

// Lattices links all candidates and returns at most so many lattices, best first. A candidate may belong to several.
func (l *Linker) Lattices(most int) []Lattice {
	var all []Lattice
	used := map[int]bool{}
	for i := range l.Field.Candidates {
		if used[i] {
			continue
		}
		g := l.Grow(i)
		for _, n := range g.Nodes {
			used[n.Candidate] = true
		}
		if len(g.Nodes) >= 2 {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b Lattice) int { return cmp.Compare(b.score, a.score) })
	return all[:min(len(all), most)]
}

// base is the point of the plane at which a candidate's stack stands if its face lies on a level: where its tile would appear on the first level.
// The origin is the point below the eye; higher faces appear further from it.
func (l *Linker) base(i, level int) engine.Point {
	k := (1 - float64(level)*l.lift) / (1 - l.lift)
	return engine.Point{X: l.Field.Candidates[i].At.X * k, Y: l.Field.Candidates[i].At.Y * k}
}

// frontier is a node whose neighbors the linker searches for.
type frontier struct {
	Node
	at    engine.Point // base of its stack
	turn  float64      // direction of its rows, radians
	pitch float64      // in its neighborhood: a slightly wrong plane stretches one side of the table
}

// growSteps are the steps to the four neighbors, then those past a neighbor without a letter: straight on (four) and around the corner (four).
var growSteps = [12]engine.Place{
	{Col: 1}, {Row: 1}, {Col: -1}, {Row: -1}, {Col: 2}, {Row: 2}, {Col: -2}, {Row: -2},
	{Col: 1, Row: 1}, {Col: -1, Row: 1}, {Col: -1, Row: -1}, {Col: 1, Row: -1},
}

// Grow links all candidates that it can reach from one, breadth first.
func (l *Linker) Grow(i int) Lattice {
	taken := map[engine.Place]bool{{}: true}
	used := map[int]bool{i: true}
	queue := []frontier{{Node{i, engine.Place{}, 1}, l.Field.Candidates[i].At, l.Field.Candidates[i].Turn, l.Field.Pitch}}
	var g Lattice
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		g.Nodes = append(g.Nodes, from.Node)
		g.score += Softplus(l.Field.Candidates[from.Candidate].Score)
		for k, step := range growSteps {
			place := from.Place.Add(step)
			if taken[place] || passesTaken(taken, from.Place, k) {
				continue
			}
			if next, ok := l.neighbor(from, step, used); ok {
				taken[place], used[next.Candidate] = true, true
				queue = append(queue, next)
			}
		}
	}
	g.raise()
	return g
}

// passesTaken says whether step k leads past a place that a candidate takes already: no need to jump over it.
func passesTaken(taken map[engine.Place]bool, from engine.Place, k int) bool {
	step := growSteps[k]
	switch {
	case k < 4:
		return false
	case k < 8:
		return taken[from.Add(growSteps[k-4])]
	}
	return taken[from.Add(engine.Place{Col: step.Col})] || taken[from.Add(engine.Place{Row: step.Row})]
}

// raise adds a level to all nodes if the lowest is below the table.
func (g *Lattice) raise() {
	if !slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Level < 1 }) {
		return
	}
	for i := range g.Nodes {
		g.Nodes[i].Level = min(g.Nodes[i].Level+1, engine.MaxHeight)
	}
}

// neighbor is the unused candidate with the least slip from the place at a step from a node, on any level.
func (l *Linker) neighbor(from frontier, step engine.Place, used map[int]bool) (frontier, bool) {
	c, r := float64(step.Col), float64(step.Row)
	far := math.Abs(c) + math.Abs(r)
	sin, cos := math.Sincos(from.turn)
	pitch := from.pitch
	want := engine.Point{X: from.at.X + pitch*(c*cos-r*sin), Y: from.at.Y + pitch*(c*sin+r*cos)}
	best, bestSlip := frontier{}, l.slip
	for k := range l.Field.Candidates {
		at := l.Field.Candidates[k].At
		if used[k] || math.Abs(at.X-want.X) > pitch || math.Abs(at.Y-want.Y) > pitch {
			continue
		}
		turned := camerapose.Quarter(l.Field.Candidates[k].Turn - from.turn)
		if math.Abs(turned) > linkTurn {
			continue
		}
		// Level 0 is one below the first node, which may be the top of a stack of two beside a single tile.
		for level := 0; level <= engine.MaxHeight; level++ {
			at := l.base(k, level)
			slip := picture.Dist(at, want)/pitch + levelSlip*math.Abs(float64(level-from.Level)) + jumpSlip*(far-1)
			if slip < bestSlip {
				bestSlip = slip
				step := math.Atan2(at.Y-from.at.Y, at.X-from.at.X) - math.Atan2(r, c)
				turn := from.turn + (turned+camerapose.Quarter(step-from.turn))/turnVotes
				stride := min(max(picture.Dist(at, from.at)/math.Hypot(c, r), leastStride*l.Field.Pitch), mostStride*l.Field.Pitch)
				best = frontier{Node{k, from.Place.Add(engine.Place{Row: int(r), Col: int(c)}), level}, at, turn, keptPitch*pitch + newPitch*stride}
			}
		}
	}
	return best, bestSlip < l.slip
}

const (
	levelSlip   = 0.04 // slip that each level of difference costs, pitches: mostly neighbors are as high
	jumpSlip    = 0.06 // slip that each further place of a jump costs, pitches
	turnVotes   = 3    // the direction of rows is the mean of the last node's, the face's turn and the step's direction
	leastStride = 0.85 // bounds of the local pitch, in pitches of the field
	mostStride  = 1.15
	keptPitch   = 0.6 // the local pitch is a running mean, with these weights of the last one
	newPitch    = 0.4 // and of the step just taken
)
