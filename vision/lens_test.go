package vision

import (
	"math"
	"path/filepath"
	"testing"

	"tilewatch/calibration"
)

// TestWhatNobodyMeasuredIsFoundByTheTiles reads stills without knowing anything of the camera and of the tiles: the lens bends straight
// lines, or the tiles are thicker or thinner than usual.
func TestWhatNobodyMeasuredIsFoundByTheTiles(t *testing.T) {
	for _, c := range []struct{ name, scene string }{
		{"a wide board under a bent lens, thin tiles", "031.json"},
		{"a lens that bends more than most", "022.json"},
		{"thick tiles from above", "009.json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := loadScene(t, filepath.Join(stillsFolder, c.scene))
			obs, err := NewReader(letterNet(t)).Still(s.picture, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			n := &cellShares{}
			wrong := compareCells(&stillReading{s, obs, nil}, n)
			n.recall.atLeast(t, "cells found", 0.97)
			n.precision.atLeast(t, "found cells that are there", 0.97)
			n.height.atLeast(t, "heights", 0.9)
			t.Log(wrong)
		})
	}
}

// freePose is a tilted pose of which neither lens nor thickness was measured.
func freePose() pose {
	p := tiltedPose()
	p.free = freedomOf(p.cam, true, nil, p.sizes)
	return p
}

func TestPointsMoveWithWhatNobodyMeasuredAsTheSlopesSay(t *testing.T) {
	p := freePose()
	p.reshape([freeNumbers]float64{freeBend: -0.1}, vec3{})
	middle := p.space(2, 0, 1)
	v := p.space(3, 1, 4)
	at, by := p.cam.ProjectNear(v[0], v[1], v[2])
	for k, slope := range p.freeSlopes(v, middle, 4, at, &by) {
		const step = 1e-5
		var more, less motion
		more[poseNumbers+k], less[poseNumbers+k] = step, -step
		a, b := p.moved(more, middle), p.moved(less, middle)
		pa, pb := a.pixel(3, 1, 4), b.pixel(3, 1, 4)
		x, y := (pa.X-pb.X)/(2*step), (pa.Y-pb.Y)/(2*step)
		if math.Hypot(x-slope.X, y-slope.Y) > 1e-3*(1+math.Hypot(x, y)) {
			t.Errorf("with number %d a point moves by %.3f,%.3f, small steps show %.3f,%.3f", k, slope.X, slope.Y, x, y)
		}
	}
}

// TestAFitFindsHowThickTilesAre has a stack of two stand higher than tiles of the usual thickness would.
func TestAFitFindsHowThickTilesAre(t *testing.T) {
	truth := freePose()
	truth.reshape([freeNumbers]float64{freeThickness: 0.4}, vec3{})
	sights := boardSights(&truth, 4)
	for i := range sights {
		if sights[i].col > 3.4 && sights[i].row*sights[i].row+(sights[i].col-4)*(sights[i].col-4) < 0.3 && i >= 16 {
			sights[i].level = 2
		}
	}
	p := freePose()
	p.fit(sights, tableHold, 20)
	if off := p.thickness/truth.thickness - 1; math.Abs(off) > 0.06 {
		t.Errorf("tiles are found to be %.2f mm thick, they are %.2f", p.thickness, truth.thickness)
	}
}

func TestNothingIsFreeIfAllWasMeasured(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 900)
	set := &calibration.Tileset{SideMM: 24, ThicknessMM: 6, PitchMM: 24.3}
	if free := freedomOf(cam, false, set, sizesOf(set)); free != nil {
		t.Errorf("of a measured camera and tile set this is free: %v", *free)
	}
}

// TestTilesAreFoundAsLargeAsTheirEdgesShow has tiles without any gap between them.
func TestTilesAreFoundAsLargeAsTheirEdgesShow(t *testing.T) {
	p := freePose()
	sights, half := boardSights(&p, -1), p.side/p.pitch/2
	for i := range sights { // they are expected on tiles with gaps
		out := sideAxes[i%4][0]
		sights[i].col, sights[i].row = float64(i/4)+half*out[0], half*out[1]
	}
	p.fitSide(sights)
	if share := p.side / p.pitch; share < half+0.5 || share > 1.001 {
		t.Errorf("a tile takes %.4f of its pitch, not nearly all of it", share)
	}
}
