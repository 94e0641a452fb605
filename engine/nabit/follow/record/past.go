package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/bank"
	"tilewatch/engine/reading"
)

// Past is a stored game that may still lie on the table.
type Past struct {
	Ledger
	Name   string
	Events []nabit.Event // all that were stored, also those before a correction of the first board

	rules  *nabit.Game
	banked map[engine.Color]int
}

// Replay rebuilds a stored game from its events. players are the follower's own, if it has any. It refuses a game of other players.
func Replay(name string, events []nabit.Event, players []engine.Color, words reading.Dictionary) (*Past, error) {
	game, err := nabit.Replay(words, events)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return nil, errors.New("there are no events")
	}
	p := &Past{Name: name, Events: events, rules: game, banked: map[engine.Color]int{}}
	p.Start = engine.Board{}
	p.begin(game.Standing()[0])
	p.replay(game.State())
	switch {
	case !maps.Equal(game.Board(), p.Board()):
		return nil, errors.New("its turns do not lead to its board")
	case len(players) > 0 && len(p.Players) > 0 && !slices.Equal(players, p.Players):
		return nil, fmt.Errorf("its players are others: %v", p.Players)
	}
	return p, nil
}

// begin copies the players and the first board from the game's start.
func (p *Past) begin(start nabit.Event) {
	p.Players = start.Players
	for _, c := range start.Board {
		p.Start[c.Place] = c.Cell
	}
}

// replay appends the plays that stand, and reads the banks.
func (p *Past) replay(s nabit.State) {
	for _, t := range s.Turns {
		if t.Kind != nabit.Played || t.Withdrawn {
			continue
		}
		play := nabit.Play{Color: t.Player, Placements: slices.Clone(t.Placements)}
		p.Append(Turn{Number: t.Number, Play: play, Confidence: 1})
	}
	for _, score := range s.Scores {
		p.banked[score.Color] = score.Banked
	}
}

// Corrected returns the tiles that people corrected: as the record had them before, and as the people described them. It covers
// corrections of the board that the game began with, which come as another start.
func (p *Past) Corrected(words reading.Dictionary) []nabit.Placement {
	var out []nabit.Placement
	game := nabit.New(words)
	for _, e := range p.Events {
		out = append(out, correctedBy(game, e)...)
		game.Apply(e) // Replay has accepted it
	}
	return out
}

func correctedBy(game *nabit.Game, e nabit.Event) []nabit.Placement {
	switch {
	case e.Type == nabit.Corrected && !e.Seen:
		tiles := slices.Clone(e.Placements)
		for _, t := range game.State().Turns {
			if t.Number == e.Turn {
				tiles = append(tiles, t.Placements...)
			}
		}
		return tiles
	case e.Type == nabit.Start && len(game.Events()) > 0:
		return different(game.Standing()[0].Board, e.Board)
	}
	return nil
}

// different returns the tiles that only one of the boards has.
func different(a, b []nabit.BoardCell) []nabit.Placement {
	var out []nabit.Placement
	for _, pair := range [2][2][]nabit.BoardCell{{a, b}, {b, a}} {
		for _, c := range pair[0] {
			if !slices.Contains(pair[1], c) {
				out = append(out, nabit.Placement{Place: c.Place, Letter: c.Letter, Blank: c.Blank})
			}
		}
	}
	return out
}

// Resume makes the past game the one that goes on.
func (g *Game) Resume(p *Past) {
	named := len(g.Players) > 0 && len(p.Players) == 0
	g.name, g.rules, g.Start, g.Turns = p.Name, p.rules, p.Start, p.Turns
	g.Begun, g.stored, g.unstored = true, true, nil
	g.Banks = bank.New()
	g.Banks.Known = p.banked
	if len(p.Players) > 0 {
		g.Players = p.Players
	}
	if next := g.State().Next; next != engine.NoColor {
		g.Awaited = next
	}
	if named { // the order of turns is known only now
		g.Rebuild()
	}
}

// again replays nabit's game on the ledger's first board.
func (g *Game) again() *Past {
	p := &Past{Ledger: Ledger{Start: g.Start}, banked: map[engine.Color]int{}}
	p.replay(g.State())
	return p
}

// Adopt takes the turns from nabit's game after a person's event. Turns that the event removed may still lie on the table, so Adopt
// keeps them as revoked.
func (g *Game) Adopt() {
	p, old := g.again(), g.Turns
	for i := range min(len(old), len(p.Turns)) {
		if same := &p.Turns[i]; old[i].Equal(*same) {
			same.Confidence, same.At, same.Provisional, same.InDoubt = old[i].Confidence, old[i].At, old[i].Provisional, old[i].InDoubt
		}
	}
	if n := len(p.Turns); len(old) > n && slices.EqualFunc(old[:n], p.Turns, Turn.Equal) {
		for _, gone := range old[n:] {
			gone.Revoked = true
			p.Turns = append(p.Turns, gone)
		}
	}
	g.Turns = p.Turns
	maps.Copy(g.Banks.Known, p.banked)
	if next := g.State().Next; next != engine.NoColor {
		g.Awaited = next
	}
}

// Retake takes the turns and the player to move from nabit's game.
func (g *Game) Retake() {
	g.Turns, g.Awaited = g.again().Turns, g.State().Next
}

// ClearTop removes the top tile at the place from the turn that laid it. found is false if no turn did; ok says whether the rules
// accepted the correction.
func (g *Game) ClearTop(at engine.Place) (found, ok bool) {
	for i := len(g.Turns) - 1; i >= 0; i-- {
		t := g.Turns[i]
		k := slices.IndexFunc(t.Play.Placements, func(p nabit.Placement) bool { return p.Place == at })
		if k < 0 || t.Revoked {
			continue
		}
		left := append([]nabit.Placement{}, slices.Delete(slices.Clone(t.Play.Placements), k, k+1)...)
		a := g.Accept(nabit.Event{Type: nabit.Corrected, Turn: t.Number, Placements: left, Seen: true})
		g.Retake()
		return true, a.OK
	}
	return false, false
}

// LayMissed records tiles that no turn explains as plays that nobody saw, one for each color, in the order of turns.
func (g *Game) LayMissed(laid map[engine.Color][]nabit.Placement) {
	for range engine.PlayerColors {
		color := g.nextOf(laid)
		if placements := laid[color]; len(placements) > 0 {
			g.Accept(nabit.Event{Type: nabit.Played, Player: color, Placements: placements, Seen: true, Missed: true})
			delete(laid, color)
			g.Retake()
		}
	}
}

// nextOf returns the color among those that have tiles which is to move first.
func (g *Game) nextOf(laid map[engine.Color][]nabit.Placement) engine.Color {
	next := g.State().Next
	for range engine.PlayerColors {
		if len(laid[next]) > 0 {
			return next
		}
		next = g.NextTo(next)
	}
	for _, c := range engine.PlayerColors {
		if len(laid[c]) > 0 {
			return c
		}
	}
	return engine.NoColor
}
