package live

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/follow"
	"tilewatch/engine/nabit"
	"tilewatch/vision"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// Board shows a watched game on a table of the web server. It is for one goroutine, the watch's.
type Board struct {
	table   *stream.Table
	given   []engine.Color // in turn order; empty if nobody said
	players []engine.Color // the same, or those of a stored game
	shown   scoreboard.State
	stored  string           // name of the stored game that is shown, if one is
	unsaved []engine.Warning // why the game is not being kept, if it is not
}

// NewBoard shows an empty game of these players, in turn order.
func NewBoard(table *stream.Table, players []engine.Color) (*Board, error) {
	b := &Board{table: table, given: players}
	return b, b.Begin()
}

// Begin shows an empty game.
func (b *Board) Begin() error {
	status, aids := b.shown.Status, b.shown.Aids
	b.players, b.stored = b.given, ""
	b.shown = webnabit.Scoreboard(engine.Board{}, nabit.Scores(engine.Board{}, nil, engine.NoColor, b.players), nil)
	b.shown.Aids = aids
	if b.shown.Status = scoreboard.Waiting; status != "" {
		b.shown.Status = status
	}
	if len(b.players) > 0 {
		b.shown.Next = b.players[0]
	}
	return b.publish()
}

// Tell takes a line of the watch.
func (b *Board) Tell(line any) error {
	switch l := line.(type) {
	case News:
		b.news(l)
	case follow.Line:
		b.game(l)
	}
	return b.publish()
}

// Turned takes a change of the watch's status.
func (b *Board) Turned(s Status) error {
	b.shown.Status = map[Status]scoreboard.Status{Waiting: scoreboard.Waiting, HandOver: scoreboard.Hand, Reading: scoreboard.Thinking, Settled: scoreboard.Live}[s]
	b.shown.StatusText = ""
	return b.publish()
}

// Lost says that nothing is watched any more, and why.
func (b *Board) Lost(message string) error {
	b.shown.Status, b.shown.StatusText = scoreboard.Lost, message
	return b.publish()
}

func (b *Board) publish() error {
	s := b.shown
	s.Warnings = slices.Concat(b.unsaved, s.Warnings)
	_, err := b.table.Publish(s)
	return err
}

func (b *Board) news(n News) {
	b.shown.Status, b.shown.StatusText = scoreboard.Lost, n.Message
	if n.Type == vision.Recovered {
		b.shown.Status, b.shown.StatusText = scoreboard.Thinking, ""
	}
}

// game takes what happened on the table.
func (b *Board) game(l follow.Line) {
	if l.Board != nil && (len(l.Board) > 0 || l.Type != follow.Summary) { // a film that showed no tile says nothing of the board
		b.lay(l)
	}
	b.shown.Warnings = l.Warnings
	switch l.Type {
	case follow.Played, follow.Amended:
		b.shown.Turn, b.shown.Next = l.Turn, b.after(l.Player)
		b.shown.LastTurn = webnabit.TurnOf(l.Turn, nabit.Play{Color: l.Player, Placements: l.Placements}, l.Nabbed)
		if l.Type == follow.Amended {
			b.shown.LastTurn.Kind = scoreboard.Amended
		}
		b.shown.Provisional, b.shown.Question = l.Provisional != nil && *l.Provisional, ""
	case follow.Withdrawn:
		b.shown.Turn, b.shown.Next = max(b.shown.Turn-1, 0), l.Player // who took back plays again
		b.shown.LastTurn = &scoreboard.Turn{Number: l.Turn, Kind: scoreboard.Withdrawn, Player: l.Player}
		b.shown.Provisional, b.shown.Question = false, ""
	case follow.Skipped:
		b.shown.Next = b.after(l.Player)
	case follow.Banked:
		b.shown.Provisional = b.shown.Provisional || l.Provisional != nil && *l.Provisional
	case follow.Unclear:
		b.shown.Question = l.Question
		b.shown.Provisional = b.shown.Provisional || len(l.Differs) == 0
	case follow.Summary:
		b.shown.Status, b.shown.Winners = scoreboard.Finished, l.Winners
	}
}

// lay puts the line's board and scores in place of those shown, and leaves the rest.
func (b *Board) lay(l follow.Line) {
	board := engine.Board{}
	for _, s := range l.Board {
		board[s.Place] = s.Cell
	}
	laid := webnabit.Scoreboard(board, b.everyone(board, l.Scores), nil)
	b.shown.Players, b.shown.Board, b.shown.Words = laid.Players, laid.Board, laid.Words
}

// everyone is the scores with those added whose tiles lie on the board though nobody named them as players and they have
// not been seen to play: a game that was running before the watch began.
func (b *Board) everyone(board engine.Board, scores []nabit.Score) []nabit.Score {
	if len(b.players) > 0 {
		return scores
	}
	all := slices.Clone(scores)
	for _, s := range nabit.Scores(board, nil, engine.NoColor, nil) {
		if !slices.ContainsFunc(all, func(o nabit.Score) bool { return o.Color == s.Color }) {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(x, y nabit.Score) int { return cmp.Compare(x.Color, y.Color) })
	return all
}

// after is who plays after the given player; nobody if no order is known.
func (b *Board) after(player engine.Color) engine.Color {
	i := slices.Index(b.players, player)
	if i < 0 {
		return engine.NoColor
	}
	return b.players[(i+1)%len(b.players)]
}
