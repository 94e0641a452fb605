package vision

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// A few tiles on a table that is taken for tilted too little seem to climb like a stair, the farther the higher, each of them surely: no slope
// leads from there to the tilt that has them lie flat.

// leveled is the structure with the levels that are left when what they climb on average is taken for the table's tilt, and with the pose that
// has its faces where they are; false if that would take no tile off it.
func (s *structure) leveled() (structure, bool) {
	places := s.cells.places()
	if len(places) < anewCells || s.occluders().highest() < 2 || s.pose.known != nil {
		return structure{}, false
	}
	levels, tiles := s.withoutClimb(places), 0
	for i, at := range places {
		tiles += s.cells[at] - levels[i]
	}
	if tiles <= 0 {
		return structure{}, false
	}
	c := s.clone()
	var sights []sight
	for i, at := range places {
		col, row := float64(at.Col), float64(at.Row)
		sights = append(sights, sight{
			col: col, row: row, level: float64(levels[i]),
			at:     s.pose.pixel(col, row, float64(s.cells[at])),
			weight: 1 / (spotSlip * s.pose.scale(at)),
		})
	}
	c.pose.settleLevels(sights)
	for i, at := range places {
		c.cells[at] = max(1, int(sights[i].level))
	}
	return c, true
}

// withoutClimb are the levels of places without what they climb along rows and along columns, the lowest of them the first.
func (s *structure) withoutClimb(places []engine.Place) []int {
	var across, along []float64
	for i, a := range places {
		for _, b := range places[:i] {
			climbed := float64(s.cells[a] - s.cells[b])
			switch {
			case a.Row == b.Row:
				across = append(across, climbed/float64(a.Col-b.Col))
			case a.Col == b.Col:
				along = append(along, climbed/float64(a.Row-b.Row))
			}
		}
	}
	byCol, byRow := middleOf(across), middleOf(along)
	rest := make([]float64, len(places))
	for i, at := range places {
		rest[i] = float64(s.cells[at]) - byCol*float64(at.Col) - byRow*float64(at.Row)
	}
	usual, lowest := middleOf(slices.Clone(rest)), 0
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

// middleOf is the median, which outliers hardly move; it sorts what it is given. 0 of nothing.
func middleOf(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}
