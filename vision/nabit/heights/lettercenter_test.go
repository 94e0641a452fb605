package heights

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/camerapose/posetest"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
)

// Among taller neighbors a tile may seem as tall as they are, for their edges lie where its own would; but its letter lies where it is.
func TestALetterCorrectsTheLevelOfItsFace(t *testing.T) {
	middle := engine.Place{Row: 1, Col: 1}
	for _, c := range []struct {
		name                   string
		printed, present, want int     // levels
		less                   float64 // by how much less likely the edges have the printed level
	}{
		{"a letter a level lower", 1, 2, 1, 3},
		{"a letter a level higher", 3, 2, 3, 3},
		{"a letter where the face is", 2, 2, 2, 3},
		{"edges that are sure", 1, 2, 2, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := hypothesis.Hypothesis{Pose: posetest.TiltedPose(), Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}}
			for row := range 3 {
				for col := range 3 {
					at, level, printed := engine.Place{Row: row, Col: col}, 2, 2
					if at == middle {
						level, printed = c.present, c.printed
					}
					e := &hypothesis.Evidence{Best: level, Height: [engine.MaxHeight]float64{-12, -12, -12, -12, -12}}
					e.Height[printed-1] = 8 - c.less
					e.Height[level-1] = 8 + camerapose.HeightPrior[printed-1] - camerapose.HeightPrior[level-1]
					s.Cells[at], s.Evidence[at] = level, e
					s.Marks = append(s.Marks, marks.Mark{At: s.Pose.Pixel(float64(col), float64(row), float64(printed)), Size: 0.5 * s.Pose.Scale(at)})
				}
			}
			corrected := LevelsFromLetterCenters(&s)
			if got := corrected.Evidence[middle].Best; got != c.want || corrected.Cells[middle] != c.want {
				t.Errorf("level %d of a stack of %d, not %d", got, corrected.Cells[middle], c.want)
			}
			if h := corrected.Evidence[middle].Height; likeliestLevel(h) != c.want {
				t.Errorf("heights %.1f", h)
			}
			if s.Evidence[middle].Best != c.present {
				t.Error("the hypothesis itself has changed")
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
