package nabit

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/web/access"
	"tilewatch/web/clock"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// desk is a running desk of NAB-IT! whose inside a test looks at.
type desk struct {
	*table.Desk
	t       *testing.T
	session *game.Session
	live    *live
	camera  *table.Camera
}

// opened is a desk with its game kept in the journal. It runs until the test ends.
func opened(t *testing.T, page *stream.Table, j journal.Journal, o table.Options, players ...engine.Color) *desk {
	t.Helper()
	d := &desk{t: t, camera: &table.Camera{}}
	note := func(text string) { t.Log(text) }
	if o.Note != nil {
		note = o.Note
	}
	at := game.Seat{Blind: d.camera.Blind, Clock: clock.New(), Note: note, Words: wordlist.Fixed(lexicon.Default())}
	d.live = newLive(at.Words, at, func() *follow.Follower {
		return follow.New(players, lexicon.Default(), follow.Options{})
	})
	d.session = d.live.session(at)
	o.Page, o.Journal, o.Kind, o.Title, o.Camera, o.Note = page, j, nabit.Name, "NAB-IT!", d.camera, note
	d.Desk = table.New(d.session.Party(remembers), o)
	return d
}

// run runs the desk until the test ends.
func (d *desk) run() *desk {
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, nil) }()
	d.t.Cleanup(func() {
		end()
		if err := <-ended; err != nil {
			d.t.Error(err)
		}
	})
	return d
}

// seat is a desk without a camera.
func seat(t *testing.T, players ...engine.Color) (*desk, *stream.Table, journal.Journal) {
	t.Helper()
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	j := journal.NewMemory()
	return opened(t, page, j, table.Options{}, players...).run(), page, j
}

// inside does something in the table's goroutine, and shows what follows.
func (d *desk) inside(do func()) {
	d.t.Helper()
	if err := d.Own(func() error { do(); return d.Report(pipeline.Lines{}) }); err != nil {
		d.t.Fatal(err)
	}
}

// state is the game as it stands.
func (d *desk) state() (s nabit.State) {
	d.inside(func() { s = d.live.follower.State() })
	return s
}

// sees gives the follower an event as if a camera had seen it.
func (d *desk) sees(e nabit.Event) (a nabit.Answer) {
	d.inside(func() { a = d.live.follower.Enter(e) })
	return a
}

// saw takes the lines of one picture.
func (d *desk) saw(lines ...follow.Line) { d.inside(func() { d.take(lines) }) }

// take is saw, in the table's goroutine.
func (d *desk) take(lines []follow.Line) { d.session.Saw(d.live.looked(lines)) }

// show shows the game as it stands.
func (d *desk) show() { d.inside(func() { d.session.Saw(game.Seen{News: true, Quiet: true}) }) }

// do sends an event; a refused one fails the test unless that is wanted.
func do(t *testing.T, d *desk, ok bool, event string) webdesk.Outcome {
	t.Helper()
	var typed struct{ Type string }
	if err := json.Unmarshal([]byte(event), &typed); err != nil {
		t.Fatal(err)
	}
	out, err := d.Do(context.Background(), webdesk.Command{Event: json.RawMessage(event), Type: typed.Type, Role: access.RoleHost, After: -1})
	if err != nil || out.OK != ok {
		t.Fatalf("%s: %+v, %v", event, out, err)
	}
	return out
}

const (
	startEvent = `{"type":"start","players":["yellow","green"],"names":{"yellow":"Ana"}}`
	gameEvent  = `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`
	tameEvent  = `{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`
)

