package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/vision/source"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// sums is the smallest game: numbers are added up. It is no goroutine's but the table's: the race detector sees to that.
type sums struct {
	sum, events int
	status      scoreboard.Status
	text        string
	changes     Changes
}

func newSums() *sums {
	s := &sums{status: scoreboard.Waiting}
	s.show()
	return s
}

func (s *sums) show() {
	s.changes.States = append(s.changes.States, scoreboard.State{Game: "sums", Status: s.status, StatusText: s.text, Turn: s.sum, Events: s.events})
}

func (s *sums) Do(c desk.Command) (desk.Outcome, error) {
	var add struct{ N int }
	if err := json.Unmarshal(c.Event, &add); err != nil || add.N == 0 && c.Type != game.Start {
		return desk.Outcome{Rule: "zero", Why: "0 adds nothing"}, err
	}
	if add.N == 13 {
		panic("unlucky")
	}
	s.add(add.N)
	s.changes.Records = append(s.changes.Records, Record{Another: c.Type == game.Start, Events: []json.RawMessage{c.Event}})
	return desk.Outcome{OK: true}, nil
}

func (s *sums) add(n int) {
	s.sum, s.events = s.sum+n, s.events+1
	s.show()
}

func (s *sums) Turned(status scoreboard.Status, text string) {
	s.status, s.text = status, text
	s.show()
}

func (s *sums) Apply(events []journal.Event) error {
	for _, e := range events {
		var add struct{ N int }
		if err := json.Unmarshal(e.Payload, &add); err != nil {
			return err
		}
		s.add(add.N)
	}
	return nil
}

func (s *sums) Load(stored journal.Game) error {
	s.sum, s.events = 0, 0
	return s.Apply(stored.Events)
}

func (s *sums) Resume(stored []journal.Game) error {
	if len(stored) == 0 {
		return nil
	}
	s.changes.Records = append(s.changes.Records, Record{Resumed: &stored[0]})
	return s.Load(stored[0])
}

func (s *sums) Changes() Changes {
	changes := s.changes
	s.changes = Changes{}
	return changes
}

// Advise implements Adviser.
func (s *sums) Advise(rack string, _ int) (func() ([]desk.Hint, error), error) {
	if rack == "" {
		return nil, errors.New("the rack is empty")
	}
	sum := s.sum
	return func() ([]desk.Hint, error) { return []desk.Hint{{Points: sum}}, nil }, nil
}

// Seen, Readings and Where implement Places.
func (s *sums) Seen() []desk.SeenTile { return []desk.SeenTile{{Height: s.sum}} }

func (s *sums) Readings(engine.Place) []desk.Reading { return []desk.Reading{{Chance: 1}} }

func (s *sums) Where(engine.Place) (engine.Quad, bool) { return engine.Quad{}, false }

// opened is a desk of sums; run starts it.
func opened(t *testing.T, party Party, j journal.Journal) (*Desk, *stream.Table) {
	t.Helper()
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	party.Remembers = 1
	return New(party, Options{Page: page, Journal: j, Kind: "sums", Title: "SUMS", Note: func(text string) { t.Log(text) }}), page
}

func run(t *testing.T, d *Desk, camera func(context.Context) error) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, camera) }()
	end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return end
}

func add(t *testing.T, d *Desk, n int) desk.Outcome {
	t.Helper()
	kind := "add"
	if n == 0 {
		kind = game.Start
	}
	out, err := d.Do(t.Context(), desk.Command{Event: json.RawMessage(fmt.Sprintf(`{"type":%q,"n":%d}`, kind, n)), Type: kind, After: -1})
	if err != nil || !out.OK {
		t.Fatalf("add %d: %+v, %v", n, out, err)
	}
	return out
}

