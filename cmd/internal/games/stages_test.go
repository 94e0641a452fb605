package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/web"
	"tilewatch/web/after"
	"tilewatch/web/browsertest"
	"tilewatch/web/calibrate"
	"tilewatch/web/camera"
	"tilewatch/web/docs"
	"tilewatch/web/hub"
	"tilewatch/web/invite"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// longest are names of 24 letters, which is the most, and a usual one. Wide ones, and such without a blank, are the hardest to place.
var longest = [4]string{"WWWWWWWWWWWWWWWWWWWWWWWW", "Mammas Großmama Wilhelma", "Ana", "Donaudampfschifffahrtsge"}

// begins is the start of a game of four with the longest names, with more of the event.
func begins(g game.Game, more string) string {
	if g.Name == "nabit" {
		return fmt.Sprintf(`{"type":"start","players":["purple","red","green","yellow"],"names":{"purple":%q,"red":%q,"green":%q,"yellow":%q}%s}`, longest[0], longest[1], longest[2], longest[3], more)
	}
	names, _ := json.Marshal(longest) // plain data
	return fmt.Sprintf(`{"type":"start","game":%q,"players":%s%s}`, g.Name, names, more)
}

// A stage is how far the game of a table has come.
type stage struct {
	game   string
	more   string   // of the start
	sample int      // how many events of the game's sample follow
	events []string // then these
	// seen changes what is shown as a camera would, or the clock.
	seen func(*scoreboard.State, *scoreboard.Crossword)
}

// cards are what four players' cards show, as an event of that type.
func cards(kind string) string {
	var all []string
	for i, hand := range []string{`["M","O","O","N"],"pictures":["moon","moon","moon","star"]`, `["S","T","A","R"],"pictures":["star","star","star","star"]`, `["T","R","E","E"],"pictures":["tree","moon","tree",null]`, `["R","A",null,"S"],"pictures":["star","tree","star","moon"]`} {
		all = append(all, fmt.Sprintf(`{"player":%q,"seat":%q,"letters":%s}`, longest[i], []string{"north", "south", "east", "west"}[i], hand))
	}
	return fmt.Sprintf(`{"type":%q,"players":[%s]}`, kind, strings.Join(all, ","))
}

// rack is what a player's rack shows.
func rack(player int) string {
	return fmt.Sprintf(`{"type":"rack","player":%d,"tiers":%s}`, player, []string{`["AT","CUP","LAMP","STONE","CARPET"],"unused":[]`, `["ON","","XQ"],"unused":["K","'","?","M","W","W","W","W","W","W"]`, `["GO","TAN","SHOP"],"unused":["M","W"]`, `[],"unused":[]`}[player])
}

var asked = engine.Place{Row: 0, Col: 2}

// readings are the answers to a question about one letter.
func readings(letters ...string) (answers []scoreboard.Answer) {
	for _, l := range letters {
		answers = append(answers, scoreboard.Answer{Kind: "letter", Letter: engine.Letter(l[0]), Blank: len(l) > 1, Chance: 0.3})
	}
	return answers
}

