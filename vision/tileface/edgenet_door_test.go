package tileface

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
)

// An edge is found where it is drawn, to less than a step between samples. What is stated is what the embedded networks reach on drawn
// tiles of 55 pixels; they learned from rendered ones.
func TestEdgesAreFoundAtKnownOffsets(t *testing.T) {
	for _, c := range []struct {
		name    string
		locator *EdgeNet
		reach   float64 // pitches
		mean    float64 // of the absolute error, pitches
		worst   float64
	}{
		{"the wide network", WideEdgeNet(), 0.12, 0.01, 0.03},
		{"the narrow network", NarrowEdgeNet(), 0.06, 0.006, 0.02},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, degrees := range []float64{0, 35} {
				p := drawnPose(degrees)
				r := drawnTable(&p, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
				mean, worst, lost, n := 0.0, 0.0, 0, 0
				for k := -6; k <= 6; k++ {
					by := c.reach * float64(k) / 6
					// The lattice is taken to lie so far to the right of where it is: edges lie as much farther left.
					q := p.Moved(camerapose.Delta{3: by * p.Pitch * p.X[0], 4: by * p.Pitch * p.X[1], 5: by * p.Pitch * p.X[2]}, camerapose.Vec3{})
					var v BorderProfile
					SampleBorder(r, &v, &q, engine.Place{}, 1, float64(c.locator.Step))
					for i, found := range c.locator.Locate(&v.Inputs) {
						want := -by * SideAxes[i/2][0][0]
						if found.None > MaxNoEdge {
							lost++
							continue
						}
						off := math.Abs(found.Offset - want)
						mean, worst, n = mean+off, max(worst, off), n+1
					}
				}
				mean /= float64(n)
				t.Logf("tilted by %g degrees: off by %.4f pitches on average, %.4f at most; %d of %d not seen", degrees, mean, worst, lost, n+lost)
				if mean > c.mean || worst > c.worst || lost > (n+lost)/20 {
					t.Errorf("tilted by %g degrees, edges are off by %.4f on average and %.4f at most, want %.4f and %.4f; %d of %d are not seen",
						degrees, mean, worst, c.mean, c.worst, lost, n+lost)
				}
			}
		})
	}
}

func TestWhereNothingIsDrawnNoEdgeIsFound(t *testing.T) {
	p := drawnPose(30)
	r := drawnTable(&p, nil, plainCloth)
	for _, l := range []*EdgeNet{WideEdgeNet(), NarrowEdgeNet()} {
		var v BorderProfile
		SampleBorder(r, &v, &p, engine.Place{}, 1, float64(l.Step))
		for i, found := range l.Locate(&v.Inputs) {
			if found.None < MaxNoEdge {
				t.Errorf("on plain cloth an edge is seen at half side %d with %.2f", i, 1-found.None)
			}
		}
	}
}

func TestWhatALocatorSaysOfItsBins(t *testing.T) {
	const mid = EdgeBins / 2
	l := &EdgeNet{Step: 0.02}
	for _, c := range []struct {
		name                      string
		bins                      map[int]float32
		offset, none, sigma, here float64
	}{
		{"all in the middle: just there, no surer than a third of a step", map[int]float32{mid: 1}, 0, 0, math.Sqrt(0.1) * 0.02, 0.5 * EdgeBins},
		{"two bins alike: half a step outward", map[int]float32{mid: 0.5, mid + 1: 0.5}, 0.01, 0, 0.5 * 0.02, 0.375 * EdgeBins},
		{"far out: nothing is here", map[int]float32{mid + 6: 1}, 0.12, 0, math.Sqrt(0.1) * 0.02, 0},
		{"half of it no edge", map[int]float32{mid: 0.5, EdgeBins: 0.5}, 0, 0.5, math.Sqrt(0.1) * 0.02, 0.25 * EdgeBins},
		{"another edge elsewhere counts against it", map[int]float32{mid: 0.6, mid + 7: 0.4}, 0, 0.4, math.Sqrt(0.1) * 0.02, 0.3 * EdgeBins},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p [EdgeNetOutputs]float32
			for k, share := range c.bins {
				p[k] = share
			}
			got := l.Found(&p)
			for _, pair := range [][2]float64{{got.Offset, c.offset}, {got.None, c.none}, {got.Sigma, c.sigma}, {got.Here, c.here}} {
				if math.Abs(pair[0]-pair[1]) > 1e-6 {
					t.Fatalf("got %+v, want offset %g, none %g, sigma %g, here %g", got, c.offset, c.none, c.sigma, c.here)
				}
			}
		})
	}
}

func TestLikelihoodsOfALocatorSumToOne(t *testing.T) {
	p := drawnPose(20)
	r := drawnTable(&p, map[engine.Place]drawnTile{{}: {1, drawnRed}}, stripedCloth)
	var v BorderProfile
	SampleBorder(r, &v, &p, engine.Place{}, 1, WideStep)
	all := WideEdgeNet().Probabilities(&v.Inputs)
	for i := range HalfSides {
		bins := all.Half(i)
		sum := float32(0)
		for _, share := range bins {
			sum += share
		}
		if math.Abs(float64(sum)-1) > 1e-4 {
			t.Errorf("half side %d: the likelihoods sum to %.5f", i, sum)
		}
	}
}
