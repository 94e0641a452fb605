package camerapose

import (
	"math"
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/picture"
)

func TestWhatIsFreeIsWhatNobodyMeasured(t *testing.T) {
	measured := &calibration.Tileset{SideMM: 24, ThicknessMM: 6, PitchMM: 24.3}
	flat := &calibration.Tileset{SideMM: 24, PitchMM: 24.3}
	phone := calibration.Pinhole(1280, 720, 900)
	for _, c := range []struct {
		name            string
		cam             *calibration.Camera
		any             bool
		set             *calibration.Tileset
		lens, thickness bool
		side            bool
	}{
		{"no camera, no tiles", phone, true, nil, true, true, true},
		{"no camera, measured tiles", phone, true, measured, true, false, false},
		{"a calibrated camera, no tiles", bentCamera(), false, nil, false, true, true},
		{"a calibrated camera, tiles of unknown thickness", bentCamera(), false, flat, false, true, false},
		{"a phone whose EXIF names its focal length, tiles of unknown thickness", phone, false, flat, true, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := UnmeasuredOf(c.cam, c.any, c.set, SizesOf(c.set))
			if g == nil {
				t.Fatal("nothing is free")
			}
			for k, free := range map[int]bool{freeFocal: c.lens, freeCenterX: c.lens, freeCenterY: c.lens, freeK1: c.lens, freeK2: c.lens, FreeThickness: c.thickness} {
				if got := g.Sigma[k] > 10*knownSigma; got != free {
					t.Errorf("number %d is free: %v, want %v", k, got, free)
				}
			}
			if g.ThicknessUnknown() != c.thickness || (g.side > 0) != c.side {
				t.Errorf("thickness is free: %v, side: %v; want %v, %v", g.ThicknessUnknown(), g.side > 0, c.thickness, c.side)
			}
		})
	}
	if (*IntrinsicsPrior)(nil).ThicknessUnknown() {
		t.Error("where all was measured, the thickness is free")
	}
}

func TestAPhonesLensIsFreeWithinLess(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 900)
	webcam, phone := UnmeasuredOf(cam, true, nil, SizesOf(nil)), UnmeasuredOf(cam, false, nil, SizesOf(nil))
	for k := freeFocal; k <= freeK2; k++ {
		if phone.Sigma[k] >= webcam.Sigma[k] {
			t.Errorf("number %d of a phone is free within %g, of a webcam within %g", k, phone.Sigma[k], webcam.Sigma[k])
		}
	}
}

// freeOblique is an oblique pose with unmeasured lens and tiles.
func freeOblique() Pose {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 40)
	p.Unmeasured = UnmeasuredOf(p.Cam, true, nil, p.Sizes)
	return p
}

func TestWhatIsAsExpectedStrainsNothing(t *testing.T) {
	p := freeOblique()
	p.Thickness = thicknessShare * p.Pitch
	if got := p.PriorCost(); got > 1e-18 {
		t.Errorf("it strains by %g", got)
	}
	for k := range FreeNumbers {
		if k == FreeThickness {
			continue
		}
		for _, c := range []struct{ by, want float64 }{{1, 1}, {-1, -1}, {looseStrain, looseStrain}, {looseStrain + 1, looseStrain + 1 + strainGrowth}} {
			q := p
			var by [FreeNumbers]float64
			by[k] = c.by * p.Unmeasured.Sigma[k]
			q.ApplyIntrinsics(by, p.Camera(2, 1, 1))
			if got := q.PriorResiduals()[k]; math.Abs(got-c.want) > 1e-9 {
				t.Errorf("number %d, off by %g standard deviations, strains by %g, want %g", k, c.by, got, c.want)
			}
		}
	}
	p.Unmeasured = nil
	if p.PriorCost() != 0 || p.Numbers() != PoseNumbers {
		t.Error("what was measured strains")
	}
}

