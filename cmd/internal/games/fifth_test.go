package games

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
	"tilewatch/vision/source"
	"tilewatch/web"
	"tilewatch/web/after"
	"tilewatch/web/clock"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// PIPS is as small as a game can be: dice are thrown, and who has ten pips first has won. It shows what a fifth game needs, and that
// one line is enough to have it everywhere.
type pips struct{}

// pipsLook is what one picture shows: outlines of the pips.
type pipsLook struct{ dots []engine.Quad }

// pipsNow is a position, and all there is to show of it.
type pipsNow struct {
	Players kernel.Seats `json:"players"`
	Scores  []pipsScore  `json:"scores"`
	Next    any          `json:"next"`
	Turn    int          `json:"turn"`
	Thrown  int          `json:"thrown"`
	Over    bool         `json:"over"`
	Winners []string     `json:"winners"`
}

type pipsScore struct {
	Player string `json:"player"`
	Total  int    `json:"total"`
}

func (pips) Name() string  { return "pips" }
func (pips) Title() string { return "PIPS" }

func (pips) Table(kernel.Words) kernel.Table {
	return kernel.NewFold(kernel.Rules[pipsNow]{
		Name: "pips",
		Start: func(e kernel.Event) (p pipsNow, _ any, refused []kernel.Violation) {
			if refused = e.Into(&p); refused == nil {
				refused = p.Players.Check(1, 4)
			}
			for _, name := range p.Players {
				p.Scores, p.Next = append(p.Scores, pipsScore{Player: name}), p.Players[0]
			}
			return p, nil, refused
		},
		Apply: func(p pipsNow, e kernel.Event) (pipsNow, any, []kernel.Violation) {
			var throw struct{ Pips int }
			if refused := e.Into(&throw); refused != nil {
				return p, nil, refused
			}
			if e.Type != "throw" || throw.Pips < 1 || p.Over {
				return p, nil, kernel.Broken("no_throw", "throw the dice again")
			}
			at := p.Turn % len(p.Scores)
			p.Scores = slices.Clone(p.Scores)
			p.Scores[at].Total += throw.Pips
			p.Turn, p.Thrown = p.Turn+1, throw.Pips
			p.Next = p.Players[p.Turn%len(p.Players)]
			if p.Scores[at].Total >= 10 {
				p.Over, p.Winners, p.Next = true, []string{p.Scores[at].Player}, nil
			}
			return p, nil, nil
		},
		Show: func(p pipsNow) any { return p },
	})
}

func (pips) Read(look pipsLook, _ kernel.Words) kernel.Reading {
	r := kernel.Reading{Fields: map[string]int{"pips": len(look.dots)}, Text: []string{fmt.Sprintf("%d pips", len(look.dots))}}
	for _, q := range look.dots {
		r.Marks = append(r.Marks, kernel.Mark{Quad: q, Label: "1"})
	}
	return r
}

func (pips) Follow(kernel.Words, []string) kernel.Follower[pipsLook] { return &pipsFollower{} }

// pipsFollower reports each throw once.
type pipsFollower struct{ reported int }

func (f *pipsFollower) See(m kernel.Moment, look pipsLook) []kernel.Line {
	if n := len(look.dots); n > 0 && n != f.reported {
		f.reported = n
		l := kernel.LineAt(m, "throw", map[string]int{"pips": n})
		l.Events = []json.RawMessage{json.RawMessage(fmt.Sprintf(`{"type":"throw","seen":true,"pips":%d}`, n))}
		return []kernel.Line{l}
	}
	return nil
}

func (f *pipsFollower) Settled() bool { return true }

func (f *pipsFollower) Finish(m kernel.Moment) []kernel.Line {
	return []kernel.Line{kernel.LineAt(m, kernel.Summary, nil)}
}

// pipsEyes look for bright spots on a dark table.
type pipsEyes struct{}

func (pipsEyes) Close() error { return nil }

