package occlusion

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// MaskGrid is the number of cells along each side of a mask.
const MaskGrid = 12

// Mask is a face's occlusion mask, by rows: true where a taller stack hides it.
type Mask [MaskGrid][MaskGrid]bool

// Stacks are a pose and the stacks that stand under it.
type Stacks struct {
	*camerapose.Pose
	Cells  lattice.Levels
	Before lattice.Levels // stacks of the pictures before; nil if nothing is known
}

// OccluderLevel is the height of the stack at a place. A stack that this picture misses still hides what is behind it.
func (s Stacks) OccluderLevel(at engine.Place) int {
	if level := s.Cells[at]; level > 0 {
		return level
	}
	return s.Before[at]
}

// MaxLevel is the height of the highest stack.
func (s Stacks) MaxLevel() (level int) {
	for _, known := range [...]lattice.Levels{s.Cells, s.Before} {
		for _, l := range known {
			level = max(level, l)
		}
	}
	return level
}

// MaskOf is the occlusion mask of a face.
func (s Stacks) MaskOf(at engine.Place, level int) (mask Mask) {
	if s.mayBeHidden(at, level) {
		s.cast(at, level, &mask)
	}
	return mask
}

// cast casts a ray towards the eye from the middle of each cell of a face.
func (s Stacks) cast(at engine.Place, level int, mask *Mask) {
	ec, er, el := s.Pose.Eye()
	half, top := s.Side/s.Pitch/2, s.MaxLevel()
	for i := range mask {
		for j := range mask[i] {
			c := float64(at.Col) + half*((float64(j)+0.5)/MaskGrid*2-1)
			r := float64(at.Row) + half*((float64(i)+0.5)/MaskGrid*2-1)
			mask[i][j] = s.rayBlocked(at, top, c, r, float64(level), ec-c, er-r, el-float64(level))
		}
	}
}

// NearRays says whether a ray from a face towards the eye can meet a stack before it passes above it. It compares the box of all rays with the
// stack and casts none.
func (s Stacks) NearRays(from engine.Place, level int, stack engine.Place, height int) bool {
	ec, er, el := s.Pose.Eye()
	half := s.Side / s.Pitch / 2
	over := 1.0 // share of its way to the eye at which a ray rises above the stack
	if rise := el - float64(level); rise > 0 {
		over = min(float64(height-level)/rise, 1)
	}
	meets := func(from, stack, eye float64) bool {
		low, high := from-half, from+half
		return min(low, low+over*(eye-low)) < stack+half && max(high, high+over*(eye-high)) > stack-half
	}
	return meets(float64(from.Col), float64(stack.Col), ec) && meets(float64(from.Row), float64(stack.Row), er)
}

// HiddenSides says which sides of a face a taller neighbor hides, all or in part. During the search for a structure its stacks are too
// uncertain, so without stacks of earlier pictures no side counts as hidden.
func (s Stacks) HiddenSides(at engine.Place, level int) (hidden [4]bool) {
	if s.Before == nil {
		return hidden
	}
	ec, er, el := s.Pose.Eye()
	half, top := s.Side/s.Pitch/2, s.MaxLevel()
	for side, axes := range tileface.SideAxes {
		if s.OccluderLevel(at.Add(lattice.SideSteps[side])) <= level {
			continue
		}
		for _, along := range tileface.HalfMiddle {
			c := float64(at.Col) + edgeOut*half*axes[0][0]*2 + along*axes[1][0]
			r := float64(at.Row) + edgeOut*half*axes[0][1]*2 + along*axes[1][1]
			hidden[side] = hidden[side] || s.rayBlocked(at, top, c, r, float64(level), ec-c, er-r, el-float64(level))
		}
	}
	return hidden
}

// edgeOut is the distance from the face's middle at which HiddenSides tests an edge, in sides: just within the face.
const edgeOut = 0.47

// occluderReach is how many places away a stack can hide a part of a face. Tiles are at most about a quarter as thick as wide, so four levels are
// one pitch high; a ray reaches further below them only where the table is tilted by more than 70 degrees.
const occluderReach = 3

