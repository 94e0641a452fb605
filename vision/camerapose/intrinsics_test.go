package camerapose

import (
	"math"
	"testing"

	"tilewatch/calibration"
)

func TestPointsMoveWithWhatNobodyMeasuredAsTheSlopesSay(t *testing.T) {
	p := freePose()
	p.ApplyIntrinsics([FreeNumbers]float64{freeK1: -0.1}, Vec3{})
	middle := p.Camera(2, 0, 1)
	v := p.Camera(3, 1, 4)
	at, by := p.Cam.ProjectNear(v[0], v[1], v[2])
	for k, slope := range p.IntrinsicsJacobian(v, middle, 4, at, &by) {
		const step = 1e-5
		var more, less Delta
		more[PoseNumbers+k], less[PoseNumbers+k] = step, -step
		a, b := p.Moved(more, middle), p.Moved(less, middle)
		pa, pb := a.Pixel(3, 1, 4), b.Pixel(3, 1, 4)
		x, y := (pa.X-pb.X)/(2*step), (pa.Y-pb.Y)/(2*step)
		if math.Hypot(x-slope.X, y-slope.Y) > 1e-3*(1+math.Hypot(x, y)) {
			t.Errorf("with number %d a point moves by %.3f,%.3f, small steps show %.3f,%.3f", k, slope.X, slope.Y, x, y)
		}
	}
}

func TestNothingIsFreeIfAllWasMeasured(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 900)
	set := &calibration.Tileset{SideMM: 24, ThicknessMM: 6, PitchMM: 24.3}
	if free := UnmeasuredOf(cam, false, set, SizesOf(set)); free != nil {
		t.Errorf("of a measured camera and tile set this is free: %v", *free)
	}
}
