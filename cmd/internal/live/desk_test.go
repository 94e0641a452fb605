package live

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/follow"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// seat is a desk without a camera.
func seat(t *testing.T, players ...engine.Color) (*Desk, *stream.Table, journal.Journal) {
	t.Helper()
	table := stream.NewTable("1")
	t.Cleanup(table.Close)
	board, err := NewBoard(table, players)
	if err != nil {
		t.Fatal(err)
	}
	j := journal.NewMemory()
	d := &Desk{Follower: follow.New(players, lexicon.Default(), follow.Options{}), Board: board, Words: lexicon.Default()}
	d.Keeping = &Keeping{Keeper: record.NewKeeper(j, nil), Board: board, Note: func(text string) { t.Log(text) }}
	return d, table, j
}

// do sends an event; a refused one fails the test unless that is wanted.
func do(t *testing.T, d *Desk, ok bool, event string) desk.Outcome {
	t.Helper()
	var typed struct{ Type string }
	if err := json.Unmarshal([]byte(event), &typed); err != nil {
		t.Fatal(err)
	}
	out, err := d.Do(context.Background(), desk.Command{Event: json.RawMessage(event), Type: typed.Type, Role: access.RoleHost, After: -1})
	if err != nil || out.OK != ok {
		t.Fatalf("%s: %+v, %v", event, out, err)
	}
	return out
}

const (
	start = `{"type":"start","players":["yellow","green"],"names":{"yellow":"Ana"}}`
	game  = `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`
	tame  = `{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`
)

func TestPeoplePlayWithoutACamera(t *testing.T) {
	d, table, j := seat(t)
	do(t, d, true, start)
	do(t, d, true, game)
	do(t, d, true, tame)
	s := shown(t, table)
	if s.Turn != 2 || s.Players[1].Total != 2 || s.MayBank != engine.Green || len(s.Challengeable) != 2 || s.Undo == nil || s.Undo.Turn != 2 {
		t.Errorf("%+v", s)
	}
	if s.Players[0].Color != engine.Yellow || s.Players[0].Name != "Ana" || s.Hands[0].Rack+s.Hands[0].Bag != 21 {
		t.Errorf("players %+v, hands %+v", s.Players, s.Hands)
	}
	if out := do(t, d, false, game); out.Rule != "not_your_turn" && out.Rule != "same_letter" || !strings.Contains(string(out.Answer), `"ok":false`) {
		t.Errorf("%+v", out)
	}
	do(t, d, true, `{"type":"undo"}`)
	if s := shown(t, table); s.Turn != 1 || s.Notice == nil || s.Notice.Kind != "undo" || s.Notice.Type != "play" || s.Notice.Turn != 2 || s.Redo == nil || s.TakeBack != engine.NoColor {
		t.Errorf("undone: notice %+v, redo %+v, %s takes back, though no camera sees it", s.Notice, s.Redo, s.TakeBack)
	}
	do(t, d, true, `{"type":"redo"}`)
	games, err := j.Games(t.Context())
	if err != nil || len(games) != 1 || games[0].Last != 5 {
		t.Errorf("kept %+v, %v", games, err)
	}
}

func TestAChallengeIsJudgedAndExplained(t *testing.T) {
	for _, c := range []struct {
		name, event string
		upheld      bool
		turn        int
	}{
		{"the list knows all words", `{"type":"challenge","by":"yellow","words":["TAME","TRY"]}`, false, 2},
		{"the players found none", `{"type":"challenge","by":"yellow","words":["TAME","TRY"],"verdict":"upheld"}`, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, table, _ := seat(t)
			for _, e := range []string{start, game, tame} {
				do(t, d, true, e)
			}
			do(t, d, true, c.event)
			s := shown(t, table)
			if v := s.Verdict; v == nil || v.Upheld != c.upheld || s.Turn != c.turn || len(v.Words) != 2 || len(v.Words[0].Meanings) == 0 {
				t.Errorf("turn %d, verdict %+v", s.Turn, v)
			}
		})
	}
}

func TestFixes(t *testing.T) {
	for _, c := range []struct {
		name, event string
		ok          bool
		check       func(nabit.State) bool
	}{
		{"another letter", `{"type":"fix","row":1,"col":0,"letter":"H"}`, true, func(s nabit.State) bool { return s.Board[engine.Place{Row: 1}].Letter == 'H' && s.Turn == 2 }},
		{"a blank", `{"type":"fix","row":1,"col":0,"letter":"R","blank":true}`, true, func(s nabit.State) bool { return s.Board[engine.Place{Row: 1}].Blank }},
		{"not a tile", `{"type":"fix","row":2,"col":0,"gone":true}`, true, func(s nabit.State) bool {
			_, there := s.Board[engine.Place{Row: 2}]
			return !there && len(s.Board) == 5
		}},
		{"one tile less below", `{"type":"fix","row":0,"col":0,"height":1}`, true, func(s nabit.State) bool {
			return s.Board[engine.Place{}].Height == 1 && s.Board[engine.Place{}].Letter == 'T'
		}},
		{"one more below", `{"type":"fix","row":0,"col":1,"height":2}`, false, func(s nabit.State) bool { return s.Board[engine.Place{Col: 1}].Height == 1 }},
		{"nothing said", `{"type":"fix","row":0,"col":0}`, false, func(s nabit.State) bool { return s.Turn == 2 }},
		{"no tile there", `{"type":"fix","row":9,"col":0,"letter":"H"}`, false, func(s nabit.State) bool { return s.Turn == 2 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, _, _ := seat(t)
			for _, e := range []string{start, game, tame} {
				do(t, d, true, e)
			}
			do(t, d, c.ok, c.event)
			if s := d.Follower.State(); !c.check(s) {
				t.Errorf("%+v", s.Board)
			}
		})
	}
}

