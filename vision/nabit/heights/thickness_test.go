package heights

import (
	"math"
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/camerapose/posetest"
)

// nothingFound is what no game has found.
var nothingFound calibration.Estimate

// TestWhatSidesSayIsExpected has sides speak for one thickness, for two alike, and not at all.
func TestWhatSidesSayIsExpected(t *testing.T) {
	p := posetest.FreePose()
	usual, before := p.Unmeasured, *p.Unmeasured
	if got := (ThicknessLikelihood{}).Prior(usual, nothingFound); got != usual {
		t.Errorf("sides that nobody sees change the prior to %+v", got)
	}
	for bin := range ThicknessBins {
		share := ShareOf(bin)
		if BinOf(share) != bin || BinOf(share*math.Exp(0.4*binRatio)) != bin {
			t.Errorf("the middle of bin %d lies in bin %d", bin, BinOf(share))
		}
		var one ThicknessLikelihood
		for k := range one {
			one[k] = -6
		}
		one[bin] = 6
		g := one.Prior(usual, nothingFound)
		if off := g.Expected[camerapose.FreeThickness] - math.Log(share); math.Abs(off) > 0.02 || g.Sigma[camerapose.FreeThickness] > 0.1 {
			t.Errorf("sides %.3f of the pitch long are taken for %.3f, give or take %.2f", share, math.Exp(g.Expected[camerapose.FreeThickness]), g.Sigma[camerapose.FreeThickness])
		}
		if one.Nats() != 6 {
			t.Errorf("they say %g", one.Nats())
		}
		other := (bin + ThicknessBins/2) % ThicknessBins
		one[other] = 6
		apart := math.Abs(math.Log(ShareOf(other) / share))
		if g := one.Prior(usual, nothingFound); g.Sigma[camerapose.FreeThickness] < apart/20 {
			t.Errorf("sides that are %.3f or %.3f of the pitch long are told to be known to %.2f", share, ShareOf(other), g.Sigma[camerapose.FreeThickness])
		}
	}
	if *usual != before {
		t.Error("the usual prior changed")
	}
}

// TestSidesOutweighWhatIsRecalled has sides show each thickness: where the same one is recalled, it is expected more surely; where another one is, it is expected
// as if that were not; where nothing is shown, what is recalled is expected, but not surely.
func TestSidesOutweighWhatIsRecalled(t *testing.T) {
	p := posetest.FreePose()
	expected := func(l ThicknessLikelihood, found calibration.Estimate) (share, sigma float64) {
		g := l.Prior(p.Unmeasured, found)
		return math.Exp(g.Expected[camerapose.FreeThickness]), g.Sigma[camerapose.FreeThickness]
	}
	for bin := 3; bin < ThicknessBins; bin++ {
		var sides ThicknessLikelihood
		for k := range sides {
			sides[k] = -3.5
		}
		sides[bin] = 3
		alone, without := expected(sides, nothingFound)
		if share, sigma := expected(sides, calibration.Estimate{Ratio: ShareOf(bin), Sigma: 0.03}); math.Abs(math.Log(share/ShareOf(bin))) > 0.03 || sigma > without {
			t.Errorf("recalled and shown, %.3f is expected as %.3f, give or take %.2f; without it %.2f", ShareOf(bin), share, sigma, without)
		}
		for _, by := range []int{-12, -4, 4, 12} {
			if bin+by < 0 || bin+by >= ThicknessBins {
				continue
			}
			share, sigma := expected(sides, calibration.Estimate{Ratio: ShareOf(bin + by), Sigma: 0.03})
			if math.Abs(math.Log(share/alone)) > 0.11 || sigma > without+0.11 {
				t.Errorf("sides show %.3f, %.3f is recalled: %.3f is expected, give or take %.2f; without it %.3f and %.2f", ShareOf(bin), ShareOf(bin+by), share, sigma, alone, without)
			}
		}
	}
	for _, recalled := range []float64{0.12, 0.24, 0.45} {
		share, sigma := expected(ThicknessLikelihood{}, calibration.Estimate{Ratio: recalled, Sigma: 0.01})
		if off, usual := math.Log(recalled/share), p.Unmeasured.Expected[camerapose.FreeThickness]; math.Abs(off) > sigma || math.Abs(off) > 0.6*math.Abs(math.Log(recalled)-usual)+0.01 || sigma < 0.1 {
			t.Errorf("%.3f, recalled alone, is expected as %.3f, give or take %.2f", recalled, share, sigma)
		}
	}
}

// TestSidesContradictAnotherSet has sides speak for one thickness: sets half or twice as thick are others, one that is a quarter off is not, and sides that say
// little contradict nothing.
func TestSidesContradictAnotherSet(t *testing.T) {
	for bin := 7; ShareOf(bin) < mostShare/2; bin++ {
		var l, faint ThicknessLikelihood
		for k := range l {
			l[k], faint[k] = -4, -0.5
		}
		l[bin], faint[bin] = 3, 0.5
		share := ShareOf(bin)
		for by, want := range map[float64]bool{0.5: true, 2: true, 0.8: false, 1.25: false} {
			if got := l.Contradicts(share * by); got != want {
				t.Errorf("sides %.3f of the pitch long contradict a set %.3f thick: %v", share, share*by, got)
			}
			if faint.Contradicts(share * by) {
				t.Errorf("sides that say little contradict a set %.3f thick", share*by)
			}
		}
	}
}
