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

// MaskGrid is into how many parts a side of a face is divided to tell what is hidden.
const MaskGrid = 12

// Mask is which parts of a face taller neighbors hide, by rows.
type Mask [MaskGrid][MaskGrid]bool

// Stacks are the stacks under a pose that may hide parts of faces.
type Stacks struct {
	*camerapose.Pose
	Cells  lattice.Levels
	Before lattice.Levels // what lay there in the pictures before; nil if nothing is known
}

// OccluderLevel is how high the stack at a place is; one that is overlooked in this picture still hides what is behind it.
func (s Stacks) OccluderLevel(at engine.Place) int {
	if level := s.Cells[at]; level > 0 {
		return level
	}
	return s.Before[at]
}

// MaxLevel is how high the highest stack is.
func (s Stacks) MaxLevel() (level int) {
	for _, known := range [...]lattice.Levels{s.Cells, s.Before} {
		for _, l := range known {
			level = max(level, l)
		}
	}
	return level
}

// MaskOf follows rays from all over a face towards the eye, in the lattice's own measures.
func (s Stacks) MaskOf(at engine.Place, level int) (hides Mask) {
	if !s.hasTallerNeighbor(at, level) {
		return hides
	}
	ec, er, el := s.Pose.Eye()
	half, top := s.Side/s.Pitch/2, s.MaxLevel()
	for i := range hides {
		for j := range hides[i] {
			c := float64(at.Col) + half*((float64(j)+0.5)/MaskGrid*2-1)
			r := float64(at.Row) + half*((float64(i)+0.5)/MaskGrid*2-1)
			hides[i][j] = s.rayBlocked(at, top, c, r, float64(level), ec-c, er-r, el-float64(level))
		}
	}
	return hides
}

// NearRays says whether rays from a face towards the eye may meet a stack before they are over it: those that leave out a stack far
// off are told without following them.
func (s Stacks) NearRays(from engine.Place, level int, stack engine.Place, height int) bool {
	ec, er, el := s.Pose.Eye()
	half := s.Side / s.Pitch / 2
	over := 1.0 // how much of its way to the eye a ray has gone when it is over the stack
	if rise := el - float64(level); rise > 0 {
		over = min(float64(height-level)/rise, 1)
	}
	meets := func(from, stack, eye float64) bool {
		low, high := from-half, from+half
		return min(low, low+over*(eye-low)) < stack+half && max(high, high+over*(eye-high)) > stack-half
	}
	return meets(float64(from.Col), float64(stack.Col), ec) && meets(float64(from.Row), float64(stack.Row), er)
}

// HiddenSides are the sides of a face of which a taller neighbor hides some. While a structure is only sought, its stacks are not
// known well enough to tell.
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
			c := float64(at.Col) + hiddenInside*half*axes[0][0]*2 + along*axes[1][0]
			r := float64(at.Row) + hiddenInside*half*axes[0][1]*2 + along*axes[1][1]
			hidden[side] = hidden[side] || s.rayBlocked(at, top, c, r, float64(level), ec-c, er-r, el-float64(level))
		}
	}
	return hidden
}

// hiddenInside is how far out on a face its edge is looked for, as a share of its side.
const hiddenInside = 0.47

// hasTallerNeighbor says whether a stack near enough to hide some of a face is higher than it.
func (s Stacks) hasTallerNeighbor(at engine.Place, level int) bool {
	const reach = 3
	for _, known := range [...]lattice.Levels{s.Cells, s.Before} {
		for place, high := range known {
			if high > level && max(place.Row-at.Row, at.Row-place.Row, place.Col-at.Col, at.Col-place.Col) <= reach && s.OccluderLevel(place) > level {
				return true
			}
		}
	}
	return false
}

// LetterShare is the share of a face's side in the middle of which its letter is printed.
const LetterShare = 0.75

// Visible is how much is seen of the middle of the face, so large a share of each side.
func (hides *Mask) Visible(share float64) float64 {
	seen, all := 0, 0
	rim := int((1 - share) / 2 * MaskGrid)
	for i := rim; i < MaskGrid-rim; i++ {
		for j := rim; j < MaskGrid-rim; j++ {
			if all++; !hides[i][j] {
				seen++
			}
		}
	}
	return float64(seen) / float64(all)
}

// near says whether a part or one beside it is hidden.
func (hides *Mask) near(row, col int) bool {
	for i := max(0, row-1); i <= min(MaskGrid-1, row+1); i++ {
		for j := max(0, col-1); j <= min(MaskGrid-1, col+1); j++ {
			if hides[i][j] {
				return true
			}
		}
	}
	return false
}

// rayBlocked follows a ray upwards, a fifth of a pitch at a time, until it is over everything: no stack is higher than top.
func (s Stacks) rayBlocked(from engine.Place, top int, c, r, l, dc, dr, dl float64) bool {
	run := math.Hypot(dc, dr)
	if run < 1e-9 {
		return false
	}
	half := s.Side / s.Pitch / 2
	for t := 0.1; ; t += 0.2 {
		k := t / run
		level := l + k*dl
		if k > 1 || level >= float64(top) {
			return false
		}
		x, y := c+k*dc, r+k*dr
		at := engine.Place{Row: int(math.Round(y)), Col: int(math.Round(x))}
		inside := math.Abs(x-float64(at.Col)) < half && math.Abs(y-float64(at.Row)) < half
		if at != from && inside && float64(s.OccluderLevel(at)) > level {
			return true
		}
	}
}

// HalfSideHidden says whether half side i of the face is hidden, all or in part.
func (hides *Mask) HalfSideHidden(i int) bool {
	out, dir := tileface.SideAxes[i/2][0], tileface.SideAxes[i/2][1]
	for _, along := range tileface.HalfAlong[i%2] {
		x, y := 0.46*out[0]+along*dir[0], 0.46*out[1]+along*dir[1]
		if hides[int((y+0.5)*MaskGrid)][int((x+0.5)*MaskGrid)] {
			return true
		}
	}
	return false
}

// VisibleColor is the median color of what is seen of a face; false if that is too little.
func VisibleColor(r *picture.Raster, p *camerapose.Pose, at engine.Place, level int, hides *Mask) (color picture.BGR, ok bool) {
	s := tileface.SquareOf(p, at, float64(level))
	side := p.Side / p.Pitch
	var samples [3][]float64
	for i := range MaskGrid {
		for j := range MaskGrid {
			if hides.near(i, j) {
				continue
			}
			c := r.At(s.Pixel(side*((float64(j)+0.5)/MaskGrid-0.5), side*((float64(i)+0.5)/MaskGrid-0.5)))
			for k := range c {
				samples[k] = append(samples[k], c[k])
			}
		}
	}
	if len(samples[0]) < peekPoints {
		return color, false
	}
	for k := range samples {
		slices.Sort(samples[k])
		color[k] = samples[k][len(samples[k])/2]
	}
	return color, true
}

// peekPoints of the mask's grid must be seen to show a face's color.
const peekPoints = 6
