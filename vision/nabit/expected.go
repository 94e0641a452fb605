package nabit

import (
	"maps"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hidden"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Stack is a stack as the game's record has it.
type Stack struct {
	Quad   engine.Quad // its top face in the last picture that shows it
	Height int
}

// Expect gives the tracker the stacks on the board by the record, as far as they have not moved. Seen from straight above, tiles on
// one side that are all a level too high look like a table that tilts; the tracker tries the recorded heights before it accepts that.
func (t *Tracker) Expect(stacks []Stack) { t.expected = stacks }

// expectedLevels are the recorded heights of the structure's cells, and of places where cells lay before.
func (t *Tracker) expectedLevels(s *hypothesis.Hypothesis) lattice.Levels {
	heights, places := lattice.Levels{}, t.known.Places() // in order: what is seen must be the same in every run
	for _, e := range t.expected {
		q := e.Quad
		middle := engine.Point{X: (q[0].X + q[1].X + q[2].X + q[3].X) / 4, Y: (q[0].Y + q[1].Y + q[2].Y + q[3].Y) / 4}
		near := func(at engine.Place, level int) bool {
			return level > 0 && picture.Dist(middle, s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))) < sameStackDistance*s.Pose.Scale(at)
		}
		for _, at := range places {
			if near(at, s.Cells[at]) || s.Cells[at] == 0 && near(at, e.Height) {
				heights[at] = e.Height
				break
			}
		}
	}
	return heights
}

// countDifferences counts the stacks that differ from the record: those that are higher or lower, and those that should be visible and
// are not found.
func countDifferences(s *hypothesis.Hypothesis, recorded lattice.Levels) (n int) {
	for at, level := range recorded {
		if seen := s.Cells[at]; seen > 0 && seen != level || seen == 0 && isVisible(s, at, level) {
			n++
		}
	}
	return n
}

// isVisible says whether enough of a face is visible beside the stacks in front of it.
func isVisible(s *hypothesis.Hypothesis, at engine.Place, level int) bool {
	hides := s.MaskOf(at, level)
	return hides.Visible(1) > minVisible
}

// minVisible is the least visible share of a face that an observer should see. Hand-set.
const minVisible = 0.4

// sameStackDistance is the largest distance of two faces of one stack, pitches: one more tile moves a face by less. Hand-set.
const sameStackDistance = 0.4

// refineWithRecord is the structure with the recorded heights and the pose that goes with them, if that has the larger posterior: a
// record that is out of date does not.
func refineWithRecord(r *picture.Raster, s *hypothesis.Hypothesis, recorded, known lattice.Levels) *hypothesis.Hypothesis {
	differ := countDifferences(s, recorded)
	if differ == 0 {
		return s
	}
	own, other := s.Clone(), s.Clone()
	before := maps.Clone(known)
	maps.Copy(before, recorded)
	own.Expect(before)
	other.Expect(before)
	for at, level := range recorded {
		if other.Cells[at] > 0 {
			other.Put(at, level)
		}
	}
	fine := tileface.FineClassifier()
	hypothesis.FitEdges(r, &other, tileface.WideEdgeNet(), camerapose.TableHold)
	hypothesis.FitEdges(r, &other, tileface.NarrowEdgeNet(), camerapose.TableHold)
	evaluateAround(r, &other, fine, known)
	hypothesis.FitEdges(r, &other, tileface.NarrowEdgeNet(), camerapose.TableHold)
	evaluateAround(r, &other, fine, known)
	hidden.FindOccluded(r, &other)
	other.ScoreEdges()
	if countDifferences(&other, recorded) < differ && len(other.Cells) >= len(s.Cells) && other.LogPosterior() > own.LogPosterior() {
		return &other
	}
	return s
}
