package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// node is a mark with its place in a lattice and the level its face seems to lie on.
type node struct {
	mark  int // index into the marks
	place engine.Place
	level int
}

// lattice is a set of linked marks: each a step of one pitch from another, on some level of the table's stacks.
type lattice struct {
	nodes  []node
	origin engine.Point // of place 0, 0 on the plane of the first level's faces, in table units
	u      engine.Point // step to the next column, in table units; the next row is a quarter turn clockwise from it
	score  float64
}

// Bounds of a pitch in mark sizes: a capital is 0.46 to 0.6 of a tile high, its extent along the picture's axes up to
// 0.85, and an I lying along them no wider.
const (
	minPitch = 0.95
	maxPitch = 2.45
)

const (
	linkSlip     = 0.20 // of a pitch: how far a mark may lie from where its neighbor expects it
	settledNodes = 6    // a lattice of so many is not grown again from its other links
	keptLattices = 10   // of each plane
	grownPairs   = 400  // pairs tried at most
	minNodes     = 3
)

// linker grows lattices over marks seen on one plane.
type linker struct {
	marks  []mark
	at     []engine.Point // on the table
	size   []float64      // in table units
	near   [][]int        // for each mark those within reach, nearest first
	lift   float64        // thickness of a tile in pitches
	linked map[[2]int]bool
}

func newLinker(t *plane, marks []mark, lift float64) *linker {
	l := &linker{marks: marks, lift: lift, linked: map[[2]int]bool{}}
	for _, m := range marks {
		q, ok := t.onTable(m.at)
		qx, okx := t.onTable(engine.Point{X: m.at.X + 1, Y: m.at.Y})
		qy, oky := t.onTable(engine.Point{X: m.at.X, Y: m.at.Y + 1})
		l.at = append(l.at, q)
		size := max(m.w*dist(q, qx), m.h*dist(q, qy))
		if !ok || !okx || !oky {
			size = math.Inf(1)
		}
		l.size = append(l.size, size)
	}
	l.near = make([][]int, len(marks))
	for i := range marks {
		for j := range marks {
			if i != j && dist(l.at[i], l.at[j]) < 2*maxPitch*l.size[i] && !math.IsInf(l.size[j], 1) && !math.IsInf(l.size[i], 1) {
				l.near[i] = append(l.near[i], j)
			}
		}
		slices.SortFunc(l.near[i], func(a, b int) int { return cmp.Compare(dist(l.at[i], l.at[a]), dist(l.at[i], l.at[b])) })
	}
	return l
}

// link is two marks taken as neighbors in a row.
type link struct {
	i, j  int
	worth float64
}

// lattices grows lattices from the most promising links and returns the best ones, best first.
func (l *linker) lattices() []lattice {
	var links []link
	for i, near := range l.near {
		for _, j := range near {
			p := dist(l.at[i], l.at[j])
			if j < i || p < minPitch*max(l.size[i], l.size[j]) || p > maxPitch*min(l.size[i], l.size[j]) {
				continue
			}
			links = append(links, link{i, j, min(l.marks[i].score, 50) + min(l.marks[j].score, 50)})
		}
	}
	slices.SortStableFunc(links, func(a, b link) int { return cmp.Compare(b.worth, a.worth) })
	var all []lattice
	tried := 0
	for _, k := range links {
		if l.linked[[2]int{k.i, k.j}] {
			continue
		}
		if tried++; tried > grownPairs {
			break
		}
		if g := l.grow(k.i, k.j); len(g.nodes) >= minNodes {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b lattice) int { return cmp.Compare(b.score, a.score) })
	return l.distinct(all)
}

// distinct keeps the best lattices that are not for the most part in a better one.
func (l *linker) distinct(all []lattice) []lattice {
	var kept []lattice
	times := map[int]int{}
	for _, g := range all {
		fresh := 0
		for _, n := range g.nodes {
			if times[n.mark] < 2 {
				fresh++
			}
		}
		if 2*fresh < len(g.nodes) {
			continue
		}
		for _, n := range g.nodes {
			times[n.mark]++
		}
		if kept = append(kept, g); len(kept) == keptLattices {
			break
		}
	}
	return kept
}

