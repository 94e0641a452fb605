package hypothesis

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/picture"
)

// MayBeRack says whether the cells look like a rack: all but one lie in one line and have one color.
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

// RackLength is the most tiles that a rack may seem to hold: five, a bank in line with it, and one false tile.
const RackLength = 7

// Covers says whether most faces of the other hypothesis lie on faces of this one.
func (s *Hypothesis) Covers(o *Hypothesis) bool { return 2*s.Overlap(o) > len(o.Cells) }

// Overlap counts the faces of the other hypothesis that lie on faces of this one, in the picture.
func (s *Hypothesis) Overlap(o *Hypothesis) (n int) {
	for at, level := range o.Cells {
		q := o.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := overlapReach * o.Pose.Scale(at)
		for place, l := range s.Cells {
			if picture.Dist(q, s.Pose.Pixel(float64(place.Col), float64(place.Row), float64(l))) < reach {
				n++
				break
			}
		}
	}
	return n
}

// overlapReach is how far apart the middles of two faces are, at most, that overlap, in pitches.
const overlapReach = 0.35

// Same says whether both hypotheses have the same stacks in the picture. If more effort finds the same stacks again, still more effort would,
// too.
func (s *Hypothesis) Same(o *Hypothesis) bool {
	if len(s.Cells) != len(o.Cells) {
		return false
	}
	for at, level := range o.Cells {
		q := o.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := sameStack * o.Pose.Scale(at)
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

// sameStack is how far apart the middles of one stack in two hypotheses are, at most, in pitches.
const sameStack = 0.2

// ShowsFaceAt says whether a point of the picture lies on a face.
func (s *Hypothesis) ShowsFaceAt(q engine.Point) bool {
	for at, level := range s.Cells {
		if picture.Dist(q, s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))) < faceReach*s.Pose.Scale(at) {
			return true
		}
	}
	return false
}

// faceReach is the distance from a face's middle within which a point belongs to the structure, in pitches: a little beyond the side.
const faceReach = 0.6

// Middle is the mean of the faces' middles in the picture.
func (s *Hypothesis) Middle() engine.Point {
	var sum engine.Point
	for _, q := range s.FaceMiddles() {
		sum.X += q.X / float64(len(s.Cells))
		sum.Y += q.Y / float64(len(s.Cells))
	}
	return sum
}

// SpaceMiddle is the mean of the faces' middles in camera coordinates.
func (s *Hypothesis) SpaceMiddle() camerapose.Vec3 {
	var middle camerapose.Vec3
	for _, at := range s.Cells.Places() {
		middle = middle.Add(s.Pose.Camera(float64(at.Col), float64(at.Row), float64(s.Cells[at])).Scale(1 / float64(len(s.Cells))))
	}
	return middle
}

// FaceMiddles are the middles of the faces in the picture, in the order of their places.
func (s *Hypothesis) FaceMiddles() (all []engine.Point) {
	for _, at := range s.Cells.Places() {
		all = append(all, s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(s.Cells[at])))
	}
	return all
}
