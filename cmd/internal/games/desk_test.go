package games

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/snag"
	"tilewatch/web/desk"
	websnag "tilewatch/web/games/snag"
	"tilewatch/web/stream"
)

// atTable is a desk for SNAG at a table of its own, kept in the journal.
func atTable(t *testing.T, j journal.Journal) *Desk {
	t.Helper()
	d := NewDesk(func() game.Table { return snag.Game{}.Table(nil) })
	d.Shown, d.Web = page(websnag.Scoreboard), stream.NewTable("1")
	d.Keeper = &Keeper{Journal: j, Kind: "snag", Title: "SNAG"}
	clock := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { clock = clock.Add(7 * time.Millisecond); return clock }
	t.Cleanup(d.Web.Close)
	return d
}

// do sends an event that must be taken.
func do(t *testing.T, d *Desk, event string) desk.Outcome {
	t.Helper()
	out, err := d.Do(context.Background(), desk.Command{Event: json.RawMessage(event), Type: typeOf(json.RawMessage(event)), After: -1})
	if err != nil || !out.OK {
		t.Fatalf("%s: %v %s", event, err, out.Why)
	}
	return out
}

const startOfTwo = `{"type":"start","game":"snag","players":["Ana","Ben"]}`

func TestTheSetUpPagesPlayersHaveNames(t *testing.T) {
	d := atTable(t, journal.NewMemory())
	do(t, d, `{"type":"start","players":["red","green","yellow"],"names":{"red":"Ana","yellow":"Ana"},"options":{}}`)
	s, err := d.Web.State()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range s.Players {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "Ana green yellow" {
		t.Errorf("players %s", got)
	}
}

func TestTheFirstCallWinsByTheServersClock(t *testing.T) {
	d := atTable(t, journal.NewMemory())
	do(t, d, startOfTwo)
	for i, n := range []string{"4", "5", "6", "7"} {
		do(t, d, `{"type":"place","player":`+[]string{"0", "1"}[i%2]+`,"number":`+n+`}`)
	}
	seen := 5 // events that both had seen
	first, err := d.Do(context.Background(), desk.Command{Event: json.RawMessage(`{"type":"call","player":0,"at":"1999-01-01T00:00:00Z"}`), Type: "call", After: seen})
	if err != nil || !first.OK {
		t.Fatalf("%v, %+v", err, first)
	}
	second, err := d.Do(context.Background(), desk.Command{Event: json.RawMessage(`{"type":"call","player":1,"at":"1998-01-01T00:00:00Z"}`), Type: "call", After: seen})
	if err != nil || second.OK || second.Late || second.Rule != snag.TooLate || second.Why != "Ana called first, 7 ms earlier" {
		t.Errorf("%v, %+v", err, second)
	}
	again, err := d.Do(context.Background(), desk.Command{Event: json.RawMessage(`{"type":"undo"}`), Type: "undo", After: seen})
	if err != nil || !again.Late {
		t.Errorf("of two taps at the same state the first counts: %v, %+v", err, again)
	}
}

func TestAStoredGameGoesOn(t *testing.T) {
	j := journal.NewMemory()
	d := atTable(t, j)
	do(t, d, startOfTwo)
	do(t, d, `{"type":"place","player":"Ana","number":34}`)
	after := atTable(t, j)
	events, err := after.Keeper.Last(context.Background())
	if err != nil || len(events) != 2 {
		t.Fatalf("%d events: %v", len(events), err)
	}
	if err := after.Resume(events); err != nil {
		t.Fatal(err)
	}
	do(t, after, `{"type":"place","player":"Ben","number":35}`)
	all, err := j.Games(context.Background())
	if err != nil || len(all) != 1 || all[0].Last != 3 || all[0].Kind != "snag" || strings.Join(all[0].Players, " ") != "Ana Ben" {
		t.Errorf("%+v: %v", all, err)
	}
}

func TestWhatTheCameraSees(t *testing.T) {
	j := journal.NewMemory()
	d := atTable(t, j)
	var noted []string
	d.Note = func(message string) { noted = append(noted, message) }
	do(t, d, startOfTwo)
	follower := snag.Game{}.Follow(nil, nil)
	see := func(frame int, tiles ...int) {
		var look snag.Look
		for _, n := range snag.Numbers {
			look.Squares = append(look.Squares, snag.Seen{Number: n, Tile: -9})
			for _, lies := range tiles {
				if lies == n {
					look.Squares[len(look.Squares)-1].Tile = 9
				}
			}
		}
		for k := range 2 {
			for _, l := range follower.See(game.Moment{Frame: frame + k, Time: time.Duration(frame+k) * time.Second}, look) {
				if err := d.Tell(l); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	see(0, 4, 5, 6)
	see(10, 4, 5, 6, 7)
	do(t, d, `{"type":"call","player":1}`)
	see(20) // the tiles are taken up: that is said already
	s, err := d.Web.State()
	if err != nil || s.Players[1].Total != 4 || s.Turn != 1 {
		t.Errorf("%+v: %v", s.Players, err)
	}
	if len(noted) != 1 || !strings.Contains(noted[0], "no run") {
		t.Errorf("noted %q", noted)
	}
	// Another board: another game, of the same players.
	follower = snag.Game{}.Follow(nil, nil)
	see(0, 50, 60)
	all, err := j.Games(context.Background())
	if s, _ = d.Web.State(); err != nil || len(all) != 2 || s.Turn != 0 || s.Players[0].Name != "Ana" {
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

func TestWhatCannotBeKeptIsToldAndKeptLater(t *testing.T) {
	j := &full{Journal: journal.NewMemory()}
	d := atTable(t, j)
	do(t, d, startOfTwo)
	j.now = true
	if out := do(t, d, `{"type":"place","player":0,"number":34}`); !out.Unsafe {
		t.Error("who placed it is told that it is safe")
	}
	s, err := d.Web.State()
	if err != nil || len(s.Warnings) != 1 || s.Warnings[0].Code != "not_saved_full" {
		t.Errorf("warnings %v: %v", s.Warnings, err)
	}
	j.now = false
	if out := do(t, d, `{"type":"place","player":1,"number":35}`); out.Unsafe {
		t.Error("it is safe, and said not to be")
	}
	if s, _ = d.Web.State(); len(s.Warnings) != 0 {
		t.Errorf("warnings %v", s.Warnings)
	}
	events, err := (&Keeper{Journal: j, Kind: "snag"}).Last(context.Background())
	if err != nil || len(events) != 3 {
		t.Errorf("%d events kept: %v", len(events), err)
	}
}

func TestNonsenseIsRefused(t *testing.T) {
	d := atTable(t, journal.NewMemory())
	for _, event := range []string{`[]`, `{"type":"place","player":0,"number":4}`, `{"type":"start"}`, `{}`} {
		out, err := d.Do(context.Background(), desk.Command{Event: json.RawMessage(event), After: -1})
		if err != nil || out.OK || out.Why == "" {
			t.Errorf("%s: %+v, %v", event, out, err)
		}
	}
	if d.Begun() {
		t.Error("a game began")
	}
}

func TestGamesAreFoundByName(t *testing.T) {
	for _, name := range Names() {
		g, err := Find(name)
		if err != nil || g.Name() != name || g.Title() == "" || g.Table(nil) == nil {
			t.Errorf("%s: %v", name, err)
		}
		if a := g.Table(nil).Handle([]byte(`{"type":"nothing"}`)); a.OK {
			t.Errorf("%s takes an event before a game has begun", name)
		}
	}
	if _, err := Find("chess"); err == nil || !strings.Contains(err.Error(), "--game nabit") {
		t.Errorf("chess: %v", err)
	}
}