// base is where a mark would be seen if its tile lay on the first level: the eye's foot is the origin, and what
// lies higher is seen further from it.
func (l *linker) base(i, level int, pitch float64) engine.Point {
	k := (1 - float64(level)*l.lift*pitch) / (1 - l.lift*pitch)
	return engine.Point{X: l.at[i].X * k, Y: l.at[i].Y * k}
}

// growth is a node being grown from: its own idea of where it is and which way the columns run.
type growth struct {
	node
	at, u engine.Point
}

// Steps to the neighbors, and past a neighbor that shows no mark.
var growSteps = [8]engine.Place{{Col: 1}, {Row: 1}, {Col: -1}, {Row: -1}, {Col: 2}, {Row: 2}, {Col: -2}, {Row: -2}}

// grow links everything it can reach from the pair i, j taken as neighbors in a row.
func (l *linker) grow(i, j int) lattice {
	u := engine.Point{X: l.at[j].X - l.at[i].X, Y: l.at[j].Y - l.at[i].Y}
	pitch := math.Hypot(u.X, u.Y)
	taken := map[engine.Place]bool{{}: true}
	used := map[int]bool{i: true}
	queue := []growth{{node{i, engine.Place{}, 1}, l.at[i], u}}
	g := lattice{origin: l.at[i], u: u}
	var links [][2]int
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		g.nodes = append(g.nodes, from.node)
		for k, step := range growSteps {
			place := from.place.Add(step)
			if taken[place] || k >= 4 && taken[from.place.Add(growSteps[k-4])] {
				continue
			}
			if next, ok := l.neighbor(from, step, pitch, used); ok {
				taken[place], used[next.mark] = true, true
				links = append(links, [2]int{from.mark, next.mark}, [2]int{next.mark, from.mark})
				queue = append(queue, next)
			}
		}
	}
	if len(g.nodes) >= settledNodes {
		for _, k := range links {
			l.linked[k] = true
		}
	}
	l.weigh(&g)
	return g
}

// neighbor is the unused mark that lies best at a step from a node.
func (l *linker) neighbor(from growth, step engine.Place, pitch float64, used map[int]bool) (growth, bool) {
	c, r := float64(step.Col), float64(step.Row)
	far := math.Abs(c) + math.Abs(r)
	want := engine.Point{X: from.at.X + c*from.u.X - r*from.u.Y, Y: from.at.Y + c*from.u.Y + r*from.u.X}
	best, bestSlip := growth{}, linkSlip
	for _, k := range l.near[from.mark] {
		if used[k] || math.Abs(l.at[k].X-want.X) > pitch || math.Abs(l.at[k].Y-want.Y) > pitch {
			continue
		}
		if s := pitch / l.size[k]; s < minPitch || s > 1.25*maxPitch {
			continue
		}
		for level := 1; level <= engine.MaxHeight; level++ {
			at := l.base(k, level, pitch)
			slip := dist(at, want)/pitch + 0.04*math.Abs(float64(level-from.level)) + 0.05*(far-1)
			if slip < bestSlip {
				bestSlip = slip
				dx, dy := at.X-from.at.X, at.Y-from.at.Y
				// The step seen, turned back into a step along the row.
				seen := engine.Point{X: (c*dx + r*dy) / (far * far), Y: (c*dy - r*dx) / (far * far)}
				u := engine.Point{X: 0.7*from.u.X + 0.3*seen.X, Y: 0.7*from.u.Y + 0.3*seen.Y}
				best = growth{node{k, from.place.Add(step), level}, at, u}
			}
		}
	}
	return best, bestSlip < linkSlip
}

// weigh scores a lattice: many marks that look printed on plain colored ground, crossing rather than in one line.
func (l *linker) weigh(g *lattice) {
	rows, cols := map[int]bool{}, map[int]bool{}
	for _, n := range g.nodes {
		rows[n.place.Row], cols[n.place.Col] = true, true
		g.score += min(l.marks[n.mark].score, 40) / 40
	}
	if len(rows) > 1 && len(cols) > 1 {
		g.score *= 1.5
	}
}
