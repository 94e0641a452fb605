package nabit

import (
	"tilewatch/engine"
)

// start is the position a start event describes.
func start(e Event) (position, []Violation) {
	if e.Game != "" && e.Game != "nabit" {
		return position{}, badEvent("these are the rules of nabit, not of %q", e.Game)
	}
	if err := e.Options.valid(); err != nil {
		return position{}, badEvent("%v", err)
	}
	p := position{players: e.Players, options: e.Options.withDefaults(), board: engine.Board{}, open: e.Seen && len(e.Players) == 0}
	if v := p.checkPlayers(); v != nil {
		return position{}, v
	}
	for _, c := range p.players {
		p.hands[c] = newHand()
	}
	return p.takeUp(e)
}

func (p position) checkPlayers() []Violation {
	if n := len(p.players); !p.open && (n < 2 || n > len(engine.PlayerColors)) {
		return badEvent("%d players: name two to four of red, purple, yellow and green", n)
	}
	for i, c := range p.players {
		if !isPlayer(c) {
			return badEvent("%q cannot play: name two to four of red, purple, yellow and green", c)
		}
		if p.seat(c) != i {
			return badEvent("%s is named twice", c)
		}
	}
	return nil
}

// takeUp lays the tiles of a game that is already under way.
func (p position) takeUp(e Event) (position, []Violation) {
	for _, c := range e.Board {
		if _, twice := p.board[c.Place]; twice || c.Height < 1 || c.Height > engine.MaxHeight || !isPlayer(c.Color) {
			return position{}, []Violation{{Rule: BadEvent, Places: []engine.Place{c.Place}, Detail: "the board needs each place once, with a player's color and a height of 1 to 5"}}
		}
		p.board[c.Place] = c.Cell
		p.hands[c.Color].board++
	}
	for c, n := range e.Banked {
		if p.seat(c) < 0 && !p.open || !isPlayer(c) || n < 0 || n >= TilesPerColor {
			return position{}, badEvent("%s cannot have %d tiles on the bank", c, n)
		}
		p.hands[c].banked = n
	}
	if len(e.Board) > 0 || len(e.Banked) > 0 {
		p.uncounted, p.next = true, unknownNext
	}
	if e.Player != engine.NoColor {
		if p.next = p.seat(e.Player); p.next < 0 {
			return position{}, badEvent("%s is not in this game", e.Player)
		}
	}
	return p, nil
}
