package nabit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/nabit/record"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// full is a journal on a disk that is full for so many writes.
type full struct {
	journal.Journal
	writes int
}

func (f *full) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	if f.writes--; f.writes >= 0 {
		return fmt.Errorf("%w (test)", journal.ErrFull)
	}
	return f.Journal.Create(ctx, h, entries...)
}

// example are the events of the rule page's example.
func example() []nabit.Event {
	at := func(row, col int, letter byte) nabit.Placement {
		return nabit.Placement{Place: engine.Place{Row: row, Col: col}, Letter: engine.Letter(letter)}
	}
	return []nabit.Event{
		{Type: nabit.Start, Players: []engine.Color{engine.Yellow, engine.Green}},
		{Type: nabit.Played, Player: engine.Yellow, Placements: []nabit.Placement{at(0, 0, 'G'), at(0, 1, 'A'), at(0, 2, 'M'), at(0, 3, 'E')}},
		{Type: nabit.Played, Player: engine.Green, Placements: []nabit.Placement{at(0, 0, 'T'), at(1, 0, 'R'), at(2, 0, 'Y')}},
		{Type: nabit.Banked, Player: engine.Green},
	}
}

func shown(t *testing.T, table *stream.Table) scoreboard.State {
	t.Helper()
	s, err := table.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestThePageSaysThatAGameIsNotSaved(t *testing.T) {
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	var notes []string
	d := opened(t, page, &full{journal.NewMemory(), 2}, table.Options{Note: func(text string) { notes = append(notes, text) }}).run()
	warned := func() bool {
		return slices.ContainsFunc(shown(t, page).Warnings, func(w engine.Warning) bool {
			return w.Code == "not_saved_full" && strings.Contains(w.Message, "the disk is full: free some space")
		})
	}
	d.inside(func() { d.session.record(follow.Record{Events: example()[:2], Another: true}) })
	if _, waiting := d.Unkept(); !warned() || len(waiting) != 2 {
		t.Errorf("warnings %v, %d events wait", shown(t, page).Warnings, len(waiting))
	}
	d.inside(func() { d.session.board.show(played(1, engine.Yellow, "GAME", false)) })
	if !warned() || len(shown(t, page).Board) != 4 {
		t.Errorf("the play is not shown with the warning: %+v", shown(t, page))
	}
	d.inside(func() {}) // now there is space
	if _, waiting := d.Unkept(); warned() || len(waiting) != 0 || len(notes) != 2 {
		t.Errorf("warnings %v, noted %q", shown(t, page).Warnings, notes)
	}
}

// stored is the example as it was kept.
func stored(t *testing.T) *record.Stored {
	t.Helper()
	g := journal.Game{Header: journal.Header{Game: "g1", Kind: record.Kind, Created: time.Now()}}
	for i, e := range example() {
		g.Events = append(g.Events, journal.Event{Kind: record.Kind, Game: "g1", Seq: uint64(i + 1), Time: time.Now(), Payload: e.JSON()})
	}
	s, err := record.Read(g)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAStoredGameIsShownAsItStood(t *testing.T) {
	b := newBoard(nil)
	if err := b.resume(stored(t)); err != nil {
		t.Fatal(err)
	}
	s := published(t, b)
	if s.Turn != 2 || s.Next != engine.Yellow || len(s.Board) != 6 || len(s.Words) != 2 || s.Status != scoreboard.Waiting {
		t.Errorf("turn %d, next %s, board %v, words %v", s.Turn, s.Next, s.Board, s.Words)
	}
	green := s.Players[slices.IndexFunc(s.Players, func(p scoreboard.Player) bool { return p.Color == engine.Green })]
	if green.Total != 3 || green.Rank != 1 {
		t.Errorf("green has %+v", green)
	}
	if s.LastTurn == nil || len(s.LastTurn.Nabbed) != 1 || s.LastTurn.Banked != 1 || len(s.LastTurn.Words) != 2 || s.LastTurn.Words[0].Was == nil && s.LastTurn.Words[1].Was == nil {
		t.Errorf("last turn %+v", s.LastTurn)
	}
	if stack := s.Board[0]; !slices.Equal(stack.Layers, []engine.Color{engine.Yellow, engine.Green}) {
		t.Errorf("the stack's layers are %v", stack.Layers)
	}
	if s.TurnSince.IsZero() {
		t.Error("it is not known since when yellow thinks")
	}
}

func TestTheGameOnTheTableIsShownThoughAnotherWasPlayedLast(t *testing.T) {
	d, page, j := seat(t)
	older := stored(t)
	if _, err := journal.Import(t.Context(), j, journal.Game{Header: older.Header, Events: older.Journaled}); err != nil {
		t.Fatal(err)
	}
	d.inside(func() { d.session.stored = map[string]*record.Stored{older.Game: older} })
	record := func(r follow.Record) { d.inside(func() { d.session.record(r) }) }
	if record(follow.Record{}); len(shown(t, page).Board) != 0 {
		t.Error("shown before it was recognized")
	}
	pass := nabit.Event{Type: nabit.Passed, Player: engine.Yellow}
	record(follow.Record{Game: older.Game})
	record(follow.Record{Game: older.Game, Events: []nabit.Event{pass}})
	if s := shown(t, page); len(s.Board) != 6 || s.Turn != 2 {
		t.Errorf("shown is turn %d with %v", s.Turn, s.Board)
	}
	if again := current(t, j); again.Game != older.Game || len(again.Events) != 5 {
		t.Errorf("kept %+v", again)
	}
}

func TestAnotherGameTakesTheStoredOnesPlace(t *testing.T) {
	d, page, _ := seat(t)
	d.inside(func() {
		if err := d.session.board.resume(stored(t)); err != nil {
			t.Error(err)
		}
		d.session.record(follow.Record{Events: []nabit.Event{{Type: nabit.Start, Players: []engine.Color{engine.Red, engine.Purple}}}, Another: true})
	})
	if s := shown(t, page); len(s.Board) != 0 || s.Turn != 0 || s.LastTurn != nil || len(s.Players) != 0 {
		t.Errorf("still shown: %+v", s)
	}
}

// current is the journal's newest game, which is not over.
func current(t *testing.T, j journal.Journal) *record.Stored {
	t.Helper()
	s, err := newest(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newest(ctx context.Context, j journal.Journal) (*record.Stored, error) {
	games, err := j.Games(ctx)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, errors.New("the journal holds no game")
	}
	game, err := games[len(games)-1].Load(ctx, j)
	if err != nil {
		return nil, err
	}
	s, err := record.Read(game)
	if err != nil {
		return nil, err
	}
	if sum, err := s.Summarize(); err != nil || sum.Finished {
		return nil, fmt.Errorf("finished: %v, error %v", sum.Finished, err)
	}
	return s, nil
}

// published is what a page of its own shows of the board.
func published(t *testing.T, b *board) scoreboard.State {
	t.Helper()
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	_, states := b.taken()
	for _, s := range states {
		if _, err := page.Publish(s); err != nil {
			t.Fatal(err)
		}
	}
	return shown(t, page)
}

// isKept reports whether the journal's newest game holds the play.
func isKept(t *testing.T, j journal.Journal, l follow.Line) bool {
	t.Helper()
	game, err := newest(t.Context(), j)
	if err != nil {
		t.Error(err)
		return false
	}
	return slices.ContainsFunc(game.Events, func(e nabit.Event) bool {
		return e.Type == nabit.Played && e.Player == l.Player && slices.EqualFunc(e.Placements, l.Placements, samePlace)
	})
}

func samePlace(a, b nabit.Placement) bool { return a.Place == b.Place && a.Letter == b.Letter }

func TestWhoIsNextIsSeenInTheSecondRound(t *testing.T) {
	turns := func(players ...engine.Color) (all []nabit.Turn) {
		for _, p := range players {
			all = append(all, nabit.Turn{Player: p})
		}
		return all
	}
	red, green, yellow := engine.Red, engine.Green, engine.Yellow
	back := turns(red, green)
	back[1].Withdrawn = true
	for _, c := range []struct {
		name  string
		turns []nabit.Turn
		want  engine.Color
	}{
		{"nobody knows at first", nil, engine.NoColor},
		{"nor in the first round", turns(red, green, yellow), engine.NoColor},
		{"in the second it is as in the first", turns(red, green, yellow, red), green},
		{"the newest round counts", turns(red, green, yellow, red, yellow, red), yellow},
		{"who takes a play back plays again", back, green},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := (nabit.State{Turns: c.turns}).LikelyNext(); got != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}