// stages are the tables, each at another stage of a game.
var stages = map[string]stage{
	"nobody": {game: "nabit"},
	"begun":  {game: "nabit", sample: 1},
	"bank":   {game: "nabit", sample: 6, seen: func(s *scoreboard.State, c *scoreboard.Crossword) { s.Redo = &scoreboard.Deed{Type: "play"} }},
	"middle": {game: "nabit", sample: 19},
	"judged": {game: "nabit", sample: 15, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		s.Verdict = &scoreboard.Verdict{By: engine.Green, Unlisted: []string{"QATS"}, Words: []scoreboard.Judged{{Word: "QATS", Valid: true, Meanings: []string{"(n.) the leaves of the shrub Catha edulis which are chewed like tobacco"}}}}
	}},
	"blank": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		c.Question, c.Ask = "which", &scoreboard.Ask{ID: "1-1", Turn: 1, For: engine.Yellow, Place: &asked, Answers: readings("M", "M?", "Y", "Y?")}
	}},
	"parted": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		c.Question, c.Ask = "table", &scoreboard.Ask{ID: "2-1", Differs: []scoreboard.Differ{{Place: asked, Recorded: engine.Cell{Letter: 'Y', Color: engine.Yellow, Height: 1}}, {Place: engine.Place{Row: 3, Col: 3}, Seen: engine.Cell{Letter: 'W', Color: engine.Purple, Height: 4}}, {Place: engine.Place{Row: 1, Col: 5}, Seen: engine.Cell{Letter: 'Q', Color: engine.Purple, Height: 1}}}, Answers: []scoreboard.Answer{{Kind: "here"}, {Kind: "record"}}}
	}},
	"counts": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		c.Question, c.Ask = "count", &scoreboard.Ask{ID: "4-1", Totals: []scoreboard.Total{{Player: engine.Purple, Seen: 12, Recorded: 11}, {Player: engine.Yellow, Seen: 3, Recorded: 10}}, Answers: []scoreboard.Answer{{Kind: "count"}}}
	}},
	"outing": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		c.Question, c.Ask = "over", &scoreboard.Ask{ID: "3-1", Answers: []scoreboard.Answer{{Kind: "out", Player: engine.Purple}, {Kind: "over"}, {Kind: "goes_on"}}}
	}},
	"back": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		c.TakeBack, c.Lying = engine.Purple, []engine.Place{asked}
		c.Unseen = []scoreboard.Unseen{{Turn: 3, Player: engine.Purple}, {Turn: 4, Player: engine.Red}}
		s.Warnings = []engine.Warning{{Code: "not_saved_full"}, {Code: "too_dark"}}
	}},
	"lost": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		s.Status, s.StatusText = scoreboard.Lost, "the camera is gone: plug it in again"
	}},
	"stop": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		s.Status, s.Life = scoreboard.Stopped, engine.SourceEnded
	}},
	"anyone": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) { s.Next = engine.NoColor }},
	"silent": {game: "nabit", sample: 21, seen: func(s *scoreboard.State, c *scoreboard.Crossword) {
		for _, p := range s.Players {
			c.Hands = append(c.Hands, scoreboard.Supply{Color: p.Color, Rack: 5, Bag: 13, Silent: true})
		}
	}},
	"over":    {game: "nabit", sample: 21, events: []string{`{"type":"finish","sure":true}`, `{"type":"rematch"}`, `{"type":"finish","sure":true}`}},
	"again":   {game: "nabit", sample: 21, events: []string{`{"type":"finish","sure":true}`, `{"type":"rematch"}`}},
	"pad":     {game: "snag", events: []string{`{"type":"place","player":0,"number":35}`}},
	"race":    {game: "snag", events: snagRun[:5]},
	"taken":   {game: "snag", events: snagRun},
	"snagged": {game: "snag", events: append(slices.Clone(snagRun), `{"type":"finish"}`)},
	"racks":   {game: "dabble", more: `,"options":{"goal":45}`, events: []string{rack(0), rack(1), rack(2), rack(3)}},
	"timed":   {game: "dabble", more: `,"options":{"goal":45}`, events: []string{`{"type":"timer"}`, rack(1), rack(2)}},
	"fives":   {game: "dabble", more: `,"options":{"goal":20}`, events: []string{`{"type":"timer"}`, rack(0), rack(1), rack(2), `{"type":"round_end"}`}},
	"turned":  {game: "tabit", events: []string{cards("cards")}},
	"tabbing": {game: "tabit", events: []string{cards("cards"), `{"type":"tabit","player":0}`}},
	"tabbed":  {game: "tabit", events: []string{cards("tab"), cards("tab"), cards("cards")}},
	"pairs":   {game: "tabit", events: []string{cards("tab"), cards("tab"), cards("tab"), `{"type":"finish"}`}},
}

var snagRun = []string{`{"type":"place","player":0,"number":35}`, `{"type":"place","player":1,"number":13}`, `{"type":"place","player":2,"number":24}`, `{"type":"place","player":3,"number":87}`, `{"type":"place","player":0,"number":46}`, `{"type":"call","player":1}`}

// world is a server with all pages and all tables.
type world struct {
	server  *web.Server
	url     string
	tables  map[string]*stream.Table
	results map[string]string // names of games, by their table
	ahead   map[string]bool   // of tables that show an event more than their game has
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{tables: map[string]*stream.Table{}, results: map[string]string{}, ahead: map[string]bool{}}
	kept := journal.NewMemory()
	phone := camera.New()
	t.Cleanup(phone.Close)
	nabit, err := Find("nabit")
	if err != nil {
		t.Fatal(err)
	}
	mounts := []func(*web.Server, *echo.Echo){
		after.Mount(after.Deps{Journal: kept, Games: Pages{}, Words: wordsOf(t, nabit), Table: "middle", Keep: true}), docs.Mount(docs.About{Version: "9.9", Notices: func() string { return "Licenses" }}), hub.Mount(hub.Options{Club: club{w}}),
		func(s *web.Server, e *echo.Echo) {
			e.GET("/camera", phone.Page(s, camera.Options{}))
			e.Any("/camera/*", echo.WrapHandler(phone.Handler(camera.Options{})))
			e.GET("/calibrate", calibrate.Page(s))
			e.Any("/calibrate/*", echo.WrapHandler(calibrate.Handler(bench{})))
			s.LinkSetup("/camera", "setup.link.phone")
			s.LinkSetup("/calibrate", "camera.calibrate")
		},
	}
	if w.server, err = web.New(web.Options{Games: Scoreboards(), PIN: "4711", Invite: invite.Choose("", "http://192.0.2.7:8080/"), Photos: readPhoto, Mount: mounts}); err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(w.server.Handler())
	t.Cleanup(func() { w.server.Close(); site.Close() })
	w.url = site.URL
	for id, s := range stages {
		w.begin(t, id, s, kept)
	}
	return w
}

