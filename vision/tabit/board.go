package tabit

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
)

// board is a hypothesis of where the board lies in a picture.
type board struct {
	layout
	plane  boardPlane // to the picture as an ideal lens would show it
	lens   lens
	seen   []spot
	at     [boxes]int // the spot at each box; -1 for none
	found  int
	offset float64 // of the spots from the boxes, in steps: root mean square
}

// lens is a camera's distortion: calibrated, or a fitted radial one.
type lens struct {
	camera *calibration.Camera // nil: not calibrated
	mid    engine.Point
	far    float64 // from the middle to a corner
	k      float64 // radial distortion at a corner, if not calibrated
}

func newLens(camera *calibration.Camera, width, height int) lens {
	return lens{camera: camera, mid: engine.Point{X: float64(width-1) / 2, Y: float64(height-1) / 2}, far: math.Hypot(float64(width), float64(height)) / 2}
}

// straight is the undistorted point of p.
func (l *lens) straight(p engine.Point) engine.Point {
	if l.camera != nil {
		return l.camera.Undistort(p)
	}
	x, y := p.X-l.mid.X, p.Y-l.mid.Y
	s := 1.0
	for range 8 {
		s = 1 + l.k*(x*x+y*y)/(s*s)/(l.far*l.far)
	}
	return engine.Point{X: l.mid.X + x/s, Y: l.mid.Y + y/s}
}

// shown is the distorted point of p.
func (l *lens) shown(p engine.Point) engine.Point {
	if l.camera != nil {
		k := &l.camera.K
		y := (p.Y - k[1][2]) / k[1][1]
		return l.camera.Project((p.X-k[0][2]-k[0][1]*y)/k[0][0], y, 1)
	}
	x, y := p.X-l.mid.X, p.Y-l.mid.Y
	s := 1 + l.k*(x*x+y*y)/(l.far*l.far)
	return engine.Point{X: l.mid.X + x*s, Y: l.mid.Y + y*s}
}

// pixel is where the picture shows a point of the board.
func (b *board) pixel(p engine.Point) engine.Point { return b.lens.shown(b.plane.At(p.X, p.Y)) }

// Limits of a board that explains the spots.
const (
	enoughSpots = 20
	blockMatch  = 1.6  // steps between where a block is expected from another one and where it is
	pairMisfit  = 0.16 // steps, root mean square, of two blocks' boxes
	firstReach  = 0.4  // steps between where a box is expected and what is taken for it
	lastReach   = 0.2
	largest     = 1.75 // of an outline's area to a usual card's, or the other way round
	wholeMisfit = 0.07 // steps, root mean square, of all boxes: the squares of a cloth lie any way
	maxBlocks   = 60
)

// findBoard is the board that explains most of the spots; false if there is none.
func findBoard(spots []spot, l lens) (board, bool) {
	straight := slices.Clone(spots)
	for i := range straight {
		straight[i].mid = l.straight(straight[i].mid)
	}
	flat := l
	flat.camera = nil
	f := finder{newGrid(straight), flat}
	best := f.best(f.blocks())
	if best.found < enoughSpots {
		f.lenient = true
		if best = f.best(f.blocks()); best.found < enoughSpots {
			return best, false
		}
	}
	best.seen, best.lens.camera = spots, l.camera
	best.fit()
	return best, true
}

// finder looks for boards among straightened spots.
type finder struct {
	*grid
	lens lens
}

// blocks are the largest ones, each with either side towards the middle.
func (f *finder) blocks() []block {
	blocks := f.grid.blocks(f.rows())
	slices.SortStableFunc(blocks, func(a, b block) int { return cmp.Compare(f.size(b), f.size(a)) })
	blocks = blocks[:min(len(blocks), maxBlocks)]
	for _, b := range slices.Clone(blocks) {
		blocks = append(blocks, f.facing(b[1], b[0]))
	}
	return blocks
}

// size is the area of a block's spots.
func (f *finder) size(b block) float64 {
	sum := 0.0
	for _, r := range b {
		for _, i := range r {
			sum += f.spots[i].area
		}
	}
	return sum
}

// best tries each block as seat 0, alone and with each other block.
func (f *finder) best(blocks []block) (best board) {
	consider := func(h boardPlane) {
		if b, ok := f.explain(h); ok && (b.found > best.found || b.found == best.found && b.offset < best.offset) {
			best = b
		}
	}
	for i := range blocks {
		first := f.matches(blocks[i], 0)
		h, ok := fitPlane(first)
		if !ok {
			continue
		}
		consider(h)
		for j := range blocks {
			if both, ok := f.pair(h, first, blocks[j]); ok {
				consider(both)
			}
		}
		if best.found == boxes {
			break // nothing explains more
		}
	}
	return best
}

// matches of a block that lies at a seat.
func (f *finder) matches(b block, seat int) []homography.Pair {
	var m []homography.Pair
	for r := range b {
		for k, i := range b[r] {
			m = append(m, match(usual.at(site{seat, r, k}), f.spots[i].mid))
		}
	}
	return m
}

// pair adds a second block at the seat that suits it, with a first one at seat 0.
func (f *finder) pair(h boardPlane, first []homography.Pair, second block) (boardPlane, bool) {
	middle := f.middle(second)
	for seat := 1; seat < seats; seat++ {
		expected := turned(engine.Point{Y: (usual.inner + usual.outer) / 2}, seat)
		if geom.Dist(h.At(expected.X, expected.Y), middle) > blockMatch*2*h.step(engine.Point{Y: usual.inner}) {
			continue
		}
		all := append(slices.Clone(first), f.matches(second, seat)...)
		both, ok := fitPlane(all)
		if ok && misfit(both, all) < pairMisfit {
			return both, true
		}
	}
	return boardPlane{}, false
}

func (f *finder) middle(b block) engine.Point {
	var m engine.Point
	for _, r := range b {
		for _, i := range r {
			m.X += f.spots[i].mid.X / 8
			m.Y += f.spots[i].mid.Y / 8
		}
	}
	return m
}

// misfit is the residual of a map, in steps (root mean square).
func misfit(h boardPlane, all []homography.Pair) float64 {
	sum := 0.0
	for _, m := range all {
		d := geom.Dist(h.At(m.X, m.Y), m.At) / h.step(engine.Point{X: m.X, Y: m.Y})
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(all)))
}

// explain takes the nearest spot for each box, twice: the second time under the map that the first spots give.
func (f *finder) explain(h boardPlane) (board, bool) {
	b := board{layout: usual, plane: h, lens: f.lens, seen: f.spots}
	for _, reach := range []float64{firstReach, lastReach} {
		b.found = 0
		for i := range boxes {
			at := b.layout.at(siteOf(i))
			b.at[i] = -1
			if step := b.plane.step(at); step > quadShort {
				b.at[i] = f.nearest(b.pixel(at), reach*step, usualArea*b.plane.area(at), largest)
			}
			if b.at[i] >= 0 {
				b.found++
			}
		}
		if b.found < enoughSpots {
			return b, false
		}
		b.fit()
	}
	return b, b.offset < wholeMisfit && b.layout.likely()
}
