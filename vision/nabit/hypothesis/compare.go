package hypothesis

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/picture"
)

// MayBeRack says whether the cells lie in one line and have one color, all but one of them.
func (s *Hypothesis) MayBeRack() bool {
	if len(s.Cells) > RackLength {
		return false
	}
	rows, cols := map[int]int{}, map[int]int{}
	var count [len(hue.PlasticHues)]int
	for at := range s.Cells {
		rows[at.Row]++
		cols[at.Col]++
		e := s.Evidence[at]
		count[hue.MostLikelyColor(hue.HueOf(e.Face[e.Best-1].Plastic).LogLikelihoods(hue.Hue{}))]++
	}
	line := 0
	for _, n := range rows {
		line = max(line, n)
	}
	for _, n := range cols {
		line = max(line, n)
	}
	most := min(len(s.Cells), max(len(s.Cells)-1, 3))
	return line >= most && slices.Max(count[:]) >= most
}

// RackLength is how many tiles a rack may seem to hold: five, a bank that lies in line with it, and one by mistake.
const RackLength = 7

// Covers says whether most of the other's faces lie on this structure's.
func (s *Hypothesis) Covers(o *Hypothesis) bool { return 2*s.Overlap(o) > len(o.Cells) }

// Overlap is how many of the other's faces lie on this structure's.
func (s *Hypothesis) Overlap(o *Hypothesis) (n int) {
	for at, level := range o.Cells {
		q := o.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := 0.35 * o.Pose.Scale(at)
		for place, l := range s.Cells {
			if picture.Dist(q, s.Pose.Pixel(float64(place.Col), float64(place.Row), float64(l))) < reach {
				n++
				break
			}
		}
	}
	return n
}

// Same says whether both have the same stacks in the picture: what more effort showed again, still more among the same marks would, too.
func (s *Hypothesis) Same(o *Hypothesis) bool {
	if len(s.Cells) != len(o.Cells) {
		return false
	}
	for at, level := range o.Cells {
		q := o.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := sameSight * o.Pose.Scale(at)
		found := false
		for place, l := range s.Cells {
			found = found || l == level && picture.Dist(q, s.Pose.Pixel(float64(place.Col), float64(place.Row), float64(l))) < reach
		}
		if !found {
			return false
		}
	}
	return true
}

// sameSight is how far apart two sights of one stack lie, at most, in pitches.
const sameSight = 0.2

// ShowsFaceAt says whether a face is seen at a point of the picture.
func (s *Hypothesis) ShowsFaceAt(q engine.Point) bool {
	for at, level := range s.Cells {
		if picture.Dist(q, s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))) < secondReach*s.Pose.Scale(at) {
			return true
		}
	}
	return false
}

// secondReach is so many pitches about the middle of its faces in which all else that is seen is part of a structure.
const secondReach = 0.6

// Middle of the structure's faces in the picture.
func (s *Hypothesis) Middle() engine.Point {
	var sum engine.Point
	for at, level := range s.Cells {
		q := s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
		sum.X += q.X / float64(len(s.Cells))
		sum.Y += q.Y / float64(len(s.Cells))
	}
	return sum
}

// SpaceMiddle is the middle of the faces in camera space.
func (s *Hypothesis) SpaceMiddle() camerapose.Vec3 {
	var middle camerapose.Vec3
	for _, at := range s.Cells.Places() {
		middle = middle.Add(s.Pose.Camera(float64(at.Col), float64(at.Row), float64(s.Cells[at])).Scale(1 / float64(len(s.Cells))))
	}
	return middle
}

// beyondNear is how far a mark may lie off a face's middle, pitches.
const beyondNear = 0.25

// FaceMiddles is where the picture shows the middles of its faces, in order.
func (s *Hypothesis) FaceMiddles() (all []engine.Point) {
	for _, at := range s.Cells.Places() {
		all = append(all, s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(s.Cells[at])))
	}
	return all
}
