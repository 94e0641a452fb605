package game

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/snag"
	"tilewatch/web/clock"
	webdesk "tilewatch/web/desk"
	websnag "tilewatch/web/games/snag"
	"tilewatch/web/stream"
)

// desk is a running desk with what a test looks at.
type desk struct {
	*table.Desk
	page  *stream.Table
	party Party
	noted *[]string
}

// seated is a desk of a game at a page, kept in the journal. run starts it.
func seated(t *testing.T, g Game, page *stream.Table, j journal.Journal) *desk {
	t.Helper()
	return seatedWith(t, g, Inputs{}, page, j)
}

// seatedWith is seated, with what the flags say.
func seatedWith(t *testing.T, g Game, in Inputs, page *stream.Table, j journal.Journal, more ...func(*table.Options)) *desk {
	t.Helper()
	var passed time.Duration
	now := clock.Of(func() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) }, func() time.Duration { passed += 7 * time.Millisecond; return passed })
	d := &desk{page: page, noted: &[]string{}}
	note := func(message string) { *d.noted = append(*d.noted, message) }
	party, err := g.Sit(in, Seat{Blind: func() bool { return false }, Note: note, Clock: now})
	if err != nil {
		t.Fatal(err)
	}
	d.party = party
	options := table.Options{Page: page, Journal: j, Kind: g.Name, Title: g.Title, Note: note}
	for _, set := range more {
		set(&options)
	}
	d.Desk = table.New(party.Party, options)
	return d
}

// run runs the desk until the test ends.
func (d *desk) run(t *testing.T) *desk {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = d.Run(ctx, nil) }() // only a camera has errors
	t.Cleanup(func() { end(); <-ended })
	return d
}

// snagAt is a desk for SNAG at a table of its own, kept in the journal.
func snagAt(t *testing.T, j journal.Journal) *desk {
	t.Helper()
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	return seated(t, Define(snag.Game{}, nil, Page(websnag.Scoreboard)), page, j)
}

// atTable is snagAt, running.
func atTable(t *testing.T, j journal.Journal) *desk { t.Helper(); return snagAt(t, j).run(t) }

// camera are looks at a desk, as a watch gives them.
type camera struct {
	t    *testing.T
	desk *desk
	following[snag.Look]
}

func newCamera(t *testing.T, d *desk) *camera {
	s := d.party.Game.(*Session)
	return &camera{t, d, following[snag.Look]{game: snag.Game{}.Follow(nil, nil), events: s.play.(*reported).heard(s)}}
}

func (c *camera) see(frame int, look snag.Look) {
	c.t.Helper()
	at := kernel.Moment{Frame: frame, Time: time.Duration(frame) * time.Second}
	if err := c.desk.Own(func() error { return c.desk.Report(pipeline.Lines(c.See(at, look, nil))) }); err != nil {
		c.t.Fatal(err)
	}
}