func TestReshapingKeepsWhatIsSeenInTheMiddle(t *testing.T) {
	p := freeOblique()
	for _, c := range []struct {
		name string
		by   [FreeNumbers]float64
		same func(a, b *Pose) float64
	}{
		{"a longer lens keeps how large the middle looks", [FreeNumbers]float64{freeFocal: 0.1}, func(a, b *Pose) float64 {
			return math.Abs(picture.Dist(a.Pixel(1.99, 1, 1), a.Pixel(2.01, 1, 1))/picture.Dist(b.Pixel(1.99, 1, 1), b.Pixel(2.01, 1, 1))-1) - 0.02
		}},
		{"thicker tiles keep the faces of the first level", [FreeNumbers]float64{FreeThickness: 0.3}, func(a, b *Pose) float64 {
			return picture.Dist(a.Pixel(3, 2, 1), b.Pixel(3, 2, 1)) - 1e-9
		}},
		{"thicker tiles shift the faces of others", [FreeNumbers]float64{FreeThickness: 0.3}, func(a, b *Pose) float64 {
			return 1 - picture.Dist(a.Pixel(3, 2, 4), b.Pixel(3, 2, 4))
		}},
		{"a shifted middle shifts all alike", [FreeNumbers]float64{freeCenterX: 0.01}, func(a, b *Pose) float64 {
			return math.Abs(a.Pixel(3, 2, 4).X-b.Pixel(3, 2, 4).X+12.8) - 1e-9
		}},
		{"tiles are never thinner than a part of what they were", [FreeNumbers]float64{FreeThickness: -5}, func(a, b *Pose) float64 {
			return math.Abs(b.Thickness-a.Thickness*(1+MostThinner)) - 1e-9
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := p
			before := *p.Cam
			q.ApplyIntrinsics(c.by, p.Camera(2, 1, 1))
			if off := c.same(&p, &q); off > 0 {
				t.Errorf("off by %g more than may be", off)
			}
			if *p.Cam != before {
				t.Error("the camera of the pose before changes")
			}
		})
	}
}

// With stacks in view, and a weak prior, the focal length is found along with the pose.
func TestAFocalLengthIsFoundByThePerspective(t *testing.T) {
	for _, off := range []float64{-0.08, 0.08} {
		truth := freeOblique()
		truth.Unmeasured = nil
		cam := *truth.Cam
		cam.K[0][0] *= math.Exp(off)
		cam.K[1][1] *= math.Exp(off)
		p := truth
		truth.Cam = &cam
		p.Unmeasured = UnmeasuredOf(p.Cam, true, nil, p.Sizes)
		p.Unmeasured.Sigma[FreeThickness] = knownSigma
		p.Unmeasured.Expected[FreeThickness] = math.Log(p.Thickness / p.Pitch)
		p.Fit(cornerPoints(&truth, 5), 0, 60)
		if got := math.Log(p.Cam.K[0][0] / 1000); math.Abs(got-off) > 0.15*math.Abs(off) {
			t.Errorf("the focal length is found to be %+.3f off what is usual, it is %+.3f", got, off)
		}
	}
}

func TestThicknessesAreTriedThatStrainAsTheySay(t *testing.T) {
	p := freeOblique()
	shares := p.Unmeasured.ThicknessScales(&p)
	if len(shares) != len(ThicknessSigmas) {
		t.Fatalf("%d thicknesses are tried, want %d", len(shares), len(ThicknessSigmas))
	}
	for i, share := range shares {
		q := p
		q.ApplyIntrinsics([FreeNumbers]float64{FreeThickness: share}, p.Camera(2, 1, 1))
		if got := q.PriorResiduals()[FreeThickness]; math.Abs(got-ThicknessSigmas[i]) > 1e-9 {
			t.Errorf("tiles thicker by %.3f strain by %.3f, want %.3f", share, got, ThicknessSigmas[i])
		}
	}
	p.Unmeasured = nil
	if got := p.Unmeasured.ThicknessScales(&p); len(got) != 1 || got[0] != 0 {
		t.Errorf("of measured tiles the thicknesses %v are tried", got)
	}
}

func TestASideIsAsLongAsItsEdgesShow(t *testing.T) {
	for _, c := range []struct {
		name       string
		share      float64 // of the pitch that tiles take
		free       bool
		got, error float64
	}{
		{"tiles with small gaps", 0.995, true, 0.995, 0.002},
		{"tiles with wide gaps", 0.97, true, 0.97, 0.004},
		{"measured tiles stay as they are", 0.97, false, 24 / 24.3, 1e-12},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth := freeOblique()
			p := truth
			truth.Side = c.share * truth.Pitch
			observations := faceEdges(&truth, 4)
			for i := range observations { // expected on tiles with the usual gaps
				s, half := &observations[i], p.Side/p.Pitch/2
				col, row := math.Round(s.Col), math.Round(s.Row)
				s.Col, s.Row = col+(s.Col-col)*half/(c.share/2), row+(s.Row-row)*half/(c.share/2)
			}
			if !c.free {
				p.Unmeasured = nil
			}
			p.FitTileSide(observations)
			if got := p.Side / p.Pitch; math.Abs(got-c.got) > c.error {
				t.Errorf("a tile takes %.4f of its pitch, want %.4f", got, c.got)
			}
		})
	}
}
