package vision

import (
	"math"
	"testing"

	"tilewatch/calibration"
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
			g := freedomOf(c.cam, c.any, c.set, sizesOf(c.set))
			if g == nil {
				t.Fatal("nothing is free")
			}
			for k, free := range map[int]bool{freeFocal: c.lens, freeRight: c.lens, freeDown: c.lens, freeBend: c.lens, freeCurl: c.lens, freeThickness: c.thickness} {
				if got := g.sigma[k] > 10*knownSigma; got != free {
					t.Errorf("number %d is free: %v, want %v", k, got, free)
				}
			}
			if g.anyThickness() != c.thickness || (g.side > 0) != c.side {
				t.Errorf("thickness is free: %v, side: %v; want %v, %v", g.anyThickness(), g.side > 0, c.thickness, c.side)
			}
		})
	}
	if (*freedom)(nil).anyThickness() {
		t.Error("where all was measured, the thickness is free")
	}
}

func TestAPhonesLensIsFreeWithinLess(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 900)
	webcam, phone := freedomOf(cam, true, nil, sizesOf(nil)), freedomOf(cam, false, nil, sizesOf(nil))
	for k := freeFocal; k <= freeCurl; k++ {
		if phone.sigma[k] >= webcam.sigma[k] {
			t.Errorf("number %d of a phone is free within %g, of a webcam within %g", k, phone.sigma[k], webcam.sigma[k])
		}
	}
}

// freeOblique is an oblique pose of which neither lens nor tiles were measured.
func freeOblique() pose {
	p := obliquePose(calibration.Pinhole(1280, 720, 1000), 40)
	p.free = freedomOf(p.cam, true, nil, p.sizes)
	return p
}

func TestWhatIsAsExpectedStrainsNothing(t *testing.T) {
	p := freeOblique()
	p.thickness = thicknessShare * p.pitch
	if got := p.strain(); got > 1e-18 {
		t.Errorf("it strains by %g", got)
	}
	for k := range freeNumbers {
		if k == freeThickness {
			continue
		}
		for _, c := range []struct{ by, want float64 }{{1, 1}, {-1, -1}, {strainMost, strainMost}, {strainMost + 1, strainMost + 1 + strainBeyond}} {
			q := p
			var by [freeNumbers]float64
			by[k] = c.by * p.free.sigma[k]
			q.reshape(by, p.space(2, 1, 1))
			if got := q.strains()[k]; math.Abs(got-c.want) > 1e-9 {
				t.Errorf("number %d, off by %g standard deviations, strains by %g, want %g", k, c.by, got, c.want)
			}
		}
	}
	p.free = nil
	if p.strain() != 0 || p.numbers() != poseNumbers {
		t.Error("what was measured strains")
	}
}

func TestReshapingKeepsWhatIsSeenInTheMiddle(t *testing.T) {
	p := freeOblique()
	for _, c := range []struct {
		name string
		by   [freeNumbers]float64
		same func(a, b *pose) float64
	}{
		{"a longer lens keeps how large the middle looks", [freeNumbers]float64{freeFocal: 0.1}, func(a, b *pose) float64 {
			return math.Abs(dist(a.pixel(1.99, 1, 1), a.pixel(2.01, 1, 1))/dist(b.pixel(1.99, 1, 1), b.pixel(2.01, 1, 1))-1) - 0.02
		}},
		{"thicker tiles keep the faces of the first level", [freeNumbers]float64{freeThickness: 0.3}, func(a, b *pose) float64 {
			return dist(a.pixel(3, 2, 1), b.pixel(3, 2, 1)) - 1e-9
		}},
		{"thicker tiles shift the faces of others", [freeNumbers]float64{freeThickness: 0.3}, func(a, b *pose) float64 {
			return 1 - dist(a.pixel(3, 2, 4), b.pixel(3, 2, 4))
		}},
		{"a shifted middle shifts all alike", [freeNumbers]float64{freeRight: 0.01}, func(a, b *pose) float64 {
			return math.Abs(a.pixel(3, 2, 4).X-b.pixel(3, 2, 4).X+12.8) - 1e-9
		}},
		{"tiles are never thinner than a part of what they were", [freeNumbers]float64{freeThickness: -5}, func(a, b *pose) float64 {
			return math.Abs(b.thickness-a.thickness*(1+mostThinner)) - 1e-9
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := p
			before := *p.cam
			q.reshape(c.by, p.space(2, 1, 1))
			if off := c.same(&p, &q); off > 0 {
				t.Errorf("off by %g more than may be", off)
			}
			if *p.cam != before {
				t.Error("the camera of the pose before changes")
			}
		})
	}
}

// With stacks in view, and a weak prior, the focal length is found along with the pose.
func TestAFocalLengthIsFoundByThePerspective(t *testing.T) {
	for _, off := range []float64{-0.08, 0.08} {
		truth := freeOblique()
		truth.free = nil
		cam := *truth.cam
		cam.K[0][0] *= math.Exp(off)
		cam.K[1][1] *= math.Exp(off)
		p := truth
		truth.cam = &cam
		p.free = freedomOf(p.cam, true, nil, p.sizes)
		p.free.sigma[freeThickness] = knownSigma
		p.free.expected[freeThickness] = math.Log(p.thickness / p.pitch)
		p.fit(cornerPoints(&truth, 5), 0, 60)
		if got := math.Log(p.cam.K[0][0] / 1000); math.Abs(got-off) > 0.15*math.Abs(off) {
			t.Errorf("the focal length is found to be %+.3f off what is usual, it is %+.3f", got, off)
		}
	}
}

func TestThicknessesAreTriedThatStrainAsTheySay(t *testing.T) {
	p := freeOblique()
	shares := p.free.thicknesses(&p)
	if len(shares) != len(thicknessStrains) {
		t.Fatalf("%d thicknesses are tried, want %d", len(shares), len(thicknessStrains))
	}
	for i, share := range shares {
		q := p
		q.reshape([freeNumbers]float64{freeThickness: share}, p.space(2, 1, 1))
		if got := q.strains()[freeThickness]; math.Abs(got-thicknessStrains[i]) > 1e-9 {
			t.Errorf("tiles thicker by %.3f strain by %.3f, want %.3f", share, got, thicknessStrains[i])
		}
	}
	p.free = nil
	if got := p.free.thicknesses(&p); len(got) != 1 || got[0] != 0 {
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
			truth.side = c.share * truth.pitch
			sights := faceEdges(&truth, 4)
			for i := range sights { // expected on tiles with the usual gaps
				s, half := &sights[i], p.side/p.pitch/2
				col, row := math.Round(s.col), math.Round(s.row)
				s.col, s.row = col+(s.col-col)*half/(c.share/2), row+(s.row-row)*half/(c.share/2)
			}
			if !c.free {
				p.free = nil
			}
			p.fitSide(sights)
			if got := p.side / p.pitch; math.Abs(got-c.got) > c.error {
				t.Errorf("a tile takes %.4f of its pitch, want %.4f", got, c.got)
			}
		})
	}
}
