package vision

import (
	"math"
	"slices"
	"tilewatch/engine"
)

// coverGrid is into how many parts a side of a face is divided to tell what is hidden.
const coverGrid = 12

// cover is which parts of a face taller neighbors hide, by rows.
type cover [coverGrid][coverGrid]bool

// occluders are the stacks under a pose that may hide parts of faces.
type occluders struct {
	*pose
	cells  stacks
	before stacks // what lay there in the pictures before; nil if nothing is known
}

// tall is how high the stack at a place is; one that is overlooked in this picture still hides what is behind it.
func (s occluders) tall(at engine.Place) int {
	if level := s.cells[at]; level > 0 {
		return level
	}
	return s.before[at]
}

// highest is how high the highest stack is.
func (s occluders) highest() (level int) {
	for _, known := range [...]stacks{s.cells, s.before} {
		for _, l := range known {
			level = max(level, l)
		}
	}
	return level
}

// coverOf follows rays from all over a face towards the eye, in the lattice's own measures.
func (s occluders) coverOf(at engine.Place, level int) (hides cover) {
	if !s.towered(at, level) {
		return hides
	}
	ec, er, el := s.pose.eye()
	half, top := s.side/s.pitch/2, s.highest()
	for i := range hides {
		for j := range hides[i] {
			c := float64(at.Col) + half*((float64(j)+0.5)/coverGrid*2-1)
			r := float64(at.Row) + half*((float64(i)+0.5)/coverGrid*2-1)
			hides[i][j] = s.blocked(at, top, c, r, float64(level), ec-c, er-r, el-float64(level))
		}
	}
	return hides
}

// nearRays says whether rays from a face towards the eye may meet a stack before they are over it: those that leave out a stack far
// off are told without following them.
func (s occluders) nearRays(from engine.Place, level int, stack engine.Place, height int) bool {
	ec, er, el := s.pose.eye()
	half := s.side / s.pitch / 2
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

// hiddenSides are the sides of a face of which a taller neighbor hides some. While a structure is only sought, its stacks are not
// known well enough to tell.
func (s occluders) hiddenSides(at engine.Place, level int) (hidden [4]bool) {
	if s.before == nil {
		return hidden
	}
	ec, er, el := s.pose.eye()
	half, top := s.side/s.pitch/2, s.highest()
	for side, axes := range sideAxes {
		if s.tall(at.Add(sideSteps[side])) <= level {
			continue
		}
		for _, along := range halfMiddle {
			c := float64(at.Col) + hiddenInside*half*axes[0][0]*2 + along*axes[1][0]
			r := float64(at.Row) + hiddenInside*half*axes[0][1]*2 + along*axes[1][1]
			hidden[side] = hidden[side] || s.blocked(at, top, c, r, float64(level), ec-c, er-r, el-float64(level))
		}
	}
	return hidden
}

// hiddenInside is how far out on a face its edge is looked for, as a share of its side.
const hiddenInside = 0.47

// towered says whether a stack near enough to hide some of a face is higher than it.
func (s occluders) towered(at engine.Place, level int) bool {
	const reach = 3
	for _, known := range [...]stacks{s.cells, s.before} {
		for place, high := range known {
			if high > level && max(place.Row-at.Row, at.Row-place.Row, place.Col-at.Col, at.Col-place.Col) <= reach && s.tall(place) > level {
				return true
			}
		}
	}
	return false
}

// letterShare is the share of a face's side in the middle of which its letter is printed.
const letterShare = 0.75

// visible is how much is seen of the middle of the face, so large a share of each side.
func (hides *cover) visible(share float64) float64 {
	seen, all := 0, 0
	rim := int((1 - share) / 2 * coverGrid)
	for i := rim; i < coverGrid-rim; i++ {
		for j := rim; j < coverGrid-rim; j++ {
			if all++; !hides[i][j] {
				seen++
			}
		}
	}
	return float64(seen) / float64(all)
}

// near says whether a part or one beside it is hidden.
func (hides *cover) near(row, col int) bool {
	for i := max(0, row-1); i <= min(coverGrid-1, row+1); i++ {
		for j := max(0, col-1); j <= min(coverGrid-1, col+1); j++ {
			if hides[i][j] {
				return true
			}
		}
	}
	return false
}

// blocked follows a ray upwards, a fifth of a pitch at a time, until it is over everything: no stack is higher than top.
func (s occluders) blocked(from engine.Place, top int, c, r, l, dc, dr, dl float64) bool {
	run := math.Hypot(dc, dr)
	if run < 1e-9 {
		return false
	}
	half := s.side / s.pitch / 2
	for t := 0.1; ; t += 0.2 {
		k := t / run
		level := l + k*dl
		if k > 1 || level >= float64(top) {
			return false
		}
		x, y := c+k*dc, r+k*dr
		at := engine.Place{Row: int(math.Round(y)), Col: int(math.Round(x))}
		inside := math.Abs(x-float64(at.Col)) < half && math.Abs(y-float64(at.Row)) < half
		if at != from && inside && float64(s.tall(at)) > level {
			return true
		}
	}
}

// half says whether half side i of the face is hidden, all or in part.
func (hides *cover) half(i int) bool {
	out, dir := sideAxes[i/2][0], sideAxes[i/2][1]
	for _, along := range halfAlong[i%2] {
		x, y := 0.46*out[0]+along*dir[0], 0.46*out[1]+along*dir[1]
		if hides[int((y+0.5)*coverGrid)][int((x+0.5)*coverGrid)] {
			return true
		}
	}
	return false
}

// seenColor is the median color of what is seen of a face; false if that is too little.
func (r *raster) seenColor(p *pose, at engine.Place, level int, hides *cover) (color rgb, ok bool) {
	s := squareOf(p, at, float64(level))
	side := p.side / p.pitch
	var samples [3][]float64
	for i := range coverGrid {
		for j := range coverGrid {
			if hides.near(i, j) {
				continue
			}
			c := r.at(s.pixel(side*((float64(j)+0.5)/coverGrid-0.5), side*((float64(i)+0.5)/coverGrid-0.5)))
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
