package nabit

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/train/scenes"
)

// TestAFirstPictureIsReadWithTheTilesOfTheLastGame draws tables of sets that are much thinner or thicker than most, seen from above, where sides show little. What
// an earlier game found of these tiles brings the first picture nearer to them; what it found of others leads no picture far astray, and none once somebody has
// set it aside.
func TestAFirstPictureIsReadWithTheTilesOfTheLastGame(t *testing.T) {
	off, n := map[string]float64{}, 0.0
	for i, thickness := range [][2]float64{{0.12, 0.15}, {0.38, 0.44}} {
		x := newTables(t, scenes.Options{Kind: "webcam-top", Free: true, Stacks: 14, TilePixels: [2]float64{18, 40}, Thickness: thickness})
		for k := range uint64(3) {
			s, err := x.Draw(rand.New(rand.NewPCG(uint64(9100+i), k)))
			if err != nil {
				t.Fatal(err)
			}
			n++
			own := s.Set.Thickness / s.Set.Pitch
			for name, share := range map[string]float64{"nothing": 0, "its own": own, "others": 0.24 * 0.24 / own} {
				p := shotOf(t, s)
				tracker := NewTracker(x.reader)
				read := func(name string, share float64) {
					tracker.Recall(calibration.Found{Thickness: calibration.Estimate{Ratio: share, Sigma: 0.08}})
					if _, err := tracker.Read(p, nil, nil, Trusted); err != nil {
						t.Fatalf("table %d of sets like %.2f, with %s: %v", k, thickness[0], name, err)
					}
					off[name] += math.Abs(math.Log(tracker.last.Thickness / tracker.last.Pitch / own))
				}
				if read(name, share); name == "others" {
					read("others set aside", 0)
				}
				if err := p.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for name := range off {
		off[name] /= n
	}
	t.Logf("the thickness of the first picture is off by, of its logarithm: %v", off)
	if off["its own"] > 0.7*off["nothing"] || off["others"] > off["nothing"]+0.2 || off["others set aside"] > off["nothing"]+0.02 {
		t.Errorf("the thickness of the first picture is off by, of its logarithm: %v", off)
	}
}