func (pipsEyes) Look(p *picture.Picture, _ profile.Inputs) (look pipsLook, err error) {
	err = picture.WithPixels(p, func(r *picture.Raster) error {
		const step, around = 4, 12 // pixels: how finely is looked, and how far from a spot nothing belongs to another
		for y := 0; y < r.H; y += step {
			for x := 0; x < r.W; x += step {
				at := engine.Point{X: float64(x), Y: float64(y)}
				known := slices.ContainsFunc(look.dots, func(q engine.Quad) bool {
					return at.X > q[0].X-around && at.X < q[2].X+around && at.Y > q[0].Y-around && at.Y < q[2].Y+around
				})
				if !known && r.GrayAt(at) > 200 {
					look.dots = append(look.dots, engine.Quad{{X: at.X - 8, Y: at.Y}, {X: at.X + 8, Y: at.Y}, {X: at.X + 8, Y: at.Y + 16}, {X: at.X - 8, Y: at.Y + 16}})
				}
			}
		}
		return nil
	})
	return look, err
}

// fifth adds PIPS to the program's games: the one line.
func fifth(t *testing.T) game.Game {
	t.Helper()
	before := all
	all = append(slices.Clone(all),
		game.Define(pips{}, func() (profile.Eyes[pipsLook], error) { return pipsEyes{}, nil }, nil),
	)
	t.Cleanup(func() { all = before })
	g, err := Find("pips")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// dice is a photo of so many pips.
func dice(t *testing.T, n int) []byte {
	t.Helper()
	photo := image.NewGray(image.Rect(0, 0, 640, 480))
	for i := range photo.Pix {
		photo.Pix[i] = uint8(40 + i%31) // a table is never of one gray
	}
	for i := range n {
		x, y := 60+i%6*100, 80+i/6*100
		draw.Draw(photo, image.Rect(x-8, y-8, x+8, y+8), image.NewUniform(color.White), image.Point{}, draw.Src)
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, photo, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestAFifthGameHasItsPhotosRead(t *testing.T) {
	photos, err := fifth(t).Photos(game.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	defer photos.Close()
	read, err := photos.Read(dice(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(read.Named("dice.jpg"))
	if err != nil || !strings.HasPrefix(string(line), `{"photo":"dice.jpg","game":"pips","elapsed_ms":`) || !strings.Contains(string(line), `"pips":5,"warnings":[]`) {
		t.Errorf("%s: %v", line, err)
	}
	if !strings.Contains(read.Text(term.Painter{}), "5 pips") {
		t.Errorf("for people: %q", read.Text(term.Painter{}))
	}
	if _, err := read.Overlay(dice(t, 5)); err != nil {
		t.Errorf("overlay: %v", err)
	}
	if photo := parts.PhotoOf(Pages{}.Drawn("pips"), line, nil); len(photo.Lines) != 1 || photo.Lines[0].Name != "pips" || photo.Lines[0].Points != "5" {
		t.Errorf("the photo's page says %+v", photo)
	}
}

func TestAFifthGameIsWatched(t *testing.T) {
	g := fifth(t)
	source := shots(t, 3, 7)
	defer source.Close()
	film, err := g.Film(game.Inputs{}, source)
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	var seen []string
	err = film.Run(t.Context(), pipeline.Alone(func(event pipeline.Event) error {
		if lines, ok := event.(pipeline.Lines); ok {
			for _, l := range lines {
				l := l.JSON.(kernel.Line)
				seen = append(seen, fmt.Sprint(l.Type, l.Fields))
			}
		}
		return nil
	}), pipeline.Reports{Note: func(note string) { t.Log(note) }})
	if want := "throwmap[pips:3] throwmap[pips:7] summary<nil>"; err != nil || strings.Join(seen, " ") != want {
		t.Errorf("saw %q, want %q: %v", seen, want, err)
	}
}

// shots is a film that shows each number of pips for two seconds.
func shots(t *testing.T, pips ...int) source.Source {
	t.Helper()
	folder := t.TempDir()
	for i := range 30 * len(pips) {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.jpg", i)), dice(t, pips[i/30]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	source, err := source.Open(folder, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// fifthSite serves a table of PIPS, and what was played.
func fifthSite(t *testing.T, g game.Game, j journal.Journal) *fifthDesk {
	t.Helper()
	server, err := web.New(web.Options{Mount: []func(*web.Server, *echo.Echo){after.Mount(after.Deps{Journal: j, Games: Pages{}})}})
	if err != nil {
		t.Fatal(err)
	}
	page, err := server.Open("1")
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(server.Handler())
	camera := &table.Camera{}
	party, err := g.Sit(game.Inputs{}, game.Seat{Blind: camera.Blind, Clock: clock.New(), Note: func(note string) { t.Log(note) }})
	if err != nil {
		t.Fatal(err)
	}
	d := &fifthDesk{table.New(party.Party, table.Options{Page: page, Journal: j, Kind: g.Name, Title: g.Title, Camera: camera}), party, page, site.URL}
	d.Seat()
	t.Cleanup(func() { site.Close(); server.Close() })
	return d
}

// fifthDesk is a desk of PIPS with its page and its site.
type fifthDesk struct {
	*table.Desk
	party game.Party
	page  *stream.Table
	site  string
}

// run runs the desk until the test ends.
func (d *fifthDesk) run(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = d.Run(ctx, nil) }() // only a camera has errors
	t.Cleanup(func() { end(); <-ended })
}

// do sends an event that must be taken.
func (d *fifthDesk) do(t *testing.T, event string) {
	t.Helper()
	var typed struct{ Type string }
	if err := json.Unmarshal([]byte(event), &typed); err != nil {
		t.Fatal(err)
	}
	out, err := d.Do(t.Context(), desk.Command{Event: json.RawMessage(event), Type: typed.Type, After: -1})
	if err != nil || !out.OK {
		t.Fatalf("%s: %v %s", event, err, out.Why)
	}
}

// sees has the desk's camera see so many pips.
func (d *fifthDesk) sees(t *testing.T, pips int) {
	t.Helper()
	source := shots(t, pips)
	defer source.Close()
	film, err := d.party.Film(game.Inputs{}, source)
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	if err := film.Run(t.Context(), d.Desk, pipeline.Reports{}); err != nil {
		t.Fatal(err)
	}
}

// page is what an address shows.
func shownAt(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", address, answer.StatusCode, err)
	}
	return string(body)
}

func TestAFifthGameIsServed(t *testing.T) {
	g, j := fifth(t), journal.NewMemory()
	d := fifthSite(t, g, j)
	d.run(t)
	site := d.site
	if body := shownAt(t, site+"/t/1/watch"); !strings.Contains(body, "PIPS") || strings.Contains(body, "NAB-IT!") {
		t.Errorf("before the game: %s", body)
	}
	d.do(t, `{"type":"start","players":["red","green"],"names":{"red":"Ana","green":"Ben"},"options":{}}`) // as the set-up page sends it
	d.do(t, `{"type":"throw","pips":4}`)
	d.sees(t, 6)
	if jpeg, seen := d.Picture(); jpeg == nil || seen.Width == 0 {
		t.Errorf("the pages have %d bytes of a picture %d pixels wide", len(jpeg), seen.Width)
	}
	for _, view := range []string{"watch", "play", "tv"} {
		body := shownAt(t, site+"/t/1/"+view)
		for _, part := range []string{"Ana’s turn", "Ben", "<dt>thrown</dt><dd>6</dd>", `<span aria-hidden="true">4</span>`} {
			if !strings.Contains(body, part) {
				t.Errorf("%s lacks %q: %s", view, part, body)
			}
		}
	}
	d.do(t, `{"type":"undo"}`)
	d.do(t, `{"type":"redo"}`)
	d.do(t, `{"type":"throw","pips":6}`)
	if body := shownAt(t, site+"/t/1/watch"); !strings.Contains(body, "Ana wins") {
		t.Errorf("at the end: %s", body)
	}
	if body := shownAt(t, site+"/games"); !strings.Contains(body, `<span class="nm">Ana</span><svg class="crown"`) {
		t.Errorf("the list of games: %s", body)
	}
	again := fifthSite(t, g, j)
	if err := again.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	again.run(t)
	if s, err := again.page.State(); err != nil || s.Players[0].Total != 10 || s.Status != scoreboard.Finished || s.Events != 6 {
		t.Errorf("after a restart: %+v, %v", s, err)
	}
	again.do(t, `{"type":"undo"}`)
	if all, err := j.Games(t.Context()); err != nil || len(all) != 1 || all[0].Last != 7 {
		t.Errorf("kept: %+v, %v", all, err)
	}
}
