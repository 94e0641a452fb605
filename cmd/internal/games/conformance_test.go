package games

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine/journal"
	"tilewatch/vision/source"
	"tilewatch/web/access"
	"tilewatch/web/clock"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// every runs the test for each of the program's games.
func every(t *testing.T, test func(*testing.T, game.Game)) {
	for _, g := range all {
		t.Run(g.Name, func(t *testing.T) { test(t, g) })
	}
}

// party is a game at a table of its own.
type party struct {
	*table.Desk
	game.Party
	page *stream.Table
}

// at opens a party whose game the journal keeps. run starts its desk.
func at(t *testing.T, g game.Game, j journal.Journal, players ...string) *party {
	t.Helper()
	return judged(t, g, j, nil, players...)
}

// judged is at, with words by which that table judges; nil: none.
func judged(t *testing.T, g game.Game, j journal.Journal, words *wordlist.List, players ...string) *party {
	t.Helper()
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	camera := &table.Camera{}
	note := func(text string) { t.Log(text) }
	began := time.Now()
	now := clock.Of(time.Now, func() time.Duration { return time.Since(began) }) // Go's time, which synctest lets pass
	sat, err := g.Sit(game.Inputs{Players: players}, game.Seat{Blind: camera.Blind, Clock: now, Note: note, Words: words})
	if err != nil {
		t.Fatal(err)
	}
	standing := func(kept journal.Game) (scoreboard.State, error) { return g.Standing(kept, nil) }
	return &party{table.New(sat.Party, table.Options{Page: page, Journal: j, Kind: g.Name, Title: g.Title, Camera: camera, Note: note, Standing: standing, Words: words, Clocked: true}), sat, page}
}

// run runs the desk until the test ends, or end is called.
func (p *party) run(t *testing.T) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = p.Desk.Run(ctx, nil) }() // only a camera has errors
	end = func() { cancel(); <-ended }
	t.Cleanup(end)
	return end
}

func (p *party) do(t *testing.T, event string) desk.Outcome {
	t.Helper()
	out, err := p.Desk.Do(t.Context(), command(event, kindOf(t, event)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func kindOf(t *testing.T, event string) string {
	t.Helper()
	var typed struct{ Type string }
	if err := json.Unmarshal([]byte(event), &typed); err != nil {
		t.Fatal(err)
	}
	return typed.Type
}

// command is the host's event.
func command(event, kind string) desk.Command {
	return desk.Command{Event: json.RawMessage(event), Type: kind, Role: access.RoleHost, After: -1}
}

func (p *party) state(t *testing.T) scoreboard.State {
	t.Helper()
	s, err := p.page.State()
	if err != nil {
		t.Fatal(err)
	}
	described(t, s)
	return s
}

// startOfTwo is what the set-up page sends.
const startOfTwo = `{"type":"start","players":["red","green"],"names":{"red":"Ana"},"options":{}}`

// moody is a journal on a disk that is full for a while.
type moody struct {
	journal.Journal
	full bool
}

func (m *moody) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	if m.full {
		return journal.ErrFull
	}
	return m.Journal.Create(ctx, h, entries...)
}

func TestEveryGameIsKept(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		disk := &moody{Journal: journal.NewMemory(), full: true}
		p := at(t, g, disk)
		p.run(t)
		if out := p.do(t, startOfTwo); !out.OK || !out.Unsafe {
			t.Errorf("on a full disk: %+v", out)
		}
		if s := p.state(t); len(s.Warnings) != 1 || s.Warnings[0].Code != "not_saved_full" || s.Events != 1 {
			t.Errorf("warnings %v, %d events", s.Warnings, s.Events)
		}
		if err := p.Own(func() error { disk.full = false; return p.Report(pipeline.Lines{}) }); err != nil { // a picture that brought nothing
			t.Fatal(err)
		}
		games, err := disk.Games(t.Context())
		if err != nil || len(games) != 1 || games[0].Kind != g.Name || !strings.HasPrefix(games[0].Title, g.Title+", ") || len(games[0].Players) != 2 {
			t.Fatalf("kept %+v, %v", games, err)
		}
		if s := p.state(t); len(s.Warnings) != 0 || p.Game() != games[0].Game {
			t.Errorf("warnings %v, game %q", s.Warnings, p.Game())
		}
		if late, err := p.Desk.Do(t.Context(), desk.Command{Event: json.RawMessage(`{"type":"undo"}`), Type: "undo", After: 7}); err != nil || !late.Late {
			t.Errorf("who has seen other events is not late: %+v, %v", late, err)
		}
		if out := p.do(t, `{"type":"dance"}`); out.OK || out.Why == "" || out.Rule == "" {
			t.Errorf("nonsense: %+v", out)
		}
		if stored, err := games[0].Load(t.Context(), disk); err != nil {
			t.Error(err)
		} else if s, err := g.Standing(stored, nil); err != nil || len(s.Players) != 2 {
			t.Errorf("its page: %+v, %v", s.Players, err)
		}
	})
}

