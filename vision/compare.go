package vision

import (
	"slices"
	"tilewatch/engine"
)

// mayBeRack says whether the cells lie in one line and have one color, all but one of them.
func (s *structure) mayBeRack() bool {
	if len(s.cells) > rackLength {
		return false
	}
	rows, cols := map[int]int{}, map[int]int{}
	var count [len(plasticHues)]int
	for at := range s.cells {
		rows[at.Row]++
		cols[at.Col]++
		e := s.evidence[at]
		count[likeliestColor(hueOf(e.view[e.best-1].plastic).logLikelihood(hue{}))]++
	}
	line := 0
	for _, n := range rows {
		line = max(line, n)
	}
	for _, n := range cols {
		line = max(line, n)
	}
	most := min(len(s.cells), max(len(s.cells)-1, 3))
	return line >= most && slices.Max(count[:]) >= most
}

// rackLength is how many tiles a rack may seem to hold: five, a bank that lies in line with it, and one by mistake.
const rackLength = 7

// holds says whether most of the other's faces lie on this structure's.
func (s *structure) holds(o *structure) bool { return 2*s.held(o) > len(o.cells) }

// held is how many of the other's faces lie on this structure's.
func (s *structure) held(o *structure) (n int) {
	for at, level := range o.cells {
		q := o.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := 0.35 * o.pose.scale(at)
		for place, l := range s.cells {
			if dist(q, s.pose.pixel(float64(place.Col), float64(place.Row), float64(l))) < reach {
				n++
				break
			}
		}
	}
	return n
}

// same says whether both have the same stacks in the picture: what more effort showed again, still more among the same marks would, too.
func (s *structure) same(o *structure) bool {
	if len(s.cells) != len(o.cells) {
		return false
	}
	for at, level := range o.cells {
		q := o.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := sameSight * o.pose.scale(at)
		found := false
		for place, l := range s.cells {
			found = found || l == level && dist(q, s.pose.pixel(float64(place.Col), float64(place.Row), float64(l))) < reach
		}
		if !found {
			return false
		}
	}
	return true
}

// sameSight is how far apart two sights of one stack lie, at most, in pitches.
const sameSight = 0.2

// shows says whether a face is seen at a point of the picture.
func (s *structure) shows(q engine.Point) bool {
	for at, level := range s.cells {
		if dist(q, s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))) < secondReach*s.pose.scale(at) {
			return true
		}
	}
	return false
}

// secondReach is so many pitches about the middle of its faces in which all else that is seen is part of a structure.
const secondReach = 0.6

// middle of the structure's faces in the picture.
func (s *structure) middle() engine.Point {
	var sum engine.Point
	for at, level := range s.cells {
		q := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		sum.X += q.X / float64(len(s.cells))
		sum.Y += q.Y / float64(len(s.cells))
	}
	return sum
}

// spaceMiddle is the middle of the faces in camera space.
func (s *structure) spaceMiddle() vec3 {
	var middle vec3
	for _, at := range s.cells.places() {
		middle = middle.add(s.pose.space(float64(at.Col), float64(at.Row), float64(s.cells[at])).scale(1 / float64(len(s.cells))))
	}
	return middle
}

// beyondNear is how far a mark may lie off a face's middle, pitches.
const beyondNear = 0.25

// shown is where the picture shows the middles of its faces, in order.
func (s *structure) shown() (all []engine.Point) {
	for _, at := range s.cells.places() {
		all = append(all, s.pose.pixel(float64(at.Col), float64(at.Row), float64(s.cells[at])))
	}
	return all
}
