package candidate

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// Node is a spot with its place in a lattice and the level its face seems to lie on.
type Node struct {
	Spot  int // index into the field's spots
	Place engine.Place
	Level int
}

// Lattice is a set of linked spots: each a step of one pitch from another, on some level of the table's stacks.
type Lattice struct {
	Nodes []Node
	score float64
}

const (
	LinkSlip     = 0.26               // of a pitch: how far a face may lie from where its neighbor expects it
	TightSlip    = 0.13               // ... in a structure: with more, loosely set racks beside it may be linked, too
	linkTurn     = 14 * math.Pi / 180 // how far two linked faces may be turned against each other
	KeptLattices = 5
)

// Linker grows lattices over the spots of a field.
type Linker struct {
	Field *Field
	lift  float64 // thickness of a tile in units of the plane
	slip  float64 // of a pitch: how far a face may lie from where its neighbor expects it
}

func NewLinker(f *Field, slip float64) *Linker {
	return &Linker{f, f.Sizes.Thickness / f.Sizes.Pitch * f.Pitch, slip}
}

// Lattices links all spots and returns so many sets at most, best first. A spot may serve in several.
func (l *Linker) Lattices(most int) []Lattice {
	var all []Lattice
	used := map[int]bool{}
	for i := range l.Field.Candidates {
		if used[i] {
			continue
		}
		g := l.Grow(i)
		for _, n := range g.Nodes {
			used[n.Spot] = true
		}
		if len(g.Nodes) >= 2 {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b Lattice) int { return cmp.Compare(b.score, a.score) })
	return all[:min(len(all), most)]
}

// base is where a spot would be seen if its tile lay on the first level: the eye's foot is the origin, and what
// lies higher is seen further from it.
func (l *Linker) base(i, level int) engine.Point {
	k := (1 - float64(level)*l.lift) / (1 - l.lift)
	return engine.Point{X: l.Field.Candidates[i].At.X * k, Y: l.Field.Candidates[i].At.Y * k}
}

// growth is a node being grown from: where it is and which way its columns run.
type growth struct {
	Node
	at    engine.Point
	turn  float64
	pitch float64 // in its neighborhood: a plane a little off stretches one side of the table
}

// Steps to the neighbors, and past a neighbor whose face shows no letter: straight on and around the corner.
var growSteps = [12]engine.Place{
	{Col: 1}, {Row: 1}, {Col: -1}, {Row: -1}, {Col: 2}, {Row: 2}, {Col: -2}, {Row: -2},
	{Col: 1, Row: 1}, {Col: -1, Row: 1}, {Col: -1, Row: -1}, {Col: 1, Row: -1},
}

// Grow links everything it can reach from one spot.
func (l *Linker) Grow(i int) Lattice {
	taken := map[engine.Place]bool{{}: true}
	used := map[int]bool{i: true}
	queue := []growth{{Node{i, engine.Place{}, 1}, l.Field.Candidates[i].At, l.Field.Candidates[i].Turn, l.Field.Pitch}}
	var g Lattice
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		g.Nodes = append(g.Nodes, from.Node)
		g.score += Softplus(l.Field.Candidates[from.Spot].Score)
		for k, step := range growSteps {
			place := from.Place.Add(step)
			straight := k >= 4 && k < 8 && taken[from.Place.Add(growSteps[k-4])]
			corner := k >= 8 && (taken[from.Place.Add(engine.Place{Col: step.Col})] || taken[from.Place.Add(engine.Place{Row: step.Row})])
			if taken[place] || straight || corner {
				continue
			}
			if next, ok := l.neighbor(from, step, used); ok {
				taken[place], used[next.Spot] = true, true
				queue = append(queue, next)
			}
		}
	}
	g.raise()
	return g
}

// raise lifts all levels if the lowest is below the table.
func (g *Lattice) raise() {
	if !slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Level < 1 }) {
		return
	}
	for i := range g.Nodes {
		g.Nodes[i].Level = min(g.Nodes[i].Level+1, engine.MaxHeight)
	}
}

// neighbor is the unused spot that lies best at a step from a node.
func (l *Linker) neighbor(from growth, step engine.Place, used map[int]bool) (growth, bool) {
	c, r := float64(step.Col), float64(step.Row)
	far := math.Abs(c) + math.Abs(r)
	sin, cos := math.Sincos(from.turn)
	pitch := from.pitch
	want := engine.Point{X: from.at.X + pitch*(c*cos-r*sin), Y: from.at.Y + pitch*(c*sin+r*cos)}
	best, bestSlip := growth{}, l.slip
	for k := range l.Field.Candidates {
		at := l.Field.Candidates[k].At
		if used[k] || math.Abs(at.X-want.X) > pitch || math.Abs(at.Y-want.Y) > pitch {
			continue
		}
		turned := camerapose.Quarter(l.Field.Candidates[k].Turn - from.turn)
		if math.Abs(turned) > linkTurn {
			continue
		}
		// What one begins with may be a stack of two beside a single tile.
		for level := 0; level <= engine.MaxHeight; level++ {
			at := l.base(k, level)
			slip := picture.Dist(at, want)/pitch + 0.04*math.Abs(float64(level-from.Level)) + 0.06*(far-1)
			if slip < bestSlip {
				bestSlip = slip
				step := math.Atan2(at.Y-from.at.Y, at.X-from.at.X) - math.Atan2(r, c)
				turn := from.turn + (turned+camerapose.Quarter(step-from.turn))/3
				stride := min(max(picture.Dist(at, from.at)/math.Hypot(c, r), 0.85*l.Field.Pitch), 1.15*l.Field.Pitch)
				best = growth{Node{k, from.Place.Add(engine.Place{Row: int(r), Col: int(c)}), level}, at, turn, 0.6*pitch + 0.4*stride}
			}
		}
	}
	return best, bestSlip < l.slip
}