func TestPeoplePlayWithoutACamera(t *testing.T) {
	d, table, j := seat(t)
	do(t, d, true, startEvent)
	do(t, d, true, gameEvent)
	do(t, d, true, tameEvent)
	s := shown(t, table)
	if s.Turn != 2 || s.Players[1].Total != 2 || s.Crossword().MayBank != engine.Green || len(s.Crossword().Challengeable) != 2 || s.Undo == nil || s.Undo.Turn != 2 {
		t.Errorf("%+v", s)
	}
	if s.Players[0].Color != engine.Yellow || s.Players[0].Name != "Ana" || s.Crossword().Hands[0].Rack+s.Crossword().Hands[0].Bag != 21 {
		t.Errorf("players %+v, hands %+v", s.Players, s.Crossword().Hands)
	}
	if out := do(t, d, false, gameEvent); out.Rule != "not_your_turn" && out.Rule != "same_letter" || !strings.Contains(string(out.Answer), `"ok":false`) {
		t.Errorf("%+v", out)
	}
	do(t, d, true, `{"type":"undo"}`)
	if s := shown(t, table); s.Turn != 1 || s.Notice == nil || s.Notice.Kind != "undo" || s.Notice.Type != "play" || s.Notice.Turn != 2 || s.Redo == nil || s.Crossword().TakeBack != engine.NoColor {
		t.Errorf("undone: notice %+v, redo %+v, %s takes back, though no camera sees it", s.Notice, s.Redo, s.Crossword().TakeBack)
	}
	do(t, d, true, `{"type":"redo"}`)
	games, err := j.Games(t.Context())
	if err != nil || len(games) != 1 || games[0].Last != 5 {
		t.Errorf("kept %+v, %v", games, err)
	}
}

