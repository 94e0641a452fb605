package record

import (
	"maps"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/bank"
	"tilewatch/engine/reading"
)

// Game keeps a ledger and nabit's game in step, and collects the events that a caller must store.
type Game struct {
	Ledger
	Banks     bank.Tracker
	Begun     bool // the board is known, though it may be empty
	Described bool // a person has described something of this game

	rules    *nabit.Game
	words    reading.Dictionary
	name     string // of the remembered game that goes on
	stored   bool   // the caller has events of this game
	unstored []nabit.Event
}

// Growth is what the record of a game has grown by.
type Growth struct {
	// Game is the remembered game that goes on; empty for one that this follower saw begin.
	Game string
	// Another says that the events begin a game of their own.
	Another bool
	// Events are to be kept, all or none.
	Events []nabit.Event
}

// New returns the record of a game that has not begun.
func New(players []engine.Color, words reading.Dictionary) Game {
	return Game{Ledger: Ledger{Players: players, Start: engine.Board{}}, Banks: bank.New(), rules: nabit.New(words), words: words}
}

// State is the game as it stands; the zero State before it began.
func (g *Game) State() nabit.State { return g.rules.State() }

// Rules is nabit's game as any game's. One that no picture and nobody has begun is shown as the players' game without tiles.
func (g *Game) Rules() *nabit.Table {
	if _, begun := g.rules.Table().Position(); !begun && len(g.Players) > 0 {
		laid := nabit.New(g.words)
		laid.Apply(nabit.Event{Type: nabit.Start, Players: g.Players})
		return laid.Table()
	}
	return g.rules.Table()
}

// Accept gives the event to nabit's game, and collects it for storage if the rules accept it.
func (g *Game) Accept(e nabit.Event) nabit.Answer {
	a := g.rules.Apply(e)
	if a.OK {
		g.unstored = append(g.unstored, a.Event)
	}
	return a
}

// Restart begins the game that a person describes, with its board. The game must be new.
func (g *Game) Restart(start nabit.Event) {
	g.Accept(start)
	g.Begun, g.Described = true, true
	g.Start = g.rules.Board()
}

// Apply records an event that a camera has seen. No rule refuses it; if nabit's game refuses it all the same, Apply rebuilds that game
// from the ledger, which has the event already.
func (g *Game) Apply(e nabit.Event) nabit.Answer {
	g.Begin()
	e.Seen = true
	a := g.Accept(e)
	if !a.OK {
		g.Rebuild()
	}
	return a
}

// Begin starts nabit's game with the ledger's first board, unless it has begun.
func (g *Game) Begin() {
	if g.Begun {
		return
	}
	g.Begun = true
	was := g.State() // zero, except during a rebuild
	start := nabit.Event{Type: nabit.Start, Game: nabit.Name, Players: g.Players, Options: was.Options, Names: was.Names, Board: nabit.BoardCells(g.Start), Seen: true}
	if banked := g.Banks.Positive(); len(banked) > 0 && len(g.Start) > 0 {
		start.Banked = banked
	}
	if len(g.Start) == 0 {
		clear(g.Banks.Known) // nothing was played, so no bank can hold a tile
	}
	if !g.Accept(start).OK {
		g.Players, start.Players = nil, nil // not two to four different players: each joins with the first play
		g.Accept(start)
	}
}

// Rebuild replays the ledger into nabit's game: after corrections that reach back further than nabit's game can correct.
func (g *Game) Rebuild() {
	banked, known := g.Banks.Positive(), maps.Clone(g.Banks.Known)
	g.Begun = false
	if !g.stored {
		g.unstored = nil
	}
	g.Begin()
	for i, t := range g.Turns {
		if t.Revoked {
			continue
		}
		g.Turns[i].Number = g.Accept(nabit.Event{Type: nabit.Played, Player: t.Play.Color, Placements: t.Play.Placements, Seen: true}).Turn
	}
	g.Banks.Known = known
	for color, tiles := range banked {
		g.Accept(nabit.Event{Type: nabit.Banked, Player: color, Tiles: tiles, Seen: true})
	}
}

// Withdraw removes the last turn, which its player takes back, from ledger and game. It returns the turn.
func (g *Game) Withdraw() Turn {
	gone := *g.Last()
	g.Turns = g.Turns[:len(g.Turns)-1]
	g.Awaited = gone.Play.Color
	if gone.Revoked { // nabit's game has removed it already
		return gone
	}
	for _, s := range g.Apply(nabit.Event{Type: nabit.Withdrawn, Player: gone.Play.Color}).Scores {
		g.Banks.Known[s.Color] = s.Banked
	}
	return gone
}

// Reinstate puts the plays that a person took back into nabit's game again: the players went on from them.
func (g *Game) Reinstate() {
	for i := range g.Turns {
		if t := &g.Turns[i]; t.Revoked {
			t.Revoked = false
			if a := g.Apply(nabit.Event{Type: nabit.Played, Player: t.Play.Color, Placements: t.Play.Placements}); a.OK {
				t.Number = a.Turn
			}
		}
	}
}

// Nabs counts the turns that stand in which the player nabbed.
func (g *Game) Nabs(player engine.Color) int {
	n, options := 0, g.State().Options
	for _, t := range g.Turns {
		if !t.Revoked && t.Play.Color == player && len(options.Nabbed(t.Before, t.After, t.Play)) > 0 {
			n++
		}
	}
	return n
}

// BankPrior returns how likely the game makes it that the player's bank has changed to the count seen.
func (g *Game) BankPrior(seen engine.Bank) bank.Prior {
	known := g.Banks.Known[seen.Color]
	complete := len(g.Start) == 0 // the ledger has every turn of the game
	switch {
	case seen.Tiles == known+1 && g.State().MayBank == seen.Color:
		return bank.Due
	case seen.Tiles < known || complete && seen.Tiles > g.Nabs(seen.Color):
		return bank.Doubtful
	case seen.Tiles == known+1 && complete:
		return bank.Late
	}
	return bank.Possible
}

// Forget begins another game of the same players, whose first board is unknown. nabit's game keeps its names, rules and banks until
// Begin replaces it.
func (g *Game) Forget() {
	g.Start, g.Turns, g.Awaited = engine.Board{}, nil, engine.NoColor
	g.name, g.stored, g.Begun = "", false, false
}

// Stored returns what the record has grown by since the last call. Nothing is stored until a tile lies on the board, or a person
// described something.
func (g *Game) Stored() Growth {
	r := Growth{Game: g.name}
	if !g.stored && !g.Described && len(g.Board()) == 0 || len(g.unstored) == 0 {
		return r
	}
	r.Another, r.Events = !g.stored, g.unstored
	g.unstored, g.stored = nil, true
	return r
}
