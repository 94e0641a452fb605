package vision

import (
	"testing"

	"tilewatch/engine"
)

// Among taller neighbors a tile may seem as tall as they are, for their edges lie where its own would; but its letter lies where it is.
func TestALetterTellsTheLevelOfItsFace(t *testing.T) {
	middle := engine.Place{Row: 1, Col: 1}
	for _, c := range []struct {
		name                string
		printed, told, want int     // levels
		less                float64 // by how much less likely the edges have the printed level
	}{
		{"a letter a level lower", 1, 2, 1, 3},
		{"a letter a level higher", 3, 2, 3, 3},
		{"a letter where the face is", 2, 2, 2, 3},
		{"edges that are sure", 1, 2, 2, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := structure{pose: tiltedPose(), cells: stacks{}, evidence: map[engine.Place]*placeEvidence{}}
			for row := range 3 {
				for col := range 3 {
					at, level, printed := engine.Place{Row: row, Col: col}, 2, 2
					if at == middle {
						level, printed = c.told, c.printed
					}
					e := &placeEvidence{best: level, height: [engine.MaxHeight]float64{-12, -12, -12, -12, -12}}
					e.height[printed-1] = 8 - c.less
					e.height[level-1] = 8 + heightPrior[printed-1] - heightPrior[level-1]
					s.cells[at], s.evidence[at] = level, e
					s.marks = append(s.marks, mark{at: s.pose.pixel(float64(col), float64(row), float64(printed)), size: 0.5 * s.pose.scale(at)})
				}
			}
			told := s.centered()
			if got := told.evidence[middle].best; got != c.want || told.cells[middle] != c.want {
				t.Errorf("told level %d of a stack of %d, not %d", got, told.cells[middle], c.want)
			}
			if h := told.evidence[middle].height; likeliestLevel(h) != c.want {
				t.Errorf("heights %.1f", h)
			}
			if s.evidence[middle].best != c.told {
				t.Error("what the structure was told before has changed")
			}
		})
	}
}

func likeliestLevel(h [engine.MaxHeight]float64) (best int) {
	for l := range h {
		if best == 0 || h[l] > h[best-1] {
			best = l + 1
		}
	}
	return best
}