func TestOfTwoTapsTheFirstCounts(t *testing.T) {
	d, _, _ := seat(t)
	for _, e := range []string{start, game, tame} {
		do(t, d, true, e)
	}
	undo := desk.Command{Event: json.RawMessage(`{"type":"undo"}`), Type: "undo", After: 3}
	first, err := d.Do(t.Context(), undo)
	second, err2 := d.Do(t.Context(), undo)
	if err != nil || err2 != nil || !first.OK || second.OK || !second.Late || d.Follower.State().Turn != 1 {
		t.Errorf("%+v, %+v, %v, %v", first, second, err, err2)
	}
}

// asks is a desk whose camera was not sure of the letter of turn 1.
func asks(t *testing.T) (*Desk, *stream.Table) {
	t.Helper()
	d, table, _ := seat(t)
	do(t, d, true, start)
	do(t, d, true, game)
	placements := d.Follower.State().Last.Placements
	other := slices.Clone(placements)
	other[0].Letter = 'L'
	provisional := true
	lines := []follow.Line{
		{Type: follow.Played, Turn: 1, Player: engine.Yellow, Placements: placements, Provisional: &provisional},
		{Type: follow.Unclear, Turn: 1, Player: engine.Yellow, Question: "G or L?", Candidates: []follow.Candidate{
			{Player: engine.Yellow, Placements: placements, Confidence: 0.6}, {Player: engine.Yellow, Placements: other, Confidence: 0.4}}},
	}
	for _, l := range lines {
		if err := d.Tell(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Told(); err != nil {
		t.Fatal(err)
	}
	return d, table
}

func TestTheFirstAnswerToAQuestionCounts(t *testing.T) {
	for _, c := range []struct {
		choice int
		letter engine.Letter
	}{{0, 'G'}, {1, 'L'}} {
		d, table := asks(t)
		ask := shown(t, table).Ask
		if ask == nil || ask.Place == nil || len(ask.Answers) != 2 || ask.Answers[1].Letter != 'L' || !shown(t, table).Provisional {
			t.Fatalf("asked %+v", ask)
		}
		do(t, d, true, fmt.Sprintf(`{"type":"answer","id":%q,"choice":%d}`, ask.ID, c.choice))
		s := shown(t, table)
		if s.Ask != nil || s.Provisional || s.Board[0].Letter != c.letter || s.Notice.Kind != "answer" {
			t.Errorf("choice %d: ask %+v, provisional %v, letter %s", c.choice, s.Ask, s.Provisional, s.Board[0].Letter)
		}
		if out, err := d.Do(t.Context(), desk.Command{Event: ask.Answers[0].Event, Type: "answer", After: -1}); err != nil || !out.Late {
			t.Errorf("the second answer: %+v, %v", out, err)
		}
	}
}

func TestAStoredGameGoesOnWithAPersonsEvent(t *testing.T) {
	d, _, j := seat(t)
	for _, e := range []string{start, game, tame} {
		do(t, d, true, e)
	}
	stored, err := record.Current(t.Context(), j, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	again, table, _ := seat(t)
	again.Keeping.Keeper = record.NewKeeper(j, nil)
	again.Keeping.Stored = map[string]*record.Stored{stored.Game: stored}
	if err := again.Follower.Remember(stored.Game, stored.Events); err != nil {
		t.Fatal(err)
	}
	if err := again.Resume(stored); err != nil {
		t.Fatal(err)
	}
	if s := shown(t, table); s.Undo == nil || s.Events != 3 || s.Players[0].Name != "Ana" {
		t.Errorf("shown again: %+v", s)
	}
	do(t, again, true, `{"type":"undo"}`)
	if s := shown(t, table); s.Turn != 1 {
		t.Errorf("turn %d", s.Turn)
	}
	games, err := j.Games(t.Context())
	if err != nil || len(games) != 1 || games[0].Last != 4 {
		t.Errorf("kept %+v, %v", games, err)
	}
}

func TestTheTablesChoicesAreKept(t *testing.T) {
	d, table, _ := seat(t)
	d.AidsFile = filepath.Join(t.TempDir(), "table-1.json")
	if err := d.Set(t.Context(), scoreboard.Aids{Timer: 90, Hints: true}); err != nil {
		t.Fatal(err)
	}
	do(t, d, true, start)
	again, table2, _ := seat(t)
	again.AidsFile = d.AidsFile
	if err := again.LoadAids(); err != nil {
		t.Fatal(err)
	}
	if a, b := shown(t, table).Aids, shown(t, table2).Aids; a != b || a.Timer != 90 || !a.Hints {
		t.Errorf("%+v, %+v", a, b)
	}
}

func TestHints(t *testing.T) {
	d, _, _ := seat(t)
	do(t, d, true, start)
	do(t, d, true, game)
	hints, err := d.Hints(t.Context(), "T R Y S ?", 3)
	if err != nil || len(hints) != 3 || len(hints[0].Words) == 0 {
		t.Errorf("%+v, %v", hints, err)
	}
	if _, err := d.Hints(t.Context(), "TRYSA1", 3); err == nil {
		t.Error("no rack, but hints")
	}
}

func TestWhatIsNotKeptIsNotSaidToBe(t *testing.T) {
	d, _, _ := seat(t)
	d.Keeping.Keeper = record.NewKeeper(&full{journal.NewMemory(), 1}, nil)
	if out := do(t, d, true, start); !out.Unsafe {
		t.Error("the disk is full, and nobody is told")
	}
	if out := do(t, d, true, game); out.Unsafe {
		t.Error("all is kept again, and nobody is told")
	}
}