func TestEveryGameTakesWhatOthersKept(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		j := journal.NewMemory()
		here := at(t, g, j)
		here.run(t)
		here.do(t, startOfTwo)
		games, err := j.Games(t.Context())
		if err != nil || len(games) != 1 {
			t.Fatalf("%+v, %v", games, err)
		}
		stored, err := games[0].Load(t.Context(), j)
		if err != nil {
			t.Fatal(err)
		}
		there := at(t, g, j)
		there.run(t)
		if err := there.Reload(stored); err != nil {
			t.Fatal(err)
		}
		if a, b := here.state(t), there.state(t); a.Events != b.Events || len(a.Players) != len(b.Players) || there.Game() != here.Game() {
			t.Errorf("%+v, %+v", a, b)
		}
		if err := there.Apply(stored.Events); err != nil || there.state(t).Events != 1 {
			t.Errorf("what it knows counts twice: %+v, %v", there.state(t), err)
		}
		if err := there.Apply([]journal.Event{{Game: "another", Seq: 1}}); err == nil {
			t.Error("an event of another game follows")
		}
	})
}

// lost is a source that is lost and found again after so many frames.
type lost struct {
	source.Source
	after int
	news  []*source.Status
}

func (l *lost) Next(ctx context.Context) (source.Frame, error) {
	if l.after--; l.after < 0 && len(l.news) > 0 {
		news := l.news[0]
		l.news = l.news[1:]
		return source.Frame{}, news
	}
	return l.Source.Next(ctx)
}

// empty is a film of an empty table.
func empty(t *testing.T, frames int) source.Source {
	t.Helper()
	table := image.NewGray(image.Rect(0, 0, 320, 240))
	for i := range table.Pix {
		table.Pix[i] = uint8(90 + i%31)
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, table, nil); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for i := range frames {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.jpg", i)), file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	source, err := source.Open(folder, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// statuses is a table that notes what its page showed after each event.
type statuses struct {
	*party
	t   *testing.T
	all []string
}

func (s *statuses) Report(event pipeline.Event) error {
	err := s.party.Report(event)
	if now := string(s.state(s.t).Status); len(s.all) == 0 || s.all[len(s.all)-1] != now {
		s.all = append(s.all, now)
	}
	return err
}

func TestALostCameraIsShownByEveryGame(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		p := at(t, g, journal.NewMemory())
		p.run(t)
		p.do(t, startOfTwo)
		source := &lost{empty(t, 40), 20, []*source.Status{{Kind: source.Fault, Message: "plug it in"}, {Kind: source.Recovered}}}
		defer source.Close()
		film, err := p.Film(game.Inputs{}, source)
		if err != nil {
			t.Fatal(err)
		}
		defer film.Close()
		seen := &statuses{party: p, t: t}
		if err := film.Run(t.Context(), seen, pipeline.Reports{Note: func(text string) { t.Log(text) }}); err != nil {
			t.Fatal(err)
		}
		i := slices.Index(seen.all, string(scoreboard.Lost))
		if i < 0 || i+1 >= len(seen.all) || seen.all[i+1] != string(scoreboard.Thinking) {
			t.Errorf("the page showed %v", seen.all)
		}
	})
}
