package nabit

import (
	"encoding/json"
	"slices"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/scoreboard"
)

// fix is what a person says is wrong with a stack. One of its fields is set.
type fix struct {
	engine.Place
	Letter engine.Letter // what its top shows, or with Blank stands for
	Blank  bool
	Color  engine.Color // whose turn laid it
	Height int          // how many tiles there are
	Gone   bool         // there is no tile
}

// fix turns what a person says of a stack into corrections of the turns that laid it.
func (p *party) fix(data json.RawMessage) game.Said {
	var f fix
	if err := json.Unmarshal(data, &f); err != nil {
		return refuse("a fix needs row and col, and what is wrong")
	}
	s := p.state()
	c, there := s.Board[f.Place]
	if !there {
		return refuse("no tile is known there")
	}
	events, reason := f.events(s, layers(s, f.Place), c.Height)
	switch {
	case reason != "":
		return refuse(reason)
	case len(events) == 0:
		return p.fixStart(f, c)
	}
	said := game.Said{Kind: string(nabit.Corrected)}
	for _, e := range events {
		said.Events = append(said.Events, e.JSON())
	}
	return said
}

// layer is a turn that laid a tile on the stack.
type layer struct {
	turn nabit.Turn
	tile int // index of the placement
}

// layers are those of the stack, the lowest first; tiles that lay there before the first turn are not among them.
func layers(s nabit.State, at engine.Place) []layer {
	var out []layer
	for _, t := range s.Turns {
		if t.Kind != nabit.Played || t.Withdrawn {
			continue
		}
		if i := slices.IndexFunc(t.Placements, func(p nabit.Placement) bool { return p.Place == at }); i >= 0 {
			out = append(out, layer{t, i})
		}
	}
	return out
}

// with is the turn corrected by change, which is given a copy of its placements.
func (l layer) with(change func([]nabit.Placement) []nabit.Placement) nabit.Event {
	return nabit.Event{Type: nabit.Corrected, Turn: l.turn.Number, Placements: append([]nabit.Placement{}, change(slices.Clone(l.turn.Placements))...)}
}

// without is the turn without its tile of the stack.
func (l layer) without() nabit.Event {
	return l.with(func(p []nabit.Placement) []nabit.Placement { return slices.Delete(p, l.tile, l.tile+1) })
}

// events are the corrections that the fix asks for; none if no turn laid the top tile. The reason says why it cannot be done.
func (f fix) events(s nabit.State, laid []layer, height int) (events []nabit.Event, reason string) {
	if len(laid) == 0 {
		return nil, ""
	}
	top := laid[len(laid)-1]
	switch {
	case f.Gone:
		return []nabit.Event{top.without()}, ""
	case f.Letter != 0:
		return []nabit.Event{top.with(func(p []nabit.Placement) []nabit.Placement {
			p[top.tile].Letter, p[top.tile].Blank = f.Letter, f.Blank
			return p
		})}, ""
	case f.Color != engine.NoColor:
		return []nabit.Event{{Type: nabit.Corrected, Turn: top.turn.Number, Player: f.Color, Placements: top.turn.Placements}}, ""
	case f.Height > 0 && f.Height < height:
		return f.lower(laid, height)
	case f.Height > height && f.Height <= engine.MaxHeight:
		return f.raise(s, top, height)
	}
	return nil, "say what is wrong: letter, color, height or gone"
}

// lower takes the tiles out that are too many, from under the top one.
func (f fix) lower(laid []layer, height int) ([]nabit.Event, string) {
	var events []nabit.Event
	for i := len(laid) - 2; i >= 0 && height-len(events) > f.Height; i-- {
		events = append(events, laid[i].without())
	}
	if height-len(events) > f.Height {
		return nil, "the lower tiles lay there before the first turn: say that the top one is none"
	}
	return events, ""
}

// raise puts tiles that were overlooked under the top one, into the turns just before the one that laid it. Their letters are
// not known.
func (f fix) raise(s nabit.State, top layer, height int) ([]nabit.Event, string) {
	var events []nabit.Event
	for i := len(s.Turns) - 1; i >= 0 && height+len(events) < f.Height; i-- {
		t := s.Turns[i]
		if t.Number >= top.turn.Number || t.Kind != nabit.Played || t.Withdrawn || t.Player == top.turn.Player && len(events) == 0 && i > 0 {
			continue
		}
		if slices.ContainsFunc(t.Placements, func(p nabit.Placement) bool { return p.Place == f.Place }) {
			continue
		}
		tile := nabit.Placement{Place: f.Place, Letter: engine.Unsettled}
		events = append(events, nabit.Event{Type: nabit.Corrected, Turn: t.Number, Seen: true, Placements: append(slices.Clone(t.Placements), tile)})
	}
	if height+len(events) < f.Height {
		return nil, "no earlier turn can have laid the tiles below: correct those turns first"
	}
	return events, ""
}

// fixStart corrects a stack that no turn has laid.
func (p *party) fixStart(f fix, c engine.Cell) game.Said {
	switch {
	case f.Gone:
		c = engine.Cell{}
	case f.Letter != 0:
		c.Letter, c.Blank = f.Letter, f.Blank
	case f.Color != engine.NoColor:
		c.Color = f.Color
	case f.Height > 0 && f.Height <= engine.MaxHeight:
		c.Height = f.Height
	}
	if !p.follower.FixStart(f.Place, c) {
		return refuse("that tile cannot be corrected")
	}
	return p.did(scoreboard.Notice{Kind: string(nabit.Corrected), Deed: scoreboard.Deed{Type: string(nabit.Corrected)}})
}
