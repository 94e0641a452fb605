package nabit

import (
	"encoding/json"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/nabit"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/scoreboard"
)

// stand shows the game's state, and keeps the parts of the state that are not the game's: the camera, its question, the table's choices. start
// is the board before the first turn.
func (b *board) stand(s nabit.State, start []nabit.BoardCell) {
	was := b.shown
	shown := webnabit.Scoreboard(s.Board, b.everyone(s.Board, s.Scores), s.Names)
	for i, stack := range shown.Board {
		if layers := layersOf(s, start, stack.Place); stack.Height > 1 && len(layers) == stack.Height {
			shown.Board[i].Layers = layers
		}
	}
	shown.Status, shown.StatusText, shown.Warnings, shown.Notice = was.Status, was.StatusText, was.Warnings, was.Notice
	shown.Provisional, shown.Question, shown.Ask = was.Provisional, was.Question, was.Ask
	shown.Turn, shown.Next, shown.Life = s.Turn, s.Next, s.Life
	if !s.Over {
		shown.Next = s.LikelyNext()
	}
	switch {
	case s.Life == engine.Ended:
		shown.Status, shown.Winners = scoreboard.Finished, s.Winners
		shown.Again, shown.Starts = rematch(s)
	case s.Life == engine.SourceEnded && (was.Status == scoreboard.Finished || was.Status == scoreboard.Waiting):
		shown.Status = scoreboard.Stopped
	case was.Status == scoreboard.Finished:
		shown.Status = scoreboard.Live
	}
	shown.MayBank, shown.Challengeable, shown.Hands, shown.MustPlay = s.MayBank, s.Challengeable, supplies(s), s.MustPlay
	if s.Last != nil && s.Last.Challenge != nil { // they have been judged
		shown.Challengeable = nil
	}
	if s.Last != nil {
		shown.LastTurn, shown.Unseen = lastTurn(*s.Last), unseen(s.Turns)
	}
	b.shown = shown
}

// rematch is the start of the next game of the same people, and who starts it: the youngest again, as the sheet says. Where the table agreed
// on somebody, or drew lots, it is the next one's turn to start. nil if nobody said who plays.
func rematch(s nabit.State) (start json.RawMessage, starter engine.Color) {
	if len(s.Players) < 2 {
		return nil, engine.NoColor
	}
	players := s.Players
	if s.Options.Start != nabit.Youngest {
		players = append(slices.Clone(players[1:]), players[0])
	}
	people := struct {
		Players []engine.Color          `json:"players"`
		Names   map[engine.Color]string `json:"names,omitempty"`
	}{players, s.Names}
	return game.Rematch(nabit.Event{Type: nabit.Start, Options: s.Options}.JSON(), people), players[0]
}

// supplies are where the players' tiles are, if that is known.
func supplies(s nabit.State) []scoreboard.Supply {
	var out []scoreboard.Supply
	for _, h := range s.Hands {
		if h.Rack+h.Bag == 0 && !s.Over {
			return nil // taken up under way: nobody counts
		}
		out = append(out, scoreboard.Supply{Color: h.Color, Rack: h.Rack, Bag: h.Bag, Silent: h.Bag == 0 && h.Rack > 0 && !h.Announced && !s.Over})
	}
	return out
}

// layersOf are the colors of the stack's tiles, the lowest first, as far as they are known.
func layersOf(s nabit.State, start []nabit.BoardCell, at engine.Place) []engine.Color {
	var layers []engine.Color
	for _, c := range start {
		if c.Place == at {
			layers = append(layers, c.Color) // with more below it the stack stays unknown
		}
	}
	for _, t := range s.Turns {
		if t.Kind == nabit.Played && !t.Withdrawn && slices.ContainsFunc(t.Placements, func(p nabit.Placement) bool { return p.Place == at }) {
			layers = append(layers, t.Player)
		}
	}
	return layers
}

// lastTurn is the turn as the scoreboard shows it.
func lastTurn(t nabit.Turn) *scoreboard.Turn {
	switch {
	case t.Withdrawn:
		return &scoreboard.Turn{Number: t.Number, Kind: scoreboard.Withdrawn, Player: t.Player}
	case t.Kind == nabit.Exchanged:
		return &scoreboard.Turn{Number: t.Number, Kind: scoreboard.Exchanged, Player: t.Player}
	case t.Kind == nabit.Passed:
		return &scoreboard.Turn{Number: t.Number, Kind: scoreboard.Passed, Player: t.Player}
	case t.Kind != nabit.Played:
		return &scoreboard.Turn{Number: t.Number, Kind: scoreboard.Skipped, Player: t.Player}
	}
	shown := webnabit.TurnOf(t.Number, nabit.Play{Color: t.Player, Placements: t.Placements}, t.Nabbed)
	if shown.Missed = t.Missed; t.Banked {
		shown.Banked = 1
	}
	return shown
}
