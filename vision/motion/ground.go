package motion

import (
	"image"
	"math"
	"slices"

	"tilewatch/engine"
)

// Zone is a part of the picture that matters: a tile's outline, and how far around it a hand changes what is read there, in sides
// of the tile.
type Zone struct {
	Quad  engine.Quad
	Reach float64
}

// When a cell is background that moves in place. Hand-set on the rooms of source/disturb and the calm films: shorter times learn a
// hand that lays five tiles, longer ones delay the first turn before a flicker.
const (
	// activeFor is how long after its last motion a cell still counts as one that moves, seconds: a light that blinks once a second.
	activeFor = 0.8
	// How long a cell moves in place, seconds, until it is background: startAfter before the first hand, smallAfter in a
	// patch that stays small and lies where no play reaches, restlessAfter in any. handAfter replaces them under what looks like a hand,
	// while nobody knows where the table's things lie: it may be a screen at the edge. Once that is known, a hand over them is never
	// background.
	startAfter, smallAfter, restlessAfter, handAfter = 1, 2.5, 5, 12
	// largePatch is the share of the picture from which on a patch is never background: the camera moves, or the table.
	largePatch = 0.4
	// smallPatch is the area of a small patch, as a share of the picture: a screen, but no arm that reaches the table.
	smallPatch = 0.09
	// shallowDepth is how far a patch at the edge reaches in, as a share of the picture's height, that needs startAfter alone until it is
	// known where the table's things lie: a screen behind the table, and no arm.
	shallowDepth = 0.3
	// forgetAfter is how long a cell rests, seconds, until it is background no more.
	forgetAfter = 20
)

// ground is the picture in cells of the view: where a change matters to the table, and where something moves in place that is no hand.
type ground struct {
	columns, rows, factor int
	reach                 []bool // the cells that matter; empty: all
	attends               bool   // somebody says what matters, once that is known

	quiet    []float32         // seconds since the cell moved last
	active   []float32         // how long it has moved in place, as a share of what it needs to be background
	extent   []image.Rectangle // of the patches that moved with it meanwhile, in cells
	restless []bool            // it is background that moves
	ignored  []bool            // it is, or a neighbor is
	near     []bool            // something moves in it or beside it
	held     []bool            // something like a hand is over it
	scratch  []bool
	members  []int  // scratch of patches
	hand     []bool // a hand is over it that reached what matters
}

// fit makes the ground one of the view's size; another size forgets everything.
func (g *ground) fit(v *view) {
	columns, rows := v.w/cellSide+1, v.h/cellSide+1
	if g.columns == columns && g.rows == rows && g.factor == v.factor {
		return
	}
	n := columns * rows
	*g = ground{columns: columns, rows: rows, factor: v.factor, quiet: make([]float32, n), active: make([]float32, n), extent: make([]image.Rectangle, n), restless: make([]bool, n),
		ignored: make([]bool, n), held: make([]bool, n), near: make([]bool, n), scratch: make([]bool, n), hand: make([]bool, n)}
	for i := range g.quiet {
		g.quiet[i] = math.MaxInt16
	}
}

// attend says what matters; nothing: all of the picture does.
func (g *ground) attend(zones []Zone) {
	if len(g.reach) == 0 {
		clear(g.hand) // none reached what was not known
	}
	g.reach, g.attends = g.reach[:0], true
	if len(zones) == 0 || g.columns == 0 {
		return
	}
	g.reach = slices.Grow(g.reach, len(g.quiet))[:len(g.quiet)]
	clear(g.reach)
	side := float64(cellSide * g.factor)
	for _, z := range zones {
		low, high := z.bounds()
		for y := max(0, int(low.Y/side)); y <= min(g.rows-1, int(high.Y/side)); y++ {
			for x := max(0, int(low.X/side)); x <= min(g.columns-1, int(high.X/side)); x++ {
				g.reach[y*g.columns+x] = true
			}
		}
	}
}

