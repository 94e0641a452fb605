package vision

import (
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
)

// stacks are the levels believed so far, by place.
type stacks map[engine.Place]int

// places in order: sums over them then come out the same in every run.
func (s stacks) places() []engine.Place {
	return slices.SortedFunc(maps.Keys(s), engine.ComparePlaces)
}

// edgeSights looks, on each half of each side of every face, for the strongest edge within reach (in pitches) of where
// the pose expects it.
func (r *raster) edgeSights(p *pose, cells stacks, reach float64) []sight {
	inset, found := r.insetOf(p, cells, reach)
	// Rounded edges, and frames printed beside them, are seen inside of where the sides end, on all sides alike.
	inset = min(max(inset, -0.1), 0.02)
	flat := make([]sight, len(found))
	for i, e := range found {
		flat[i] = e.sight
		flat[i].col += inset * e.out[0]
		flat[i].row += inset * e.out[1]
	}
	return flat
}

// insetOf finds the edges and says how far outside (negative: inside) of the faces' sides they are seen in the middle, in
// pitches.
func (r *raster) insetOf(p *pose, cells stacks, reach float64) (float64, []edgeFound) {
	var sights []edgeFound
	half := p.side / p.pitch / 2
	var insets []float64
	for _, at := range cells.places() {
		level := cells[at]
		s := squareOf(p, at, float64(level))
		low := p.pixel(float64(at.Col), float64(at.Row), float64(level-1))
		high := p.pixel(float64(at.Col), float64(at.Row), float64(level))
		lift := engine.Point{X: high.X - low.X, Y: high.Y - low.Y}
		for side, axes := range sideAxes {
			// A taller neighbor hides this side, or its own side face stands there.
			if cells[at.Add(sideSteps[side])] > level {
				continue
			}
			for _, along := range [2][]float64{edgeAlong[:edgeRuns/2], edgeAlong[edgeRuns/2:]} {
				if e, ok := r.edgeSight(&s, axes, half, along, reach, lift); ok {
					e.col, e.row, e.level = e.col+float64(at.Col), e.row+float64(at.Row), float64(level)
					sights = append(sights, e)
					insets = append(insets, ((e.at.X-e.nominal.X)*e.nx+(e.at.Y-e.nominal.Y)*e.ny)/e.perPitch)
				}
			}
		}
	}
	if len(insets) == 0 {
		return 0, nil
	}
	slices.Sort(insets)
	return insets[len(insets)/2], sights
}

// edgeFound is a sight and how it was come by.
type edgeFound struct {
	sight
	out      [2]float64   // outward, in the lattice
	nominal  engine.Point // where the edge was expected
	perPitch float64      // pixels across the edge
}

// sideSteps lead to the neighbor at each side, as sideAxes does.
var sideSteps = [4]engine.Place{{Row: -1}, {Col: 1}, {Row: 1}, {Col: -1}}

const (
	edgeSearch  = 12  // taps to either side
	minEdge     = 9.0 // gray levels, of the largest channel
	edgeSigma   = 0.6 // pixels
	gradientGap = 1.2 // pixels between the samples that are compared
)

// edgeSight averages the colors along a stretch of a side and finds where they change most across it.
func (r *raster) edgeSight(s *square, axes [2][2]float64, half float64, along []float64, reach float64, lift engine.Point) (edgeFound, bool) {
	out, dir := axes[0], axes[1]
	mid := along[len(along)/2]
	a := s.pixel(half*out[0]+mid*dir[0], half*out[1]+mid*dir[1])
	b := s.pixel((half+0.01)*out[0]+mid*dir[0], (half+0.01)*out[1]+mid*dir[1])
	c := s.pixel(half*out[0]+(mid+0.01)*dir[0], half*out[1]+(mid+0.01)*dir[1])
	tx, ty := c.X-a.X, c.Y-a.Y
	n := math.Hypot(tx, ty)
	nx, ny := -ty/n, tx/n
	if (b.X-a.X)*nx+(b.Y-a.Y)*ny < 0 {
		nx, ny = -nx, -ny
	}
	perPitch := math.Abs((b.X-a.X)*nx+(b.Y-a.Y)*ny) / 0.01
	perTap := reach * perPitch / edgeSearch
	if !r.inside(engine.Point{X: a.X + 3*nx, Y: a.Y + 3*ny}) {
		return edgeFound{}, false
	}
	// Below an edge towards the camera the side of the tile shows, and it ends in an edge stronger than its upper one.
	limit := math.Inf(1)
	if depth := -(lift.X*nx + lift.Y*ny); depth > 2 {
		limit = max(0.35*depth, perTap)
	}
	var strength [2*edgeSearch + 1]float64
	best := 0
	for k := range strength {
		if float64(k-edgeSearch)*perTap > limit {
			break
		}
		d := float64(k-edgeSearch) * perTap
		var lo, hi rgb
		for _, t := range along {
			q := s.pixel(half*out[0]+t*dir[0], half*out[1]+t*dir[1])
			u := r.at(engine.Point{X: q.X + (d-gradientGap)*nx, Y: q.Y + (d-gradientGap)*ny})
			v := r.at(engine.Point{X: q.X + (d+gradientGap)*nx, Y: q.Y + (d+gradientGap)*ny})
			for ch := range 3 {
				lo[ch] += u[ch]
				hi[ch] += v[ch]
			}
		}
		// What is further off is less likely the edge looked for.
		far := float64(k-edgeSearch) / edgeSearch
		strength[k] = colorGap(lo, hi) / float64(len(along)) * (1 - 0.35*far*far)
		if strength[k] > strength[best] {
			best = k
		}
	}
	if strength[best] < minEdge || best == 0 || best == len(strength)-1 {
		return edgeFound{}, false
	}
	l, m, h := strength[best-1], strength[best], strength[best+1]
	d := (float64(best-edgeSearch) + 0.5*(l-h)/(l-2*m+h-1e-9)) * perTap
	found := sight{
		col: half*out[0] + mid*dir[0], row: half*out[1] + mid*dir[1],
		at: engine.Point{X: a.X + d*nx, Y: a.Y + d*ny}, nx: nx, ny: ny,
		weight: min(math.Sqrt(strength[best]/60), 1) / edgeSigma,
	}
	return edgeFound{found, out, a, perPitch}, true
}
