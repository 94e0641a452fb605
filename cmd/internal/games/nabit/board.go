package nabit

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/scoreboard"
)

// board is the game as its page shows it: what the follower's lines and the record say, put one on the other.
type board struct {
	given   []engine.Color // in turn order; empty if nobody said
	players []engine.Color // the same, or those of a stored game
	shown   scoreboard.State
	stored  string // name of the stored game that is shown, if one is

	states   []scoreboard.State // published since they were taken
	recalled *scoreboard.State
}

// newBoard shows an empty game of these players, in turn order.
func newBoard(players []engine.Color) *board {
	b := &board{given: players}
	b.begin()
	return b
}

// begin shows an empty game.
func (b *board) begin() {
	status := b.shown.Status
	b.players, b.stored = b.given, ""
	b.shown = webnabit.Scoreboard(engine.Board{}, nabit.Scores(engine.Board{}, nil, engine.NoColor, b.players), nil)
	if b.shown.Status = scoreboard.Waiting; status != "" && status != scoreboard.Finished {
		b.shown.Status = status
	}
	if len(b.players) > 0 {
		b.shown.Next = b.players[0]
	}
	b.publish()
}

// publish has the page show the board as it is now.
func (b *board) publish() { b.states = append(b.states, b.shown) }

// taken are the states published since the last call, after one that is not shown to anyone.
func (b *board) taken() (recalled *scoreboard.State, states []scoreboard.State) {
	recalled, states = b.recalled, b.states
	b.recalled, b.states = nil, nil
	return recalled, states
}

// show shows a line.
func (b *board) show(l follow.Line) {
	b.game(l)
	b.publish()
}

// turned shows what the camera's side does. A game that is over stays so.
func (b *board) turned(status scoreboard.Status, text string) {
	if b.shown.Status != scoreboard.Finished {
		b.shown.Status, b.shown.StatusText = status, text
	}
	b.publish()
}

// game takes what happened on the table.
func (b *board) game(l follow.Line) {
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
	}
}

// lay puts the line's board and scores in place of those shown, and leaves the rest.
func (b *board) lay(l follow.Line) {
	board := engine.Board{}
	for _, s := range l.Board {
		board[s.Place] = s.Cell
	}
	laid := webnabit.Scoreboard(board, b.everyone(board, l.Scores), nil)
	b.shown.Players, b.shown.Board, b.shown.Words = laid.Players, laid.Board, laid.Words
}

// everyone is the scores with those added whose tiles lie on the board though nobody named them as players and they have
// not been seen to play: a game that was running before the watch began.
func (b *board) everyone(board engine.Board, scores []nabit.Score) []nabit.Score {
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
func (b *board) after(player engine.Color) engine.Color {
	i := slices.Index(b.players, player)
	if i < 0 {
		return engine.NoColor
	}
	return b.players[(i+1)%len(b.players)]
}
