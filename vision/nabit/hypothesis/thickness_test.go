package hypothesis

import (
	"math"
	"testing"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/camerapose/posetest"
)

// TestAFitFindsHowThickTilesAre has a stack of two stand higher than tiles of the usual thickness would.
func TestAFitFindsHowThickTilesAre(t *testing.T) {
	truth := posetest.FreePose()
	truth.ApplyIntrinsics([camerapose.FreeNumbers]float64{camerapose.FreeThickness: 0.4}, camerapose.Vec3{})
	sights := posetest.BoardEdges(&truth, 4)
	for i := range sights {
		if sights[i].Col > 3.4 && sights[i].Row*sights[i].Row+(sights[i].Col-4)*(sights[i].Col-4) < 0.3 && i >= 16 {
			sights[i].Level = 2
		}
	}
	p := posetest.FreePose()
	p.Fit(sights, camerapose.TableHold, 20)
	if off := p.Thickness/truth.Thickness - 1; math.Abs(off) > 0.06 {
		t.Errorf("tiles are found to be %.2f mm thick, they are %.2f", p.Thickness, truth.Thickness)
	}
}