func shown(t *testing.T, page *stream.Table) scoreboard.State {
	t.Helper()
	s, err := page.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWhatPeopleDoIsKeptThenShown(t *testing.T) {
	j := journal.NewMemory()
	d, page := opened(t, Party{Game: newSums()}, j)
	run(t, d, nil)
	add(t, d, 0)
	if out := add(t, d, 5); out.Unsafe || out.State.Turn != 5 || shown(t, page).Turn != 5 {
		t.Errorf("%+v", out)
	}
	if out, err := d.Do(t.Context(), desk.Command{Event: json.RawMessage(`{}`), Type: "add"}); err != nil || out.OK || out.Rule != "zero" {
		t.Errorf("%+v, %v", out, err)
	}
	if got := kept(t, j); got != "start add" || d.Game() == "" {
		t.Errorf("kept %q of game %q", got, d.Game())
	}
}

// peeking is a journal that looks at the page when it is written.
type peeking struct {
	journal.Journal
	look func()
}

func (p peeking) Append(ctx context.Context, game string, after uint64, entries ...journal.Entry) error {
	p.look()
	return p.Journal.Append(ctx, game, after, entries...)
}

func TestNothingIsShownBeforeItIsKept(t *testing.T) {
	var page *stream.Table
	early := false
	j := peeking{journal.NewMemory(), func() { early = early || shown(t, page).Turn != 0 }}
	d, opened := opened(t, Party{Game: newSums()}, j)
	page = opened
	run(t, d, nil)
	add(t, d, 0)
	if add(t, d, 5); early || shown(t, page).Turn != 5 {
		t.Errorf("shown early: %v; %+v", early, shown(t, page))
	}
}

func TestALostCameraIsShownAndItsReturn(t *testing.T) {
	d, page := opened(t, Party{Game: newSums()}, journal.NewMemory())
	run(t, d, nil)
	for _, c := range []struct {
		event pipeline.Event
		want  scoreboard.Status
		text  string
	}{
		{pipeline.Turned{Status: pipeline.HandOver}, scoreboard.Hand, ""},
		{pipeline.Camera{Type: source.Fault, Message: "plug it in"}, scoreboard.Lost, "plug it in"},
		{pipeline.Camera{Type: source.Recovered, Message: "it is back"}, scoreboard.Thinking, ""},
		{pipeline.Turned{Status: pipeline.Settled}, scoreboard.Live, ""},
	} {
		if err := d.Own(func() error { return d.Report(c.event) }); err != nil {
			t.Fatal(err)
		}
		if s := shown(t, page); s.Status != c.want || s.StatusText != c.text {
			t.Errorf("after %+v: %s %q", c.event, s.Status, s.StatusText)
		}
	}
	d.Lost("no camera any more")
	if s := shown(t, page); s.Status != scoreboard.Lost || s.StatusText != "no camera any more" {
		t.Errorf("%s %q", s.Status, s.StatusText)
	}
}

func TestWhyNothingIsReadIsShownUntilItIsOver(t *testing.T) {
	d, page := opened(t, Party{Game: newSums()}, journal.NewMemory())
	run(t, d, nil)
	d.camera.Show([]byte("a picture"), image.Pt(1280, 720))
	report := func(event pipeline.Event) {
		t.Helper()
		if err := d.Own(func() error { return d.Report(event) }); err != nil {
			t.Fatal(err)
		}
	}
	report(pipeline.Turned{Status: pipeline.Reading})
	report(pipeline.Ignored{Type: "ignored", Region: [4]int{0, 0, 64, 64}})
	report(pipeline.Held{Type: "held", Reason: pipeline.Covered, Region: &[4]int{1000, 300, 280, 200}, Message: "take it away"})
	if s := shown(t, page); len(s.Warnings) != 1 || s.Warnings[0].Code != "held_covered" || s.Warnings[0].Message != "take it away" {
		t.Errorf("warnings %v", s.Warnings)
	}
	_, seen := d.Picture()
	want := []desk.Mark{{X: 0, Y: 0, Width: 64, Height: 64, Kind: desk.Ignored}, {X: 1000, Y: 300, Width: 280, Height: 200, Kind: desk.Holds}}
	if !slices.Equal(seen.Marks, want) {
		t.Errorf("marks %v, want %v", seen.Marks, want)
	}
	report(pipeline.Held{Type: "slow", Reason: pipeline.Overloaded, Reads: 3, Of: 15})
	if s := shown(t, page); len(s.Warnings) != 2 || !reflect.DeepEqual(s.Warnings[1], engine.Warning{Code: "held_overloaded", Reads: 3, Of: 15}) {
		t.Errorf("warnings %v of a computer that is too slow", s.Warnings)
	}
	report(pipeline.Held{Type: "profile", Reason: pipeline.OtherTiles, Message: "measure them"})
	if s := shown(t, page); len(s.Warnings) != 3 || !reflect.DeepEqual(s.Warnings[2], engine.Warning{Code: "held_other_tiles", Message: "measure them"}) {
		t.Errorf("warnings %v of tiles that are not those that were measured", s.Warnings)
	}
	report(pipeline.Held{Type: "slow"})
	report(pipeline.Held{Type: "released"})
	if s := shown(t, page); len(s.Warnings) != 1 || s.Warnings[0].Code != "held_other_tiles" {
		t.Errorf("warnings %v after it is over, but for the tiles", s.Warnings)
	}
	if _, seen := d.Picture(); !slices.Equal(seen.Marks, want[:1]) {
		t.Errorf("marks %v after it is over, want %v", seen.Marks, want[:1])
	}
}

func TestOneGoroutineOwnsTheGame(t *testing.T) {
	d, page := opened(t, Party{Game: newSums()}, journal.NewMemory())
	run(t, d, nil)
	add(t, d, 0)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				add(t, d, 1)
				_ = d.Own(func() error { return d.Report(pipeline.Turned{Status: pipeline.Reading}) })
				d.Game()
			}
		})
	}
	all.Wait()
	if s := shown(t, page); s.Turn != 160 || s.Events != 161 {
		t.Errorf("%+v", s)
	}
}