// begin opens the table and brings its game to the stage.
func (w *world) begin(t *testing.T, id string, s stage, kept journal.Journal) {
	t.Helper()
	g, err := Find(s.game)
	if err != nil {
		t.Fatal(err)
	}
	page, err := w.server.OpenBeside(id)
	if err != nil {
		t.Fatal(err)
	}
	w.tables[id] = page
	words := wordsOf(t, g)
	list := wordlist.Fixed(words)
	sat, err := g.Sit(game.Inputs{Words: words}, game.Seat{Blind: func() bool { return true }, Clock: page.Clock(), Note: func(string) {}, Words: list})
	if err != nil {
		t.Fatal(err)
	}
	p := party{Desk: table.New(sat.Party, table.Options{Page: page, Journal: kept, Kind: g.Name, Title: g.Title, Words: list, Standing: func(kept journal.Game) (scoreboard.State, error) { return g.Standing(kept, words) }}), page: page}
	p.run(t)
	p.Seat()
	if err := p.Choose(scoreboard.Aids{Hints: true, Timer: 90}); err != nil && !errors.Is(err, table.ErrNoChoice) {
		t.Fatal(err)
	}
	if id == "nobody" {
		return
	}
	events := s.events
	if s.sample > 1 {
		for _, e := range slices.Backward(g.Sample[1:min(s.sample, len(g.Sample))]) {
			events = append([]string{string(e)}, events...)
		}
	}
	for _, event := range append([]string{begins(g, s.more)}, events...) {
		if out := p.do(t, event); !out.OK {
			t.Fatalf("%s: %s: %s", id, event, out.Why)
		}
	}
	infos, err := kept.Games(t.Context())
	if err != nil || len(infos) == 0 {
		t.Fatal(infos, err)
	}
	w.results[id] = infos[len(infos)-1].Game
	if s.seen == nil {
		return
	}
	if _, err := page.Update(func(shown scoreboard.State) scoreboard.State {
		c := shown.Crossword()
		s.seen(&shown, &c)
		shown.Detail = c
		return shown
	}); err != nil {
		t.Fatal(err)
	}
}

// readPhoto sees the same in every photo: a board with a doubtful tile, banks, and what keeps it from being sure.
func readPhoto(context.Context, []byte) (json.RawMessage, error) {
	var cells []string
	for i, letter := range "CRANES" {
		at, color := [2]int{0, i}, engine.PlayerColors[i%4]
		if i == 5 { // below the N
			at = [2]int{1, 3}
		}
		x, y := 100+80*at[1], 200+80*at[0]
		cells = append(cells, fmt.Sprintf(`{"row":%d,"col":%d,"letter":"%c","color":%q,"height":%d,"corners":[[%d,%d],[%d,%d],[%d,%d],[%d,%d]],"confidence":%g}`,
			at[0], at[1], letter, color, 1+i%3, x, y, x+70, y, x+70, y+70, x, y+70, []float64{0.5, 0.99}[min(i, 1)]))
	}
	return fmt.Appendf(nil, `{"game":"nabit","cells":[%s],"warnings":[{"code":"top_view","message":"x"}],"banks":[{"color":"red","tiles":2}],"racks":[]}`, strings.Join(cells, ",")), nil
}

// bench is in the middle of the camera's calibration.
type bench struct{}

func (bench) State() calibrate.State {
	return calibrate.State{Camera: "HD Webcam", Width: 1280, Height: 720, Step: calibrate.Camera, SquareMM: 25, Wish: "tilt", Views: 4, Progress: 0.4, Cells: make([]int, 64), CanSave: true, Known: calibrate.Known{Table: true}}
}
func (bench) Picture() []byte                         { return nil }
func (bench) Do(context.Context, calibrate.Ask) error { return nil }

// club are all tables.
type club struct{ *world }

func (c club) Tables(context.Context) (all []hub.Table, err error) {
	for id, page := range c.tables {
		s, err := page.State()
		if err != nil {
			return nil, err
		}
		all = append(all, hub.Table{ID: id, Title: "NAB-IT!", State: s})
	}
	slices.SortFunc(all, func(a, b hub.Table) int { return strings.Compare(a.ID, b.ID) })
	return all, nil
}

func (c club) Results(context.Context) (all []hub.Result, err error) {
	for i := range 6 {
		var rows []hub.Row
		for k, name := range longest {
			rows = append(rows, hub.Row{Color: engine.PlayerColors[k], Name: name, Total: 10 * k, Winner: k == 3})
		}
		all = append(all, hub.Result{Game: fmt.Sprint(i), Table: "1", Kind: "nabit", Begun: time.Unix(int64(1e9+3600*i), 0), Over: true, Rows: rows})
	}
	return all, nil
}

func (club) Changed() <-chan struct{} { return nil }