func TestTwoPlayersHaveTwoNames(t *testing.T) {
	d, table, _ := seat(t)
	do(t, d, false, `{"type":"start","players":["yellow","green"],"names":{"yellow":"Ana","green":"ANA"}}`)
	do(t, d, true, startEvent)
	if out := do(t, d, false, `{"type":"name","player":"green","name":"An\u200ba"}`); !strings.Contains(out.Why, "yellow is called") {
		t.Errorf("refused because %s", out.Why)
	}
	do(t, d, true, `{"type":"name","player":"yellow","name":"ANA"}`) // the same player
	do(t, d, true, `{"type":"name","player":"green","name":"\u202eBen"}`)
	if s := shown(t, table); s.Players[0].Name != "ANA" || s.Players[1].Name != "Ben" {
		t.Errorf("%+v", s.Players)
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
			for _, e := range []string{startEvent, gameEvent, tameEvent} {
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

func TestWhatNoLongerFitsIsTold(t *testing.T) {
	d, table, _ := seat(t)
	for _, e := range []string{startEvent, gameEvent, tameEvent, `{"type":"challenge","by":"yellow","word":"TAME"}`} {
		do(t, d, true, e)
	}
	do(t, d, true, `{"type":"correct","turn":2,"as":"pass"}`)
	if w := shown(t, table).Warnings; len(w) != 1 || w[0].Code != kernel.MisfitCode || len(w[0].Events) != 1 || !strings.Contains(string(w[0].Events[0]), "TAME") {
		t.Errorf("the challenged play is a pass: %+v", w)
	}
	do(t, d, true, `{"type":"undo"}`)
	if w := shown(t, table).Warnings; len(w) != 0 {
		t.Errorf("all fits again: %+v", w)
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
			for _, e := range []string{startEvent, gameEvent, tameEvent} {
				do(t, d, true, e)
			}
			do(t, d, c.ok, c.event)
			if s := d.state(); !c.check(s) {
				t.Errorf("%+v", s.Board)
			}
		})
	}
}

func TestOfTwoTapsTheFirstCounts(t *testing.T) {
	d, _, _ := seat(t)
	for _, e := range []string{startEvent, gameEvent, tameEvent} {
		do(t, d, true, e)
	}
	undo := webdesk.Command{Event: json.RawMessage(`{"type":"undo"}`), Type: "undo", After: 3}
	first, err := d.Do(t.Context(), undo)
	second, err2 := d.Do(t.Context(), undo)
	if err != nil || err2 != nil || !first.OK || second.OK || !second.Late || d.state().Turn != 1 {
		t.Errorf("%+v, %+v, %v, %v", first, second, err, err2)
	}
}

// asks is a desk whose camera was not sure of the letter of turn 1.
func asks(t *testing.T) (*desk, *stream.Table) {
	t.Helper()
	d, table, _ := seat(t)
	do(t, d, true, startEvent)
	do(t, d, true, gameEvent)
	placements := d.state().Last.Placements
	other := slices.Clone(placements)
	other[0].Letter = 'L'
	provisional := true
	lines := []follow.Line{
		{Type: follow.Played, Turn: 1, Player: engine.Yellow, Placements: placements, Provisional: &provisional},
		{Type: follow.Unclear, Turn: 1, Player: engine.Yellow, Question: "G or L?", Candidates: []follow.Candidate{
			{Player: engine.Yellow, Placements: placements, Confidence: 0.6}, {Player: engine.Yellow, Placements: other, Confidence: 0.4}}},
	}
	d.saw(lines...)
	return d, table
}

func TestTheFirstAnswerToAQuestionCounts(t *testing.T) {
	for _, c := range []struct {
		choice int
		letter engine.Letter
	}{{0, 'G'}, {1, 'L'}} {
		d, table := asks(t)
		ask := shown(t, table).Crossword().Ask
		if ask == nil || ask.Place == nil || len(ask.Answers) != 2 || ask.Answers[1].Letter != 'L' || !shown(t, table).Crossword().Provisional {
			t.Fatalf("asked %+v", ask)
		}
		do(t, d, true, fmt.Sprintf(`{"type":"answer","id":%q,"choice":%d}`, ask.ID, c.choice))
		s := shown(t, table)
		if s.Crossword().Ask != nil || s.Crossword().Provisional || s.Crossword().Board[0].Letter != c.letter || s.Notice.Kind != "answer" {
			t.Errorf("choice %d: ask %+v, provisional %v, letter %s", c.choice, s.Crossword().Ask, s.Crossword().Provisional, s.Crossword().Board[0].Letter)
		}
		if out, err := d.Do(t.Context(), webdesk.Command{Event: ask.Answers[0].Event, Type: "answer", After: -1}); err != nil || !out.Late {
			t.Errorf("the second answer: %+v, %v", out, err)
		}
	}
}

func TestAStoredGameGoesOnWithAPersonsEvent(t *testing.T) {
	d, _, j := seat(t)
	for _, e := range []string{startEvent, gameEvent, tameEvent} {
		do(t, d, true, e)
	}
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	again := opened(t, page, j, table.Options{})
	if err := again.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	again.run()
	if s := shown(t, page); s.Undo == nil || s.Events != 3 || s.Players[0].Name != "Ana" {
		t.Errorf("shown again: %+v", s)
	}
	do(t, again, true, `{"type":"undo"}`)
	if s := shown(t, page); s.Turn != 1 {
		t.Errorf("turn %d", s.Turn)
	}
	games, err := j.Games(t.Context())
	if err != nil || len(games) != 1 || games[0].Last != 4 {
		t.Errorf("kept %+v, %v", games, err)
	}
}

func TestTheTablesChoicesAreKept(t *testing.T) {
	choices := table.Options{AidsFile: filepath.Join(t.TempDir(), "table-1.json")}
	first, second := stream.NewTable("1"), stream.NewTable("1")
	t.Cleanup(first.Close)
	t.Cleanup(second.Close)
	d := opened(t, first, journal.NewMemory(), choices).run()
	if err := d.Choose(scoreboard.Aids{Timer: 90, Hints: true}); err != nil {
		t.Fatal(err)
	}
	do(t, d, true, startEvent)
	opened(t, second, journal.NewMemory(), choices)
	if a, b := shown(t, first).Aids, shown(t, second).Aids; a != b || a.Timer != 90 || !a.Hints {
		t.Errorf("%+v, %+v", a, b)
	}
}

func TestHints(t *testing.T) {
	d, _, _ := seat(t)
	do(t, d, true, startEvent)
	do(t, d, true, gameEvent)
	hints, err := d.Advise("T R Y S ?", 3)
	if err != nil || len(hints) != 3 || len(hints[0].Words) == 0 {
		t.Errorf("%+v, %v", hints, err)
	}
	if _, err := d.Advise("TRYSA1", 3); err == nil {
		t.Error("no rack, but hints")
	}
}

func TestWhatIsNotKeptIsNotSaidToBe(t *testing.T) {
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	d := opened(t, page, &full{journal.NewMemory(), 1}, table.Options{}).run()
	if out := do(t, d, true, startEvent); !out.Unsafe {
		t.Error("the disk is full, and nobody is told")
	}
	if out := do(t, d, true, gameEvent); out.Unsafe {
		t.Error("all is kept again, and nobody is told")
	}
}