func TestNobodyHangsAtTheEnd(t *testing.T) {
	d, _ := opened(t, Party{Game: newSums()}, journal.NewMemory())
	run(t, d, nil)()
	if _, err := d.Do(t.Context(), desk.Command{}); !errors.Is(err, stream.ErrClosed) {
		t.Errorf("a command: %v", err)
	}
	if err := d.Own(func() error { return nil }); !errors.Is(err, stream.ErrClosed) {
		t.Errorf("a picture: %v", err)
	}
	if d.Game() != "" {
		t.Error("a closed table has a game")
	}
}

func TestTheTableWaitsForItsCamera(t *testing.T) {
	j := journal.NewMemory()
	s := newSums()
	d, _ := opened(t, Party{Game: s}, j)
	var watched atomic.Bool
	end := run(t, d, func(ctx context.Context) error {
		<-ctx.Done() // as a pipeline sums up then
		err := d.Own(func() error {
			s.changes.Records = append(s.changes.Records, Record{Events: example[:1]})
			return d.Report(pipeline.Lines{})
		})
		watched.Store(true)
		return err
	})
	if end(); !watched.Load() || kept(t, j) != "start" {
		t.Errorf("the camera's last lines: %v, kept %q", watched.Load(), kept(t, j))
	}
}

func TestAGameThatFailsDoesNotTakeTheTableAlong(t *testing.T) {
	d, page := opened(t, Party{Game: newSums()}, journal.NewMemory())
	run(t, d, nil)
	add(t, d, 0)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("who asked does not hear of it")
			}
		}()
		add(t, d, 13)
	}()
	if add(t, d, 2); shown(t, page).Turn != 2 {
		t.Errorf("%+v", shown(t, page))
	}
}

