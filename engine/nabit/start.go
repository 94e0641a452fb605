package nabit

import (
	"fmt"

	"tilewatch/engine"
)

// start is the position a start event describes.
func start(e Event) (position, outcome) {
	if e.Game != "" && e.Game != "nabit" {
		return position{}, impossible(badEvent("these are the rules of nabit, not of %q", e.Game))
	}
	if err := e.Options.valid(); err != nil {
		return position{}, impossible(badEvent("%v", err))
	}
	p := position{players: e.Players, options: e.Options.withDefaults(), list: e.List, board: engine.Board{}, hands: &hands{}, open: e.Seen && len(e.Players) == 0}
	if v := p.checkPlayers(); v != nil {
		return position{}, impossible(v)
	}
	for _, c := range p.players {
		p.setHand(c, newHand())
	}
	for c, name := range e.Names {
		named, o := p.name(Event{Player: c, Name: name})
		if o.impossible != nil {
			return position{}, o
		}
		p = named
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
func (p position) takeUp(e Event) (position, outcome) {
	p.start = e.Board
	if v := p.lay(e.Board, e.Seen); v != nil {
		return position{}, impossible(v)
	}
	for c, n := range e.Banked {
		if p.seat(c) < 0 && !p.open || !isPlayer(c) || n < 0 || n >= TilesPerColor {
			return position{}, impossible(badEvent("%s cannot have %d tiles on the bank", c, n))
		}
		p.hands[c].banked = n
	}
	if len(e.Board) > 0 || len(e.Banked) > 0 {
		p.uncounted, p.next = true, unknownNext
	}
	if e.Player != engine.NoColor {
		if p.next = p.seat(e.Player); p.next < 0 {
			return position{}, impossible(badEvent("%s is not in this game", e.Player))
		}
	}
	return p, outcome{broken: p.tooMany()}
}

// lay puts the cells on the empty board. A camera may not know a letter, and may see colors that do not play.
func (p *position) lay(cells []BoardCell, seen bool) []Violation {
	if n := len(cells); n > maxTiles {
		return []Violation{{Rule: TooManyTiles, Count: n, Detail: fmt.Sprintf("there are %d in all", maxTiles)}}
	}
	for _, c := range cells {
		_, twice := p.board[c.Place]
		switch {
		case twice || c.Height < 1 || c.Height > engine.MaxHeight || !isPlayer(c.Color):
			return []Violation{{Rule: BadEvent, Places: []engine.Place{c.Place}, Detail: "the board needs each place once, with a player's color and a height of 1 to 5"}}
		case !onTable(c.Place):
			return []Violation{{Rule: BadEvent, Places: []engine.Place{c.Place}, Detail: farOff}}
		case !seen && c.Letter == 0:
			return []Violation{{Rule: BadEvent, Places: []engine.Place{c.Place}, Detail: "a tile needs a letter, A to Z"}}
		case !seen && p.seat(c.Color) < 0:
			return badEvent("%s is not in this game, but has a tile on the board", c.Color)
		}
		p.board[c.Place] = c.Cell
		h := &p.hands[c.Color]
		h.board++ // how many are covered is not known
		if c.Blank {
			h.blanks++
		}
	}
	return nil
}

// tooMany finds more tiles on board and banks than the players have.
func (p position) tooMany() []Violation {
	var found []Violation
	all := 0
	for _, c := range engine.PlayerColors {
		found = append(found, p.hands[c].tooMany(c)...)
		all += p.hands[c].banked
	}
	for _, c := range p.board {
		all += c.Height
	}
	have := TilesPerColor * len(p.players)
	if p.open {
		have = maxTiles
	}
	if all > have {
		found = append(found, Violation{Rule: TooManyTiles, Count: all, Detail: fmt.Sprintf("the players have %d in all", have)})
	}
	return found
}
