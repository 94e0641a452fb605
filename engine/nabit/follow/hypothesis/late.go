package hypothesis

import (
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/record"
)

const (
	// overlookedPrior is the log-prior of late tiles, before the words they mend. Hand-set; TestATileThatWasOverlookedBelongsToItsTurn
	// exercises it.
	overlookedPrior = -9.0
	// lateTurns is how many turns back the search looks for a turn that late tiles belong to. Hand-set: a round of four players and one.
	lateTurns = 5
)

// lateTiles returns the hypothesis that some tiles of earlier turns are seen only now; false if there are none. The words separate
// them from new tiles: OLUB was none, CLUB is.
func (t scorer) lateTiles() (Hypothesis, bool) {
	h := Hypothesis{Board: maps.Clone(t.board), prior: overlookedPrior}
	for _, color := range t.Colors() {
		at := t.lastTurnOf(color)
		if at < 0 || at == len(t.Turns)-1 {
			continue // another hypothesis lets the last turn grow
		}
		whole := t.Turns[at].Play
		for _, g := range t.gains(t.board, color) {
			if tile, ok := t.belongs(at, g); ok {
				h.Late = append(h.Late, record.LateTile{Turn: at, Tile: tile})
				h.Board[g.Place] = engine.Cell{Letter: tile.Letter, Blank: tile.Blank, Color: color, Height: tile.Height}
				whole.Placements = append(slices.Clone(whole.Placements), tile)
				h.prior += tilePrior
			}
		}
		h.prior += t.wordPrior(t.Turns[at].Before, whole) - t.wordPrior(t.Turns[at].Before, t.Turns[at].Play)
	}
	return h, len(h.Late) > 0
}

// lastTurnOf returns the index of the color's last turn, -1 if it is too long ago.
func (t scorer) lastTurnOf(color engine.Color) int {
	for i := len(t.Turns) - 1; i >= max(0, len(t.Turns)-lateTurns); i-- {
		if t.Turns[i].Play.Color == color {
			return i
		}
	}
	return -1
}

// belongs returns the tile at the place if that turn could have laid it.
func (t scorer) belongs(at int, g gain) (nabit.Placement, bool) {
	turn := t.Turns[at]
	if g.nats < clearGain || t.board[g.Place] != turn.Before[g.Place] {
		return nabit.Placement{}, false
	}
	blanked := t.hasLaidBlank(Hypothesis{Back: len(t.Turns) - at}, turn.Play.Color)
	tile := t.spell(t.board, line{turn.Play.Color, []engine.Place{g.Place}, g.nats}, blanked).Placements[0]
	whole := nabit.Play{Color: turn.Play.Color, Placements: append(slices.Clone(turn.Play.Placements), tile)}
	return tile, len(nabit.Check(turn.Before, whole)) == 0
}
