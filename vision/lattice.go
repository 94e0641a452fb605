package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// node is a spot with its place in a lattice and the level its face seems to lie on.
type node struct {
	spot  int // index into the field's spots
	place engine.Place
	level int
}

// lattice is a set of linked spots: each a step of one pitch from another, on some level of the table's stacks.
type lattice struct {
	nodes []node
	score float64
}

const (
	linkSlip     = 0.26               // of a pitch: how far a face may lie from where its neighbor expects it
	tightSlip    = 0.13               // ... in a structure: with more, loosely set racks beside it may be linked, too
	linkTurn     = 14 * math.Pi / 180 // how far two linked faces may be turned against each other
	keptLattices = 5
)

// linker grows lattices over the spots of a field.
type linker struct {
	field *spotField
	lift  float64 // thickness of a tile in units of the plane
	slip  float64 // of a pitch: how far a face may lie from where its neighbor expects it
}

func newLinker(f *spotField, slip float64) *linker {
	return &linker{f, f.sz.thickness / f.sz.pitch * f.pitch, slip}
}

// lattices links all spots and returns so many sets at most, best first. A spot may serve in several.
func (l *linker) lattices(most int) []lattice {
	var all []lattice
	used := map[int]bool{}
	for i := range l.field.spots {
		if used[i] {
			continue
		}
		g := l.grow(i)
		for _, n := range g.nodes {
			used[n.spot] = true
		}
		if len(g.nodes) >= 2 {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b lattice) int { return cmp.Compare(b.score, a.score) })
	return all[:min(len(all), most)]
}

// base is where a spot would be seen if its tile lay on the first level: the eye's foot is the origin, and what
// lies higher is seen further from it.
func (l *linker) base(i, level int) engine.Point {
	k := (1 - float64(level)*l.lift) / (1 - l.lift)
	return engine.Point{X: l.field.spots[i].at.X * k, Y: l.field.spots[i].at.Y * k}
}

// growth is a node being grown from: where it is and which way its columns run.
type growth struct {
	node
	at    engine.Point
	turn  float64
	pitch float64 // in its neighborhood: a plane a little off stretches one side of the table
}

// Steps to the neighbors, and past a neighbor whose face shows no letter: straight on and around the corner.
var growSteps = [12]engine.Place{
	{Col: 1}, {Row: 1}, {Col: -1}, {Row: -1}, {Col: 2}, {Row: 2}, {Col: -2}, {Row: -2},
	{Col: 1, Row: 1}, {Col: -1, Row: 1}, {Col: -1, Row: -1}, {Col: 1, Row: -1},
}

// grow links everything it can reach from one spot.
func (l *linker) grow(i int) lattice {
	taken := map[engine.Place]bool{{}: true}
	used := map[int]bool{i: true}
	queue := []growth{{node{i, engine.Place{}, 1}, l.field.spots[i].at, l.field.spots[i].turn, l.field.pitch}}
	var g lattice
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		g.nodes = append(g.nodes, from.node)
		g.score += likely(l.field.spots[from.spot].score)
		for k, step := range growSteps {
			place := from.place.Add(step)
			straight := k >= 4 && k < 8 && taken[from.place.Add(growSteps[k-4])]
			corner := k >= 8 && (taken[from.place.Add(engine.Place{Col: step.Col})] || taken[from.place.Add(engine.Place{Row: step.Row})])
			if taken[place] || straight || corner {
				continue
			}
			if next, ok := l.neighbor(from, step, used); ok {
				taken[place], used[next.spot] = true, true
				queue = append(queue, next)
			}
		}
	}
	g.raise()
	return g
}

// raise lifts all levels if the lowest is below the table.
func (g *lattice) raise() {
	if !slices.ContainsFunc(g.nodes, func(n node) bool { return n.level < 1 }) {
		return
	}
	for i := range g.nodes {
		g.nodes[i].level = min(g.nodes[i].level+1, engine.MaxHeight)
	}
}

// neighbor is the unused spot that lies best at a step from a node.
func (l *linker) neighbor(from growth, step engine.Place, used map[int]bool) (growth, bool) {
	c, r := float64(step.Col), float64(step.Row)
	far := math.Abs(c) + math.Abs(r)
	sin, cos := math.Sincos(from.turn)
	pitch := from.pitch
	want := engine.Point{X: from.at.X + pitch*(c*cos-r*sin), Y: from.at.Y + pitch*(c*sin+r*cos)}
	best, bestSlip := growth{}, l.slip
	for k := range l.field.spots {
		at := l.field.spots[k].at
		if used[k] || math.Abs(at.X-want.X) > pitch || math.Abs(at.Y-want.Y) > pitch {
			continue
		}
		turned := quarter(l.field.spots[k].turn - from.turn)
		if math.Abs(turned) > linkTurn {
			continue
		}
		// What one begins with may be a stack of two beside a single tile.
		for level := 0; level <= engine.MaxHeight; level++ {
			at := l.base(k, level)
			slip := dist(at, want)/pitch + 0.04*math.Abs(float64(level-from.level)) + 0.06*(far-1)
			if slip < bestSlip {
				bestSlip = slip
				step := math.Atan2(at.Y-from.at.Y, at.X-from.at.X) - math.Atan2(r, c)
				turn := from.turn + (turned+quarter(step-from.turn))/3
				stride := min(max(dist(at, from.at)/math.Hypot(c, r), 0.85*l.field.pitch), 1.15*l.field.pitch)
				best = growth{node{k, from.place.Add(engine.Place{Row: int(r), Col: int(c)}), level}, at, turn, 0.6*pitch + 0.4*stride}
			}
		}
	}
	return best, bestSlip < l.slip
}

// quarter is an angle less its nearest multiple of a right angle.
func quarter(a float64) float64 { return a - math.Round(a/(math.Pi/2))*math.Pi/2 }
