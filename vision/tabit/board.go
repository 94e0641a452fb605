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

// board is a hypothesis of the board's place in a picture.
type board struct {
	layout
	plane    boardPlane // to the undistorted picture
	lens     lens
	spots    []spot
	spotAt   [boxes]int // the spot at each box; -1 for none
	assigned int
	residual float64 // root mean square distance of the spots from their boxes, in steps
}

// lens is a camera's distortion: calibrated, or a fitted radial one.
type lens struct {
	camera *calibration.Camera // nil: not calibrated
	center engine.Point
	radius float64 // from the middle to a corner
	k      float64 // radial distortion at a corner, if not calibrated
}

func newLens(camera *calibration.Camera, width, height int) lens {
	return lens{camera: camera, center: engine.Point{X: float64(width-1) / 2, Y: float64(height-1) / 2}, radius: math.Hypot(float64(width), float64(height)) / 2}
}

// undistortRounds is the number of rounds of the fixed-point iteration: TestLensesAreUndone holds what they reach.
const undistortRounds = 8

// undistort is the undistorted point of p.
func (l *lens) undistort(p engine.Point) engine.Point {
	if l.camera != nil {
		return l.camera.Undistort(p)
	}
	x, y := p.X-l.center.X, p.Y-l.center.Y
	s := 1.0
	for range undistortRounds {
		s = 1 + l.k*(x*x+y*y)/(s*s)/(l.radius*l.radius)
	}
	return engine.Point{X: l.center.X + x/s, Y: l.center.Y + y/s}
}

// distort is the distorted point of p.
func (l *lens) distort(p engine.Point) engine.Point {
	if l.camera != nil {
		k := &l.camera.K
		y := (p.Y - k[1][2]) / k[1][1]
		return l.camera.Project((p.X-k[0][2]-k[0][1]*y)/k[0][0], y, 1)
	}
	x, y := p.X-l.center.X, p.Y-l.center.Y
	s := 1 + l.k*(x*x+y*y)/(l.radius*l.radius)
	return engine.Point{X: l.center.X + x*s, Y: l.center.Y + y*s}
}

// pixel is a point of the board in the picture.
func (b *board) pixel(p engine.Point) engine.Point { return b.lens.distort(b.plane.At(p.X, p.Y)) }

// Limits of a board that explains the spots. Hand-set.
const (
	enoughSpots   = 20
	blockReach    = 1.6  // steps between the expected and the found middle of a second block
	pairResidual  = 0.16 // steps: rmsResidualOf two blocks
	firstReach    = 0.4  // steps between a box and the spot that is assigned to it, in the first round
	lastReach     = 0.2
	spotAreaRatio = 1.75 // ratio of a spot's area to usualArea, or the inverse
	boardResidual = 0.07 // steps: rmsResidual of all boxes; that of a cloth's squares is larger
	maxBlocks     = 60
)

// findBoard finds the board that explains most of the spots; false if there is none.
func findBoard(spots []spot, l lens) (board, bool) {
	undistorted := slices.Clone(spots)
	for i := range undistorted {
		undistorted[i].mid = l.undistort(undistorted[i].mid)
	}
	flat := l
	flat.camera = nil
	f := finder{newGrid(undistorted), flat}
	best := f.bestHypothesis(f.blocks())
	if best.assigned < enoughSpots {
		f.lenient = true
		if best = f.bestHypothesis(f.blocks()); best.assigned < enoughSpots {
			return best, false
		}
	}
	best.spots, best.lens.camera = spots, l.camera
	best.fit()
	return best, true
}

// finder looks for boards among undistorted spots.
type finder struct {
	*grid
	lens lens
}

// blocks are the largest ones, each twice: either row may be the inner one.
func (f *finder) blocks() []block {
	blocks := f.grid.blocks(f.rows())
	slices.SortStableFunc(blocks, func(a, b block) int { return cmp.Compare(f.size(b), f.size(a)) })
	blocks = blocks[:min(len(blocks), maxBlocks)]
	for _, b := range slices.Clone(blocks) {
		blocks = append(blocks, f.blockFacing(b[1], b[0]))
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

// bestHypothesis is the board with the most assigned spots: it tries each block as seat 0, alone and with each other block (RANSAC, exhaustive).
func (f *finder) bestHypothesis(blocks []block) (best board) {
	consider := func(h boardPlane) {
		if b, ok := f.assign(h); ok && (b.assigned > best.assigned || b.assigned == best.assigned && b.residual < best.residual) {
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
			if both, ok := f.addSecond(h, first, blocks[j]); ok {
				consider(both)
			}
		}
		if best.assigned == boxes {
			break // nothing explains more
		}
	}
	return best
}

// matches are the boxes of a seat with the spots of a block.
func (f *finder) matches(b block, seat int) []homography.Pair {
	var m []homography.Pair
	for r := range b {
		for k, i := range b[r] {
			m = append(m, match(usual.at(site{seat, r, k}), f.spots[i].mid))
		}
	}
	return m
}

// addSecond adds a second block at the seat where it fits, to a first one at seat 0.
func (f *finder) addSecond(h boardPlane, first []homography.Pair, second block) (boardPlane, bool) {
	middle := f.middle(second)
	for seat := 1; seat < seats; seat++ {
		expected := turned(engine.Point{Y: (usual.inner + usual.outer) / 2}, seat)
		if geom.Dist(h.At(expected.X, expected.Y), middle) > blockReach*2*h.step(engine.Point{Y: usual.inner}) {
			continue
		}
		all := append(slices.Clone(first), f.matches(second, seat)...)
		both, ok := fitPlane(all)
		if ok && rmsResidualOf(both, all) < pairResidual {
			return both, true
		}
	}
	return boardPlane{}, false
}

// middle is the mean of a block's spots.
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

// rmsResidualOf is the residual of a map, in steps (root mean square).
func rmsResidualOf(h boardPlane, all []homography.Pair) float64 {
	sum := 0.0
	for _, m := range all {
		d := geom.Dist(h.At(m.X, m.Y), m.At) / h.step(engine.Point{X: m.X, Y: m.Y})
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(all)))
}

// assign assigns the nearest spot to each box and refines the board, twice: the second time with a smaller reach.
func (f *finder) assign(h boardPlane) (board, bool) {
	b := board{layout: usual, plane: h, lens: f.lens, spots: f.spots}
	for _, reach := range []float64{firstReach, lastReach} {
		b.assigned = 0
		for i := range boxes {
			at := b.layout.at(siteOf(i))
			b.spotAt[i] = -1
			if step := b.plane.step(at); step > quadShort {
				b.spotAt[i] = f.nearest(b.pixel(at), reach*step, usualArea*b.plane.area(at), spotAreaRatio)
			}
			if b.spotAt[i] >= 0 {
				b.assigned++
			}
		}
		if b.assigned < enoughSpots {
			return b, false
		}
		b.fit()
	}
	return b, b.residual < boardResidual && b.layout.likely()
}
