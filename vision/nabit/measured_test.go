package nabit

import (
	"math"
	"testing"

	"tilewatch/engine/reading"
)

// TestATrackerThatMeasuresHeightsIsSureOfThem reads two boards a second time, by faces alone and by faces and borders.
func TestATrackerThatMeasuresHeightsIsSureOfThem(t *testing.T) {
	stacks, byFaces, measured := 0, 0, 0
	for _, name := range []string{"022", "031"} {
		s := followed(t, name, func(height int) int { return height })
		stacks += len(s.stacks)
		byFaces += s.sureHeights()
		s.tracker.MeasureHeights(true)
		measured += s.sureHeights()
	}
	if measured < byFaces || 10*measured < 8*stacks {
		t.Errorf("of %d stacks, %d are sure by faces, %d measured", stacks, byFaces, measured)
	}
}

// sureHeights reads the still again, and counts the stacks whose true height has a posterior of nine tenths.
func (s *tilted) sureHeights() (sure int) {
	s.t.Helper()
	obs, err := s.tracker.Read(s.scene.Picture, s.scene.Camera(), s.scene.Set(), Trusted)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, cell := range obs.Cells {
		if height, there := s.trueHeight(cell); there && math.Exp(reading.HeightPosterior(cell.Height)[height-1]) > 0.9 {
			sure++
		}
	}
	return sure
}
