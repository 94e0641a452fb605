package racks

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/tilemap"
)

// claimOf is the claim of a face whose scores speak for three tiles by a lead, with what the map shows of it and elsewhere, in tops.
func claimOf(lead float32, shown, elsewhere float64) Claim {
	_, s := tableWith()
	b := &bankCandidate{bankHypothesis: bankHypothesis{Pose: s.PoseAt(6, 3, 0.1), level: 4}}
	for i := range b.scores {
		b.scores[i] = -4
	}
	b.scores[2] += lead
	return Claim{Color: engine.Red, at: b, onBoard: math.Log1p(5), shown: math.Log(shown + noArea), elsewhere: math.Log(elsewhere + noArea)}
}

func TestABanksChancesFollowTheFaceAndTheMap(t *testing.T) {
	for _, c := range []struct {
		name  string
		claim Claim
		tiles int // the likeliest count
		sure  bool
	}{
		{"both see three tiles", claimOf(8, 1, 0), 3, true},
		{"neither sees any", claimOf(0, 0, 0), 0, true},
		{"the map sees no bank where the face is a poor one", claimOf(3, 0, 0), 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			chances := claimWeights().Of(&c.claim)
			sum := 0.0
			for _, p := range chances {
				sum += p
			}
			if got := c.claim.bank(true); math.Abs(sum-1) > 1e-9 || got.Tiles != c.tiles || (chances[c.tiles] > 0.95) != c.sure {
				t.Errorf("%d tiles, want %d; chances %.3f add up to %.3f", got.Tiles, c.tiles, chances, sum)
			}
		})
	}
	t.Run("a bank that the map sees elsewhere makes none unsure", func(t *testing.T) {
		near, far := claimOf(0, 0, 0), claimOf(0, 0, 2)
		if a, b := claimWeights().Of(&near), claimWeights().Of(&far); b[0] > a[0]-0.2 {
			t.Errorf("none is sure to %.3f without it, to %.3f with it", a[0], b[0])
		}
	})
	t.Run("without a face the place is where the map is surest", func(t *testing.T) {
		c := Claim{Color: engine.Red}
		c.look([]tilemap.BankPoint{{At: engine.Point{X: 1, Y: 1}, Colors: [4]float64{0.3}}, {At: engine.Point{X: 9, Y: 9}, Colors: [4]float64{0.9}}}, 0, 10, 4)
		if b := c.bank(true); b.Center != (engine.Point{X: 9, Y: 9}) || len(c.Signs()) != 1 {
			t.Errorf("%+v", b)
		}
	})
	t.Run("without a map the classifier counts alone", func(t *testing.T) {
		c := claimOf(8, 0, 0)
		c.tiles = 3
		if b := c.bank(false); b.Tiles != 3 || b.Chances != (engine.BankChances{}) {
			t.Errorf("%+v", b)
		}
	})
}