// bounds are the corners of what the zone covers, in picture pixels.
func (z Zone) bounds() (low, high engine.Point) {
	low, high = z.Quad[0], z.Quad[0]
	for _, p := range z.Quad[1:] {
		low = engine.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
		high = engine.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	far := z.Reach * max(distance(z.Quad[0], z.Quad[1]), distance(z.Quad[1], z.Quad[2]))
	return engine.Point{X: low.X - far, Y: low.Y - far}, engine.Point{X: high.X + far, Y: high.Y + far}
}

func distance(a, b engine.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// matters says whether a change in the cell may be one of the table.
func (g *ground) matters(cell int) bool {
	return !g.ignored[cell] && (len(g.reach) == 0 || g.reach[cell])
}

// cellOf is the cell of a pixel of the view.
func (g *ground) cellOf(x, y int) int { return y/cellSide*g.columns + x/cellSide }

// stirs sums up the motion that matters, pixels, and where it is, in picture pixels.
func (g *ground) stirs(cells []int) (moved int, where image.Rectangle) {
	for cell, n := range cells {
		if n >= cellMoved && g.matters(cell) {
			moved += n
			where = where.Union(g.box(cell))
		}
	}
	return moved, where
}

// box is the cell in picture pixels.
func (g *ground) box(cell int) image.Rectangle {
	x, y, side := cell%g.columns, cell/g.columns, cellSide*g.factor
	return image.Rect(x*side, y*side, (x+1)*side, (y+1)*side)
}

// learn counts for how long each cell has moved in place; known says that the free table is known. What moves about in a patch, like
// the picture of a screen, keeps the cells that it left active.
func (g *ground) learn(cells []int, passed float32, known bool) {
	g.patches(cells)
	for cell := range g.quiet {
		if g.near[cell] && g.active[cell] > 0 || len(cells) > 0 && cells[cell] >= cellMoved {
			g.moves(cell, passed, known)
		} else {
			g.rests(cell, passed)
		}
		if g.held[cell] {
			g.extent[cell] = image.Rectangle{} // so wide moved the hand, and not what is there without it
			if len(g.reach) > 0 && g.reach[cell] {
				g.active[cell] = 0
			}
		}
		g.restless[cell] = g.restless[cell] || g.active[cell] >= 1
	}
	g.spread()
}

// moves counts a cell's motion, and the pause before it if that was short: a light that is off will be on again, a hand that left will not.
func (g *ground) moves(cell int, passed float32, known bool) {
	if g.quiet[cell] += passed; g.quiet[cell] > activeFor {
		g.quiet[cell] = passed
	}
	g.active[cell] += g.quiet[cell] / g.needs(cell, known)
	g.quiet[cell] = 0
}

// rests counts for how long a cell has not moved.
func (g *ground) rests(cell int, passed float32) {
	if g.quiet[cell] += passed; g.quiet[cell] > activeFor {
		g.active[cell], g.extent[cell] = 0, image.Rectangle{}
		g.restless[cell] = g.restless[cell] && g.quiet[cell] < forgetAfter
	}
}

// skip passes over the time between two pictures that says nothing: what moved meanwhile need not have moved in place.
func (g *ground) skip() {
	clear(g.active)
	clear(g.extent)
}

// needs is how long the cell must move in place to be background, seconds.
func (g *ground) needs(cell int, known bool) float32 {
	size := share(g.extent[cell].Size(), image.Pt(g.columns, g.rows))
	small := size <= smallPatch
	switch {
	case size > largePatch:
		return math.MaxFloat32
	case g.held[cell]:
		return handAfter
	case small && (!known || g.attends && len(g.reach) == 0 && g.shallow(g.extent[cell])):
		return startAfter
	case small && (len(g.reach) == 0 || !g.reach[cell]):
		return smallAfter
	}
	return restlessAfter
}

// shallow says whether a patch lies at the picture's edge and reaches in no further than a hand that lays nothing yet.
func (g *ground) shallow(r image.Rectangle) bool {
	in := int(shallowDepth * float64(g.rows))
	return r.Max.X <= in || r.Max.Y <= in || r.Min.X >= g.columns-in || r.Min.Y >= g.rows-in
}

// patches notes for each moving cell, and those beside it, how far the patch reaches that moves there.
func (g *ground) patches(cells []int) {
	clear(g.scratch)
	clear(g.near)
	for cell := range cells {
		g.members = g.members[:0]
		r := g.patch(cell, cells)
		for _, m := range g.members {
			g.around(m, func(near int) { g.near[near], g.extent[near] = true, g.extent[near].Union(r) })
		}
	}
}

// patch collects the moving cells around a cell into members, and returns what they cover, in cells.
func (g *ground) patch(cell int, cells []int) (r image.Rectangle) {
	if g.scratch[cell] || cells[cell] < cellMoved {
		return r
	}
	g.scratch[cell] = true
	g.members = append(g.members, cell)
	x, y := cell%g.columns, cell/g.columns
	r = image.Rect(x, y, x+1, y+1)
	g.around(cell, func(near int) { r = r.Union(g.patch(near, cells)) })
	return r
}

// spread makes the restless cells background, and those beside them: what sways leaves its place by a little.
func (g *ground) spread() {
	clear(g.ignored)
	for cell, restless := range g.restless {
		if restless {
			g.around(cell, func(near int) { g.ignored[near] = true })
		}
	}
}

// around calls do with the cell and its neighbors.
func (g *ground) around(cell int, do func(near int)) {
	x, y := cell%g.columns, cell/g.columns
	for ny := max(0, y-1); ny <= min(g.rows-1, y+1); ny++ {
		for nx := max(0, x-1); nx <= min(g.columns-1, x+1); nx++ {
			do(ny*g.columns + nx)
		}
	}
}

// regions are the parts of the picture that are background in motion, in picture pixels.
func (g *ground) regions() (found []image.Rectangle) {
	seen := make([]bool, len(g.restless))
	for cell := range g.restless {
		if r := g.grow(cell, seen); !r.Empty() {
			found = append(found, r)
		}
	}
	return found
}

// grow is the patch of restless cells around a cell.
func (g *ground) grow(cell int, seen []bool) (r image.Rectangle) {
	if seen[cell] || !g.restless[cell] {
		return r
	}
	seen[cell] = true
	r = g.box(cell)
	g.around(cell, func(near int) { r = r.Union(g.grow(near, seen)) })
	return r
}

// touch is how many of the blob's pixels lie where nothing moves in place, and how many of those matter; touches says whether a hand
// that reached what matters was there. A blob is at the picture's edge, too, where a curtain hides that edge: its rail does not move.
func (g *ground) touch(b *blob, d *difference) (calm, reached int, touches bool) {
	for _, p := range d.pixels(b) {
		x, y := int(p)%d.w, int(p)/d.w
		cell := g.cellOf(x, y)
		if g.ignored[cell] {
			b.atEdge = b.atEdge || d.edgeDistance(x, y) < cellSide
			continue
		}
		calm++
		reached += one(g.matters(cell))
		touches = touches || g.hand[cell]
	}
	return calm, reached, touches
}

// mark notes the blob's cells.
func (g *ground) mark(cells []bool, b *blob, d *difference) {
	for _, p := range d.pixels(b) {
		cells[g.cellOf(int(p)%d.w, int(p)/d.w)] = true
	}
}

// hold notes the cells that something like a hand is over, and those beside them: its outline moves there.
func (g *ground) hold(b *blob, d *difference) {
	clear(g.scratch)
	g.mark(g.scratch, b, d)
	for cell, over := range g.scratch {
		if over {
			g.around(cell, func(near int) { g.held[near] = true })
		}
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
