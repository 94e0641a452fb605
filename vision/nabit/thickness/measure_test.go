package thickness

import (
	"math"
	"testing"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/camerapose/posetest"
)

// TestWhatSidesSayIsExpected has sides speak for one thickness, for two alike, and not at all.
func TestWhatSidesSayIsExpected(t *testing.T) {
	p := posetest.FreePose()
	usual, before := p.Unmeasured, *p.Unmeasured
	if got := (Likelihood{}).Prior(usual); got != usual {
		t.Errorf("sides that nobody sees change the prior to %+v", got)
	}
	for bin := range Bins {
		share := ShareOf(bin)
		if BinOf(share) != bin || BinOf(share*math.Exp(0.4*binRatio)) != bin {
			t.Errorf("the middle of bin %d lies in bin %d", bin, BinOf(share))
		}
		var one Likelihood
		for k := range one {
			one[k] = -6
		}
		one[bin] = 6
		g := one.Prior(usual)
		if off := g.Expected[camerapose.FreeThickness] - math.Log(share); math.Abs(off) > 0.02 || g.Sigma[camerapose.FreeThickness] > 0.1 {
			t.Errorf("sides %.3f of the pitch long are taken for %.3f, give or take %.2f", share, math.Exp(g.Expected[camerapose.FreeThickness]), g.Sigma[camerapose.FreeThickness])
		}
		if one.Nats() != 6 {
			t.Errorf("they say %g", one.Nats())
		}
		other := (bin + Bins/2) % Bins
		one[other] = 6
		apart := math.Abs(math.Log(ShareOf(other) / share))
		if g := one.Prior(usual); g.Sigma[camerapose.FreeThickness] < apart/20 {
			t.Errorf("sides that are %.3f or %.3f of the pitch long are told to be known to %.2f", share, ShareOf(other), g.Sigma[camerapose.FreeThickness])
		}
	}
	if *usual != before {
		t.Error("the usual prior changed")
	}
}

// TestSidesContradictAnotherSet has sides speak for one thickness: sets half or twice as thick are others, one that is a quarter off is not, and sides that say
// little contradict nothing.
func TestSidesContradictAnotherSet(t *testing.T) {
	for bin := 7; ShareOf(bin) < most/2; bin++ {
		var l, faint Likelihood
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
