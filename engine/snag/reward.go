package snag

import (
	"slices"

	"tilewatch/engine/game"
)

// The points that winning is worth beside the differences.
const (
	gameBonus   = 10
	seriesBonus = 100
	seriesTiles = 100 // a series is over once somebody has won so many
)

// totals are the tiles won in all games that are over, by seat.
func (p *position) totals() []int {
	sum := make([]int, len(p.seating.Players))
	for _, g := range p.games {
		for seat, n := range g.won {
			sum[seat] += n
		}
	}
	return sum
}

// rewarded writes the score card when the reward is due: after each game, or after the last of several.
func (p position) rewarded() position {
	switch totals := p.totals(); {
	case p.options.Scheme == Separate:
		p.card = entered(p.card, p.won, gameBonus)
	case p.options.Scheme == Series && slices.Max(totals) >= seriesTiles,
		p.options.Scheme == Fixed && len(p.games) == p.options.Games:
		p.card, p.settled = entered(p.card, totals, seriesBonus), true
	}
	return p
}

// entered is the card with one reward: the winner gets the bonus and the difference to each loser, who carries it as a
// minus. Winners who tie share: each has the differences, nobody the bonus, and a loser's minus is counted once.
func entered(card []Columns, tiles []int, bonus int) []Columns {
	card = slices.Clone(card)
	winners := game.Ahead(tiles)
	if len(winners) == 0 {
		return card
	}
	for seat, n := range tiles {
		difference := tiles[winners[0]] - n
		card[seat].Minus += difference
		for _, w := range winners {
			card[w].Plus += difference
		}
	}
	if len(winners) == 1 {
		card[winners[0]].Plus += bonus
	}
	return card
}
