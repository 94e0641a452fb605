package racks

import (
	"math"

	"tilewatch/engine"
)

// chancesOf are the chances of each count of a player's bank: it lies under one of the candidates, or there is none. A candidate of another player's color is
// no bank of this one's. onBoard is the number of the player's stacks, and the bank holds no more than most tiles.
func chancesOf(all []Candidate, player, onBoard, most int) (chances engine.BankChances) {
	chances[0] = 1
	sum, plays := 1.0, math.Pow(float64(1+onBoard), boardPrior)
	for i := range all {
		odds := all[i].oddsFor(player)
		for n, o := range odds[:max(0, min(most, len(odds)))] {
			chances[n+1] += plays * o
			sum += plays * o
		}
	}
	for n := range chances {
		chances[n] /= sum
	}
	return chances
}

// boardPrior says how much likelier a player with more stacks has a bank: the odds grow with this power of them and one. Of 0, .3, .5, .8, 1, 1.2 and 1.5 the
// true counts of 80 pictures are the likeliest with it; those of 64 others with more.
const boardPrior = 0.8

// oddsFor are the odds of a player's bank of 1 to 10 tiles under a candidate against none of that player's.
func (c *Candidate) oddsFor(player int) (odds [HeightHypotheses]float64) {
	own := math.Exp(c.Colors[player])
	none := 1.0
	for n, chance := range c.chances() {
		odds[n] = own * chance
		none -= odds[n]
	}
	for n := range odds {
		odds[n] /= max(none, leastNone)
	}
	return odds
}

// leastNone is the least probability that a candidate is no bank of a player's, so that odds are numbers.
const leastNone = 1e-6

// chances are those of 1 to 10 tiles under a candidate, whoever's they are; what they lack to 1 is that it is no bank.
func (c *Candidate) chances() (chances [HeightHypotheses]float64) {
	sum := 1.0
	for n, score := range c.Scores {
		chances[n] = math.Exp(min(float64(score), mostScore))
		sum += chances[n]
	}
	for n := range chances {
		chances[n] /= sum
	}
	return chances
}

// mostScore bounds log-odds, so that their exponentials are numbers.
const mostScore = 40

// likeliest is the candidate that is likeliest the top of a player's bank of so many tiles, or of any count by 0; nil without candidates.
func likeliest(all []Candidate, player, tiles int) (best *Candidate) {
	most := -1.0
	for i := range all {
		odds, sum := all[i].oddsFor(player), 0.0
		for n, o := range odds {
			if tiles == 0 || n+1 == tiles {
				sum += o
			}
		}
		if sum > most {
			best, most = &all[i], sum
		}
	}
	return best
}