// stored are the journal's newest game's events.
func stored(t *testing.T, j journal.Journal) []journal.Event {
	t.Helper()
	all, err := j.Games(t.Context())
	if err != nil || len(all) == 0 {
		t.Fatalf("%d games: %v", len(all), err)
	}
	g, err := all[len(all)-1].Load(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	return g.Events
}

// do sends an event that must be taken.
func do(t *testing.T, d *desk, event string) webdesk.Outcome {
	t.Helper()
	out, err := d.Do(context.Background(), webdesk.Command{Event: json.RawMessage(event), Type: typeOf(json.RawMessage(event)), After: -1})
	if err != nil || !out.OK {
		t.Fatalf("%s: %v %s", event, err, out.Why)
	}
	return out
}

// placing is the event that the seat's player lays the tile.
func placing(seat, number int) string {
	return fmt.Sprintf(`{"type":"place","player":%d,"number":%d}`, seat, number)
}

const startOfTwo = `{"type":"start","game":"snag","players":["Ana","Ben"]}`

func TestTheSetUpPagesPlayersHaveNames(t *testing.T) {
	d := atTable(t, journal.NewMemory())
	do(t, d, `{"type":"start","players":["red","green","yellow"],"names":{"red":"Ana","yellow":"Eve"},"options":{}}`)
	s, err := d.page.State()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range s.Players {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "Ana green Eve" {
		t.Errorf("players %s", got)
	}
	twice := json.RawMessage(`{"type":"start","players":["red","green"],"names":{"red":"Ana","green":"ANA\u200b"},"options":{}}`)
	if out, err := d.Do(context.Background(), webdesk.Command{Event: twice, Type: "start", After: -1}); err != nil || out.OK || !strings.Contains(out.Why, "named twice") {
		t.Errorf("two of one name: %+v, %v", out, err)
	}
	do(t, d, `{"type":"start","players":["Ana","\u0410na"]}`) // with a Cyrillic letter
	if s, err = d.page.State(); err != nil || len(s.Warnings) != 1 || s.Warnings[0].Code != "names_alike" {
		t.Errorf("names that look alike: %v, %v", s.Warnings, err)
	}
}

func TestTheFirstCallWinsByTheServersClock(t *testing.T) {
	d := atTable(t, journal.NewMemory())
	do(t, d, startOfTwo)
	for i, n := range []int{4, 5, 6, 7} {
		do(t, d, placing(i%2, n))
	}
	seen := 5 // events that both had seen
	first, err := d.Do(context.Background(), webdesk.Command{Event: json.RawMessage(`{"type":"call","player":0,"at":"1999-01-01T00:00:00Z"}`), Type: "call", After: seen})
	if err != nil || !first.OK {
		t.Fatalf("%v, %+v", err, first)
	}
	second, err := d.Do(context.Background(), webdesk.Command{Event: json.RawMessage(`{"type":"call","player":1,"at":"1998-01-01T00:00:00Z"}`), Type: "call", After: seen})
	if err != nil || second.OK || second.Late || second.Rule != snag.TooLate || second.Why != "Ana called first, 7 ms earlier" {
		t.Errorf("%v, %+v", err, second)
	}
	again, err := d.Do(context.Background(), webdesk.Command{Event: json.RawMessage(`{"type":"undo"}`), Type: "undo", After: seen})
	if err != nil || !again.Late {
		t.Errorf("of two taps at the same state the first counts: %v, %+v", err, again)
	}
}

func TestTheNoticeNamesWhoWasMeant(t *testing.T) {
	for _, who := range []string{`1`, `"Ben"`, `"BEN"`} {
		d := atTable(t, journal.NewMemory())
		do(t, d, startOfTwo)
		for i, n := range []int{4, 5, 6, 7} {
			do(t, d, placing(i%2, n))
		}
		do(t, d, `{"type":"call","player":`+who+`}`)
		if s := d.shown(t); s.Notice == nil || s.Notice.Kind != "call" || s.Notice.Player != s.Players[1].Color || s.Players[1].Total != 4 {
			t.Errorf("called by %s: %+v", who, s.Notice)
		}
		if do(t, d, `{"type":"undo"}`); d.shown(t).Notice.Player != engine.NoColor {
			t.Errorf("an undo names %+v", d.shown(t).Notice)
		}
	}
}

// TestAnEarlierEventIsCorrected corrects a game that goes on after a restart as it was corrected, and says what no longer fits.
func TestAnEarlierEventIsCorrected(t *testing.T) {
	j := journal.NewMemory()
	d := atTable(t, j)
	do(t, d, startOfTwo)
	for i, n := range []int{4, 5, 6, 7} {
		do(t, d, placing(i%2, n))
	}
	do(t, d, `{"type":"call","player":1}`)
	fix := json.RawMessage(`{"type":"correct","event":3,"to":{"type":"place","player":1,"number":50,"seen":true}}`)
	tried, err := d.Try(t.Context(), webdesk.Command{Event: fix, Type: kernel.Correct, After: -1})
	if err != nil || !tried.OK || len(tried.State.Warnings) != 1 || len(d.shown(t).Warnings) != 0 {
		t.Fatalf("tried, it brings %+v: %v", tried, err)
	}
	do(t, d, string(fix))
	after := snagAt(t, j)
	if err := after.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	after.run(t)
	for name, at := range map[string]*desk{"at once": d, "after a restart": after} {
		s := at.shown(t)
		if w := s.Warnings; len(w) != 1 || w[0].Code != kernel.MisfitCode || len(w[0].Events) != 1 || typeOf(w[0].Events[0]) != snag.Call {
			t.Errorf("%s the page warns of %+v", name, w)
		}
		if board := s.Detail.(snag.State).Board; fmt.Sprint(board) != "[4 6 7 50]" || s.Players[1].Total != 0 {
			t.Errorf("%s the board has %v, and Ben %d tiles", name, board, s.Players[1].Total)
		}
	}
	if kept := string(stored(t, j)[6].Payload); strings.Contains(kept, "seen") {
		t.Errorf("a person's word is kept as the camera's: %s", kept)
	}
	if do(t, after, `{"type":"undo"}`); len(after.shown(t).Warnings) != 0 || after.shown(t).Players[1].Total != 4 {
		t.Errorf("undone, the page shows %+v", after.shown(t))
	}
}

func TestAStoredGameGoesOn(t *testing.T) {
	j := journal.NewMemory()
	d := atTable(t, j)
	do(t, d, startOfTwo)
	do(t, d, `{"type":"place","player":"Ana","number":34}`)
	after := snagAt(t, j)
	if err := after.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	after.run(t)
	do(t, after, `{"type":"place","player":"Ben","number":35}`)
	all, err := j.Games(context.Background())
	if err != nil || len(all) != 1 || all[0].Last != 3 || all[0].Kind != "snag" || strings.Join(all[0].Players, " ") != "Ana Ben" {
		t.Errorf("%+v: %v", all, err)
	}
}

func TestWhatTheCameraSees(t *testing.T) {
	j := journal.NewMemory()
	d := atTable(t, j)
	noted := func() []string { return *d.noted }
	do(t, d, startOfTwo)
	camera := newCamera(t, d)
	camera.looks(0, 4, 5, 6)
	camera.looks(10, 4, 5, 6, 7)
	do(t, d, `{"type":"call","player":1}`)
	camera.looks(20) // the tiles are taken up: that is said already
	s, err := d.page.State()
	if err != nil || s.Players[1].Total != 4 || s.Turn != 1 {
		t.Errorf("%+v: %v", s.Players, err)
	}
	if noted := noted(); len(noted) != 1 || !strings.Contains(noted[0], "no run") {
		t.Errorf("noted %q", noted)
	}
	// Another board: another game, of the same players.
	camera = newCamera(t, d)
	camera.looks(0, 50, 60)
	all, err := j.Games(context.Background())
	if s, _ = d.page.State(); err != nil || len(all) != 2 || s.Turn != 0 || s.Players[0].Name != "Ana" {
		t.Errorf("%d games, turn %d: %v", len(all), s.Turn, err)
	}
}

// full is a journal on a full disk.
type full struct {
	journal.Journal
	now bool
}

func (f *full) Append(ctx context.Context, name string, after uint64, entries ...journal.Entry) error {
	if f.now {
		return journal.ErrFull
	}
	return f.Journal.Append(ctx, name, after, entries...)
}

func TestWhatCannotBeKeptIsReportedAndKeptLater(t *testing.T) {
	j := &full{Journal: journal.NewMemory()}
	d := atTable(t, j)
	do(t, d, startOfTwo)
	j.now = true
	if out := do(t, d, `{"type":"place","player":0,"number":34}`); !out.Unsafe {
		t.Error("who placed it is told that it is safe")
	}
	s, err := d.page.State()
	if err != nil || len(s.Warnings) != 1 || s.Warnings[0].Code != "not_saved_full" {
		t.Errorf("warnings %v: %v", s.Warnings, err)
	}
	j.now = false
	if out := do(t, d, `{"type":"place","player":1,"number":35}`); out.Unsafe {
		t.Error("it is safe, and said not to be")
	}
	if s, _ = d.page.State(); len(s.Warnings) != 0 {
		t.Errorf("warnings %v", s.Warnings)
	}
	if events := stored(t, j); len(events) != 3 {
		t.Errorf("%d events kept", len(events))
	}
}

func TestNonsenseIsRefused(t *testing.T) {
	d := atTable(t, journal.NewMemory())
	for _, event := range []string{`[]`, `{"type":"place","player":0,"number":4}`, `{"type":"start"}`, `{}`} {
		out, err := d.Do(context.Background(), webdesk.Command{Event: json.RawMessage(event), After: -1})
		if err != nil || out.OK || out.Why == "" {
			t.Errorf("%s: %+v, %v", event, out, err)
		}
	}
	if s, err := d.page.State(); err != nil || s.Events != 0 {
		t.Errorf("a game began: %+v, %v", s, err)
	}
}
