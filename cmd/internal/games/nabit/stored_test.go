package nabit

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/nabit/history"
	"tilewatch/engine/reading/madeup"
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
	d.inside(func() {
		for _, e := range example()[:2] {
			d.live.follower.Enter(e)
		}
	})
	if _, waiting := d.Unkept(); !warned() || len(waiting) != 2 {
		t.Errorf("warnings %v, %d events wait", shown(t, page).Warnings, len(waiting))
	}
	d.show()
	if !warned() || len(shown(t, page).Crossword().Board) != 4 {
		t.Errorf("the play is not shown with the warning: %+v", shown(t, page))
	}
	d.inside(func() {}) // now there is space
	if _, waiting := d.Unkept(); warned() || len(waiting) != 0 || len(notes) != 2 {
		t.Errorf("warnings %v, noted %q", shown(t, page).Warnings, notes)
	}
}

// keep keeps a game in the journal, as of that many minutes ago.
func keep(t *testing.T, j journal.Journal, name string, ago int, events []nabit.Event) journal.Game {
	t.Helper()
	at := time.Now().Add(-time.Duration(ago) * time.Minute).Truncate(time.Microsecond)
	g := journal.Game{Header: journal.Header{Game: name, Kind: nabit.Name, Created: at}}
	for i, e := range events {
		g.Events = append(g.Events, journal.Event{Kind: nabit.Name, Game: name, Seq: uint64(i + 1), Time: at, Payload: e.JSON()})
	}
	if _, err := journal.Import(t.Context(), j, g); err != nil {
		t.Fatal(err)
	}
	return g
}

// resumed is a desk that has gone on with what the journal has.
func resumed(t *testing.T, j journal.Journal) (*desk, *stream.Table) {
	t.Helper()
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	d := opened(t, page, j, table.Options{})
	if err := d.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d.run(), page
}

func TestAStoredGameIsShownAsItStood(t *testing.T) {
	j := journal.NewMemory()
	kept := keep(t, j, "g1", 3, example())
	_, page := resumed(t, j)
	s := shown(t, page)
	if s.Turn != 2 || s.Next != engine.Yellow || len(s.Crossword().Board) != 6 || len(s.Crossword().Words) != 2 || s.Status != scoreboard.Waiting {
		t.Errorf("turn %d, next %s, board %v, words %v, status %s", s.Turn, s.Next, s.Crossword().Board, s.Crossword().Words, s.Status)
	}
	green := s.Players[slices.IndexFunc(s.Players, func(p scoreboard.Player) bool { return p.Color == engine.Green })]
	if green.Total != 3 || green.Rank != 1 || green.Delta != 3 {
		t.Errorf("green has %+v", green)
	}
	if s.LastTurn == nil || len(s.LastTurn.Nabbed) != 1 || s.LastTurn.Banked != 1 || len(s.LastTurn.Words) != 2 || s.LastTurn.Words[0].Was == nil && s.LastTurn.Words[1].Was == nil {
		t.Errorf("last turn %+v", s.LastTurn)
	}
	if stack := s.Crossword().Board[0]; !slices.Equal(stack.Layers, []engine.Color{engine.Yellow, engine.Green}) {
		t.Errorf("the stack's layers are %v", stack.Layers)
	}
	if !s.TurnSince.Equal(kept.Events[3].Time) {
		t.Errorf("yellow thinks since %v, want %v", s.TurnSince, kept.Events[3].Time)
	}
}

func TestTheGameOnTheTableIsShownThoughAnotherWasPlayedLast(t *testing.T) {
	j := journal.NewMemory()
	older := keep(t, j, "g1", 30, example())
	other := example()[:2]
	other[0].Players, other[1].Player = []engine.Color{engine.Red, engine.Purple}, engine.Red
	keep(t, j, "g2", 3, other)
	d, page := resumed(t, j)
	if s := shown(t, page); len(s.Crossword().Board) != 4 || s.Turn != 1 {
		t.Errorf("before the older game was recognized, shown is turn %d with %v", s.Turn, s.Crossword().Board)
	}
	rules, err := nabit.Replay(nil, example())
	if err != nil {
		t.Fatal(err)
	}
	d.camera.Show([]byte("a picture"), image.Pt(4, 3))
	c := &madeUpCamera{t, d, rand.New(rand.NewPCG(75, 3)), madeup.Pose{}, 0}
	c.show(rules.Board(), 3, 1)
	if s := shown(t, page); len(s.Crossword().Board) != 6 || s.Turn != 2 || s.Players[1].Delta != 3 {
		t.Errorf("shown is turn %d with %v, players %+v", s.Turn, s.Crossword().Board, s.Players)
	}
	do(t, d, true, `{"type":"pass","player":"yellow"}`)
	again, err := journal.Load(t.Context(), j, older.Game)
	if err != nil || len(again.Events) != 5 || d.Game() != older.Game {
		t.Errorf("kept %+v, %v; %q goes on", again, err, d.Game())
	}
}

func TestAnotherGameTakesTheStoredOnesPlace(t *testing.T) {
	j := journal.NewMemory()
	keep(t, j, "g1", 3, example())
	d, page := resumed(t, j)
	do(t, d, true, `{"type":"start","players":["red","purple"]}`)
	if s := shown(t, page); len(s.Crossword().Board) != 0 || s.Turn != 0 || s.LastTurn != nil || len(s.Players) != 2 || s.Players[0].Color != engine.Red {
		t.Errorf("still shown: %+v", s)
	}
}

// newest is the journal's newest game, which is not over.
func newest(ctx context.Context, j journal.Journal) ([]nabit.Event, error) {
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
	if sum, err := Define().Summary(game); err != nil || sum.Finished {
		return nil, fmt.Errorf("finished: %v, error %v", sum.Finished, err)
	}
	return history.Events(game)
}

// isKept reports whether the journal's newest game holds the play.
func isKept(t *testing.T, j journal.Journal, l follow.Line) bool {
	t.Helper()
	events, err := newest(t.Context(), j)
	if err != nil {
		t.Error(err)
		return false
	}
	return slices.ContainsFunc(events, func(e nabit.Event) bool {
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
