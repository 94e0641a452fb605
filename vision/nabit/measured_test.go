package nabit

import (
	"math"
	"testing"

	"tilewatch/engine/reading"
	"tilewatch/vision/nabit/scenetest"
)

// TestHeightsOfAFollowedStructureAreSure reads two boards a second time, by faces alone and by faces and borders.
func TestHeightsOfAFollowedStructureAreSure(t *testing.T) {
	var byFaces, measured scenetest.Share
	for _, name := range []string{"022", "031"} {
		s := followed(t, name, func(height int) int { return height })
		byFaces.Of += len(s.stacks)
		measured.Of += len(s.stacks)
		byFaces.Right += s.sureHeights()
		s.tracker.MeasureHeights(true)
		measured.Right += s.sureHeights()
	}
	byFaces.AsMeasured(t, "heights that are sure by faces", scenetest.Share{Right: 56, Of: 58}, 2)
	measured.AsMeasured(t, "heights that are sure by faces and borders", scenetest.Share{Right: 55, Of: 58}, 2)
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