func TestWhatAFullDiskRefusedIsKeptLaterAlsoOfAnEarlierGame(t *testing.T) {
	disk := &moody{Journal: journal.NewMemory()}
	d, page := opened(t, Party{Game: newSums()}, disk)
	full := func(err error) {
		if err := d.Own(func() error { disk.fails = err; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	run(t, d, nil)
	add(t, d, 0)
	full(journal.ErrFull)
	if out := add(t, d, 1); !out.Unsafe || len(out.State.Warnings) != 1 || out.State.Warnings[0].Code != "not_saved_full" {
		t.Errorf("who added is told that it is safe: %+v", out)
	}
	add(t, d, 0) // another game, while the first one waits
	add(t, d, 1)
	if header, waiting := d.Unkept(); header.Kind != "sums" || len(waiting) != 2 || len(shown(t, page).Warnings) != 1 {
		t.Errorf("%d events of the game wait, warned %v", len(waiting), shown(t, page).Warnings)
	}
	full(nil)
	for deadline := time.Now().Add(time.Minute); len(shown(t, page).Warnings) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it is not tried again")
		}
	}
	if got := kept(t, disk); got != "start add | start add" {
		t.Errorf("kept %q", got)
	}
}

func TestWhatOthersKeptIsHeardOnce(t *testing.T) {
	j := journal.NewMemory()
	d, page := opened(t, Party{Game: newSums()}, j)
	run(t, d, nil)
	add(t, d, 0)
	event := func(seq uint64) journal.Event {
		return journal.Event{Kind: "sums", Game: d.Game(), Seq: seq, Time: time.Now(), Payload: json.RawMessage(`{"type":"add","n":3}`)}
	}
	if err := d.Apply([]journal.Event{event(1)}); err != nil || shown(t, page).Turn != 0 {
		t.Errorf("its own event counts twice: %+v, %v", shown(t, page), err)
	}
	if err := d.Apply([]journal.Event{event(2)}); err != nil || shown(t, page).Turn != 3 {
		t.Errorf("another's event: %+v, %v", shown(t, page), err)
	}
	if err := d.Apply([]journal.Event{event(5)}); err == nil {
		t.Error("an event after one that is not known follows")
	}
	stored := journal.Game{Header: journal.Header{Game: "other", Kind: "sums"}, Events: []journal.Event{{Game: "other", Kind: "sums", Seq: 1, Time: time.Now(), Payload: json.RawMessage(`{"n":40}`)}}}
	if err := d.Reload(stored); err != nil || shown(t, page).Turn != 40 || d.Game() != "other" {
		t.Errorf("reloaded: %+v, %v", shown(t, page), err)
	}
	if err := d.Reload(journal.Game{}); err == nil {
		t.Error("a game without events is reloaded")
	}
}

func TestOnlyWhatAGameCanDoIsOffered(t *testing.T) {
	d, _ := opened(t, Party{Game: newSums()}, journal.NewMemory())
	run(t, d, nil)
	if _, err := d.Advise("ABC", 1); err == nil {
		t.Error("a game without hints gives some")
	}
	if err := d.Choose(scoreboard.Aids{Timer: 1}); !errors.Is(err, ErrNoChoice) {
		t.Errorf("it is to be helped: %v", err)
	}
	if d.Readings(engine.Place{}) != nil || d.Crop(engine.Place{}) != nil {
		t.Error("a game without places has readings")
	}
	s := newSums()
	more, page := opened(t, Party{Game: s, Adviser: s, Places: s}, journal.NewMemory())
	run(t, more, nil)
	add(t, more, 0)
	add(t, more, 7)
	if hints, err := more.Advise("ABC", 1); err != nil || len(hints) != 1 || hints[0].Points != 7 {
		t.Errorf("%+v, %v", hints, err)
	}
	if err := more.Choose(scoreboard.Aids{Timer: 90}); err != nil || shown(t, page).Aids.Timer != 90 || shown(t, page).Turn != 7 {
		t.Errorf("%+v, %v", shown(t, page), err)
	}
	if r := more.Readings(engine.Place{}); len(r) != 1 {
		t.Errorf("readings %v", r)
	}
}
