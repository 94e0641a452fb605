package visible

import (
	"math"

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

// MaskOf is the occlusion mask of a face: it casts a ray towards the eye from the middle of each cell.
func (s Stacks) MaskOf(at engine.Place, level int) (mask Mask) {
	boxes := s.taller(at, level)
	if len(boxes) == 0 {
		return mask
	}
	ec, er, el := s.Pose.Eye()
	for i := range mask {
		for j := range mask[i] {
			c, r := s.middle(at, i, j)
			mask[i][j] = boxes.block(ray{c, r, float64(level), ec - c, er - r, el - float64(level)})
		}
	}
	return mask
}

// middle is the column and row of the middle of a mask's cell.
func (s Stacks) middle(at engine.Place, i, j int) (c, r float64) {
	half := s.Side / s.Pitch / 2
	return float64(at.Col) + half*((float64(j)+0.5)/MaskGrid*2-1), float64(at.Row) + half*((float64(i)+0.5)/MaskGrid*2-1)
}

// HideShared hides the cells of a face at which the picture shows the face of another stack, before it or behind it: a point shows one face only.
func (mask *Mask) HideShared(s Stacks, at engine.Place, level int) {
	ec, er, el := s.Pose.Eye()
	half := s.Side / s.Pitch / 2
	for place, high := range s.Cells {
		if place == at || !near(place, at) {
			continue
		}
		along := float64(high-level) / (el - float64(level)) // share of the way to the eye at which a ray is as high as that face
		for i := range mask {
			for j := range mask[i] {
				c, r := s.middle(at, i, j)
				if math.Abs(c+along*(ec-c)-float64(place.Col)) < half && math.Abs(r+along*(er-r)-float64(place.Row)) < half {
					mask[i][j] = true
				}
			}
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
	boxes := s.taller(at, level)
	ec, er, el := s.Pose.Eye()
	half := s.Side / s.Pitch / 2
	for side, axes := range tileface.SideAxes {
		if s.OccluderLevel(at.Add(lattice.SideSteps[side])) <= level {
			continue
		}
		for _, along := range tileface.HalfMiddle {
			c := float64(at.Col) + edgeOut*half*axes[0][0]*2 + along*axes[1][0]
			r := float64(at.Row) + edgeOut*half*axes[0][1]*2 + along*axes[1][1]
			hidden[side] = hidden[side] || boxes.block(ray{c, r, float64(level), ec - c, er - r, el - float64(level)})
		}
	}
	return hidden
}

// edgeOut is the distance from the face's middle at which HiddenSides tests an edge, in sides: just within the face.
const edgeOut = 0.47

// occluderReach is how many places away a stack can hide a part of a face. Tiles are at most about a quarter as thick as wide, so four levels are
// one pitch high; a ray reaches further below them only where the table is tilted by more than 70 degrees.
const occluderReach = 3

// box is the room of a stack, in the lattice's coordinates.
type box struct{ left, right, top, bottom, height float64 }

// boxes are what may hide a face.
type boxes []box

// taller are the stacks that are higher than a face and near enough to hide a part of it.
func (s Stacks) taller(at engine.Place, level int) (all boxes) {
	half := s.Side / s.Pitch / 2
	for k, known := range [...]lattice.Levels{s.Cells, s.Before} {
		for place, high := range known {
			if high > level && place != at && near(place, at) && (k == 0 || s.Cells[place] == 0) {
				c, r := float64(place.Col), float64(place.Row)
				all = append(all, box{c - half, c + half, r - half, r + half, float64(high)})
			}
		}
	}
	return all
}

// near says whether one of two stacks may hide a part of the other.
func near(a, b engine.Place) bool {
	return max(a.Row-b.Row, b.Row-a.Row, a.Col-b.Col, b.Col-a.Col) <= occluderReach
}

// ray leads from a point of a face to the eye: column, row and level, and how far the eye is in each.
type ray struct{ c, r, l, dc, dr, dl float64 }

// block says whether a ray passes through one of the boxes on its way to the eye (slab method).
func (b boxes) block(y ray) bool {
	for i := range b {
		in, out := within(y.c, y.dc, b[i].left, b[i].right, 0, 1)
		in, out = within(y.r, y.dr, b[i].top, b[i].bottom, in, out)
		if in < out && y.l+min(in*y.dl, out*y.dl) < b[i].height {
			return true
		}
	}
	return false
}

// within are the shares of a ray's way between which one of its coordinates lies between two bounds, of those from in to out; in exceeds out where it
// never does.
func within(from, by, low, high, in, out float64) (float64, float64) {
	if by == 0 {
		if from <= low || from >= high {
			return 1, 0
		}
		return in, out
	}
	a, b := (low-from)/by, (high-from)/by
	return max(in, min(a, b)), min(out, max(a, b))
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

// Middles are the middles of a face's cells in the picture.
func Middles(p *camerapose.Pose, at engine.Place, level int) (all [MaskGrid][MaskGrid]engine.Point) {
	s := tileface.SquareOf(p, at, float64(level))
	side := p.Side / p.Pitch
	for i := range all {
		for j := range all[i] {
			all[i][j] = s.Pixel(side*((float64(j)+0.5)/MaskGrid-0.5), side*((float64(i)+0.5)/MaskGrid-0.5))
		}
	}
	return all
}

// PointsOf are the middles of a face's visible cells in the picture. Cells beside hidden ones may show the occluder and do not count.
func PointsOf(p *camerapose.Pose, at engine.Place, level int, mask *Mask) (seen []engine.Point) {
	for i, row := range Middles(p, at, level) {
		for j, middle := range row {
			if !mask.nearHidden(i, j) {
				seen = append(seen, middle)
			}
		}
	}
	return seen
}

// ColorOf is the median color of a face's visible points; false if they are too few.
func ColorOf(r *picture.Raster, p *camerapose.Pose, at engine.Place, level int, mask *Mask) (color picture.BGR, ok bool) {
	seen := PointsOf(p, at, level, mask)
	if len(seen) < leastVisible {
		return color, false
	}
	return r.MedianOf(seen), true
}

// leastVisible is the number of visible cells, of 144, that show a face's color; hand-set.
const leastVisible = 6
