package heights

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
)

// A few tiles on a table that is taken for tilted too little seem to climb like a stair, the farther the higher, each of them surely: no slope
// leads from there to the tilt that has them lie flat.

// Detrended is the structure with the levels that are left when what they climb on average is taken for the table's tilt, and with the pose that
// has its faces where they are; false if that would take no tile off it.
func Detrended(s *hypothesis.Hypothesis) (hypothesis.Hypothesis, bool) {
	places := s.Cells.Places()
	if len(places) < minRestartCells || s.Occluders().MaxLevel() < 2 || s.Pose.Prior != nil {
		return hypothesis.Hypothesis{}, false
	}
	levels, tiles := detrendedLevels(s, places), 0
	for i, at := range places {
		tiles += s.Cells[at] - levels[i]
	}
	if tiles <= 0 {
		return hypothesis.Hypothesis{}, false
	}
	c := s.Clone()
	var sights []camerapose.Correspondence
	for i, at := range places {
		col, row := float64(at.Col), float64(at.Row)
		sights = append(sights, camerapose.Correspondence{
			Col: col, Row: row, Level: float64(levels[i]),
			At:     s.Pose.Pixel(col, row, float64(s.Cells[at])),
			Weight: 1 / (hypothesis.CandidateSigma * s.Pose.Scale(at)),
		})
	}
	c.Pose.AlternateLevels(sights)
	for i, at := range places {
		c.Cells[at] = max(1, int(sights[i].Level))
	}
	return c, true
}

// detrendedLevels are the levels of places without what they climb along rows and along columns, the lowest of them the first.
func detrendedLevels(s *hypothesis.Hypothesis, places []engine.Place) []int {
	var across, along []float64
	for i, a := range places {
		for _, b := range places[:i] {
			climbed := float64(s.Cells[a] - s.Cells[b])
			switch {
			case a.Row == b.Row:
				across = append(across, climbed/float64(a.Col-b.Col))
			case a.Col == b.Col:
				along = append(along, climbed/float64(a.Row-b.Row))
			}
		}
	}
	byCol, byRow := median(across), median(along)
	rest := make([]float64, len(places))
	for i, at := range places {
		rest[i] = float64(s.Cells[at]) - byCol*float64(at.Col) - byRow*float64(at.Row)
	}
	usual, lowest := median(slices.Clone(rest)), 0
	levels := make([]int, len(places))
	for i := range rest {
		levels[i] = int(math.Round(rest[i] - usual))
		lowest = min(lowest, levels[i])
	}
	for i := range levels {
		levels[i] = min(levels[i]-lowest+1, engine.MaxHeight)
	}
	return levels
}

// median is the median, which outliers hardly move; it sorts what it is given. 0 of nothing.
func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}