// mayBeHidden says whether a stack that is higher than a face lies near enough to hide a part of it, and in the way to the eye.
func (s Stacks) mayBeHidden(at engine.Place, level int) bool {
	for _, known := range [...]lattice.Levels{s.Cells, s.Before} {
		for place, high := range known {
			if high <= level || max(place.Row-at.Row, at.Row-place.Row, place.Col-at.Col, at.Col-place.Col) > occluderReach {
				continue
			}
			if high = s.OccluderLevel(place); high > level && s.NearRays(at, level, place, high) {
				return true
			}
		}
	}
	return false
}

// LetterShare is the share of a face's side that its letter takes, with a margin; the letter is in the middle.
const LetterShare = 0.75

// Visible is the visible share of a face's middle, a square with a share of the face's side; 1 takes the whole face.
func (mask *Mask) Visible(share float64) float64 {
	seen, all := 0, 0
	rim := int((1 - share) / 2 * MaskGrid)
	for i := rim; i < MaskGrid-rim; i++ {
		for j := rim; j < MaskGrid-rim; j++ {
			if all++; !mask[i][j] {
				seen++
			}
		}
	}
	return float64(seen) / float64(all)
}

// nearHidden says whether a cell or one beside it is hidden.
func (mask *Mask) nearHidden(row, col int) bool {
	for i := max(0, row-1); i <= min(MaskGrid-1, row+1); i++ {
		for j := max(0, col-1); j <= min(MaskGrid-1, col+1); j++ {
			if mask[i][j] {
				return true
			}
		}
	}
	return false
}

// rayBlocked marches along a ray from a point of a face towards the eye, and says whether it enters a stack. It stops at the eye or above
// the highest stack.
func (s Stacks) rayBlocked(from engine.Place, top int, c, r, l, dc, dr, dl float64) bool {
	run := math.Hypot(dc, dr)
	if run < 1e-9 { // straight up
		return false
	}
	half := s.Side / s.Pitch / 2
	near, high := from, 0.0 // the place of the last sample within a stack's sides, and the height there
	for t := rayStart; ; t += rayStep {
		k := t / run
		level := l + k*dl
		if k > 1 || level >= float64(top) {
			return false
		}
		x, y := c+k*dc, r+k*dr
		at := engine.Place{Row: int(math.Round(y)), Col: int(math.Round(x))}
		inside := math.Abs(x-float64(at.Col)) < half && math.Abs(y-float64(at.Row)) < half
		if at == from || !inside {
			continue
		}
		if at != near {
			near, high = at, float64(s.OccluderLevel(at))
		}
		if high > level {
			return true
		}
	}
}

// Rays take the first sample rayStart from the face, then one for each rayStep, in pitches along the table. A ray that grazes a stack by less
// may miss it: a mask is at most a fifth of a face too small (see the tests).
const (
	rayStart = 0.1
	rayStep  = 0.2
)

// HalfSideHidden says whether half side i of the face is hidden, all or in part.
func (mask *Mask) HalfSideHidden(i int) bool {
	out, dir := tileface.SideAxes[i/2][0], tileface.SideAxes[i/2][1]
	for _, along := range tileface.HalfAlong[i%2] {
		x, y := rimOut*out[0]+along*dir[0], rimOut*out[1]+along*dir[1]
		if mask[int((y+0.5)*MaskGrid)][int((x+0.5)*MaskGrid)] {
			return true
		}
	}
	return false
}

// rimOut is the distance from the face's middle of the mask's outermost row of cells, in sides: their middles are at 11/24.
const rimOut = 0.46

// VisibleColor is the median color of a face's visible cells; false if they are too few. Cells beside hidden ones may show the occluder and do
// not count.
func VisibleColor(r *picture.Raster, p *camerapose.Pose, at engine.Place, level int, mask *Mask) (color picture.BGR, ok bool) {
	s := tileface.SquareOf(p, at, float64(level))
	side := p.Side / p.Pitch
	var samples [3][]float64
	for i := range MaskGrid {
		for j := range MaskGrid {
			if mask.nearHidden(i, j) {
				continue
			}
			c := r.At(s.Pixel(side*((float64(j)+0.5)/MaskGrid-0.5), side*((float64(i)+0.5)/MaskGrid-0.5)))
			for k := range c {
				samples[k] = append(samples[k], c[k])
			}
		}
	}
	if len(samples[0]) < leastVisible {
		return color, false
	}
	for k := range samples {
		slices.Sort(samples[k])
		color[k] = samples[k][len(samples[k])/2]
	}
	return color, true
}

// leastVisible is the number of visible cells, of 144, that show a face's color; hand-set.
const leastVisible = 6
