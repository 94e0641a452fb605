package racks

import (
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
)

// bankOf is a candidate of that color whose log-odds speak for so many tiles.
func bankOf(color engine.Color, odds float32, tiles int) Candidate {
	c := Candidate{face: &hypothesis.LooseFace{Color: color}}
	for i := range c.Colors {
		c.Colors[i] = -12
	}
	c.Colors[color-engine.PlayerColors[0]] = 0
	for i := range c.Scores {
		c.Scores[i] = -9
	}
	c.Scores[tiles-1] = odds
	return c
}

func TestABankLiesUnderOneOfTheCandidatesOrThereIsNone(t *testing.T) {
	half := bankOf(engine.Red, 9, 3)
	half.Colors[0], half.Colors[3] = math.Log(0.5), math.Log(0.5)
	for _, c := range []struct {
		name  string
		all   []Candidate
		tiles int     // of red's bank, the likeliest
		least float64 // its chance
		most  float64
	}{
		{"no candidate, no bank", nil, 0, 1, 1},
		{"a sure candidate is the bank", []Candidate{bankOf(engine.Red, 9, 3)}, 3, 0.99, 1},
		{"a face that shows no bank leaves none", []Candidate{bankOf(engine.Red, -5, 3)}, 0, 0.99, 1},
		{"another player's bank is not red's", []Candidate{bankOf(engine.Green, 9, 3)}, 0, 0.99, 1},
		{"of two the likelier is the bank", []Candidate{bankOf(engine.Red, 9, 3), bankOf(engine.Red, 3, 5)}, 3, 0.97, 0.999},
		{"a bank that may be another's is doubted", []Candidate{half}, 3, 0.49, 0.51},
	} {
		t.Run(c.name, func(t *testing.T) {
			chances, sum := chancesOf(c.all, 0, 0, TilesPerPlayer), 0.0
			for _, p := range chances {
				sum += p
			}
			got := slices.Index(chances[:], slices.Max(chances[:]))
			if math.Abs(sum-1) > 1e-9 || got != c.tiles && c.least > 0.5 || chances[c.tiles] < c.least || chances[c.tiles] > c.most {
				t.Errorf("%d tiles, want %d; chances %.3f add up to %.3f", got, c.tiles, chances, sum)
			}
			if top := likeliest(c.all, 0, c.tiles); c.tiles > 0 && top != &c.all[0] {
				t.Errorf("the bank of %d lies under %v, want the first candidate", c.tiles, top)
			}
		})
	}
}

func TestAPlayerOfTheBoardLikelierHasABank(t *testing.T) {
	weak := []Candidate{bankOf(engine.Red, -1, 3)}
	if without, with := chancesOf(weak, 0, 0, TilesPerPlayer), chancesOf(weak, 0, 9, TilesPerPlayer); !(without[0] > 0.7 && with[0] < 0.4) {
		t.Errorf("none is sure to %.2f without stacks, to %.2f with nine", without[0], with[0])
	}
}

// What lies on the board and on the rack is not in the bank.
func TestABankHoldsNoMoreThanThePlayerHas(t *testing.T) {
	for most := -2; most <= HeightHypotheses+2; most++ {
		for tiles := 1; tiles <= HeightHypotheses; tiles++ {
			chances := chancesOf([]Candidate{bankOf(engine.Red, 9, tiles)}, 0, 9, most)
			for n := max(most, 0) + 1; n < len(chances); n++ {
				if chances[n] > 0 {
					t.Errorf("with %d tiles left, a bank of %d has %.3f", most, n, chances[n])
				}
			}
			if got := slices.Index(chances[:], slices.Max(chances[:])); tiles <= most && got != tiles {
				t.Errorf("with %d tiles left, a bank of %d reads %d", most, tiles, got)
			}
		}
	}
}
