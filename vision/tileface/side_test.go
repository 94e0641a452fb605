package tileface

import (
	"testing"

	"tilewatch/vision/camerapose/posetest"
)

// TestTilesAreFoundAsLargeAsTheirEdgesShow has tiles without any gap between them.
func TestTilesAreFoundAsLargeAsTheirEdgesShow(t *testing.T) {
	p := posetest.FreePose()
	sights, half := posetest.BoardEdges(&p, -1), p.Side/p.Pitch/2
	for i := range sights { // they are expected on tiles with gaps
		out := SideAxes[i%4][0]
		sights[i].Col, sights[i].Row = float64(i/4)+half*out[0], half*out[1]
	}
	p.FitTileSide(sights)
	if share := p.Side / p.Pitch; share < half+0.5 || share > 1.001 {
		t.Errorf("a tile takes %.4f of its pitch, not nearly all of it", share)
	}
}
