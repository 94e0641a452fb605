package heights

import (
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// TestLevelsAreFoundWithTheTilt begins with every stack one tile high on a table tilted by three degrees: the levels that lie there
// are among the restarts, but for one of twenty, which others hide, in all scenes that have enough tiles seen from one side.
func TestLevelsAreFoundWithTheTilt(t *testing.T) {
	var found scenetest.Share
	for _, scene := range scenetest.StillScenes(t, scenetest.StillsFolder) {
		truth := scene.TruthStructure()
		if len(truth.Cells) < 12 || truth.Z[2] > math.Cos(20*math.Pi/180) {
			continue
		}
		start := truth.Clone()
		for at := range start.Cells {
			start.Cells[at] = 1
		}
		start.Pose = start.Pose.Moved(camerapose.Delta{3 * math.Pi / 180}, start.SpaceMiddle())
		start.Table = start.Z
		err := picture.WithRaster(scene.Picture, func(r *picture.Raster, _ gocv.Mat) error {
			restarts := Restarts(r, &start)
			lies := func(s hypothesis.Hypothesis) bool { return others(truth.Cells, s.Cells) <= len(truth.Cells)/20 }
			found.Count(slices.ContainsFunc(restarts, lies))
			if !slices.ContainsFunc(restarts, lies) {
				t.Logf("%s: none of %d beginnings has the stacks that lie there: %v", scene.Name, len(restarts), truth.Cells)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found.AsMeasured(t, "scenes whose stacks are found", scenetest.Share{Right: 4, Of: 4}, 4)
}

// others is how many of the places have another level.
func others(c lattice.Levels, than lattice.Levels) (n int) {
	for at, level := range c {
		if than[at] != level {
			n++
		}
	}
	return n
}
