package heights

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
)

// Detrended removes the mean slope of the levels along rows and columns, and fits the pose that keeps the faces where they are: it
// takes a stair of tiles for a tilt of the table. It returns false if that removes no tile.
//
// Tiles on a table whose estimated tilt is too small seem to climb like a stair, each level with confidence. Single changes lower the
// posterior, so no ascent leads from the stair to the right tilt.
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

// detrendedLevels are the levels without their slope along rows and along columns, the lowest of them 1. The slopes are medians over
// pairs of places (Theil 1950; Sen 1968).
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

// median sorts its argument and returns the median, 0 of nothing.
func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}
