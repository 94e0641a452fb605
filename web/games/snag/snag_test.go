package snag_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	websnag "tilewatch/web/games/snag"

	"tilewatch/engine"
	"tilewatch/engine/snag"
	"tilewatch/web"
	"tilewatch/web/browsertest"
	"tilewatch/web/invite"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

func TestSnagParts(t *testing.T) {
	d := webtest.NewSnagTable(t, nil, "Ana", "Ben <b>", "Cleo")
	states := map[string]scoreboard.State{"": {Game: "snag", Drawn: websnag.Page}, "started": d.State()}
	states["run"] = d.Place(4, 5, 6, 7)
	states["taken"] = d.Seen(`{"type":"call","player":2}`)
	states["seen"] = func() scoreboard.State { d.Place(94, 95, 96, 97); return d.Seen(`{"type":"captured","seen":true}`) }()
	states["over"] = d.Seen(`{"type":"finish"}`)
	webtest.PartsOf(t, "snag", states, map[string][]string{
		"run":   {"A run of 4! Who calls?", "Ana"},
		"taken": {"Cleo took 4 tiles", "Ben &lt;b&gt; loses a turn for not calling."},
		"seen":  {"The camera saw"},
		"over":  {"Score card", "Each game on its own"},
	})
}

func TestSnagSentence(t *testing.T) {
	d := webtest.NewSnagTable(t, nil, "Ana", "Ben", "Cleo")
	s := scoreboard.Complete(d.Place(4, 5, 6, 7), nil, websnag.Page)
	if got, want := s.Drawn.Sentence(&s, text.For("en")), "Tile 4: 7 is played. A run of 4 tiles! Who calls SNAG?"; !strings.HasPrefix(got, want) {
		t.Errorf("said %q, want %q", got, want)
	}
	s = scoreboard.Complete(d.Seen(`{"type":"call","player":2}`), nil, websnag.Page)
	if got, want := s.Drawn.Sentence(&s, text.For("en")), "Cleo takes 4 tiles. Ben loses a turn for not calling."; !strings.Contains(got, want) {
		t.Errorf("said %q, want %q in it", got, want)
	}
}

func TestSnagsNoticeNamesTheTile(t *testing.T) {
	d := webtest.NewSnagTable(t, nil, "Ana", "Ben")
	s := scoreboard.Complete(d.Place(4, 50), nil, websnag.Page)
	for who, want := range map[engine.Color]string{s.Players[1].Color: "Ben lays 50.", engine.NoColor: "50 is laid."} {
		s.Notice = &scoreboard.Notice{Kind: "place", Deed: scoreboard.Deed{Player: who}}
		if got := parts.NewModel(&s, websnag.Page, scoreboard.Look{Texts: text.For("en")}).NoticeText; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSnagSaysWhoOfTwoSpentTheMove(t *testing.T) {
	d := webtest.NewSnagTable(t, nil, "Ana", "Ben")
	d.Place(4, 5, 6, 7) // Ben makes the run
	s := scoreboard.Complete(d.Seen(`{"type":"call","player":0}`), nil, websnag.Page)
	if got, want := s.Drawn.Sentence(&s, text.For("en")), "Ana takes 4 tiles. Ana used the turn to call."; !strings.Contains(got, want) {
		t.Errorf("said %q, want %q in it", got, want)
	}
	if got, want := s.Drawn.Sentence(&s, text.For("es")), "Ana gasta su turno en decir SNAG."; !strings.Contains(got, want) {
		t.Errorf("said %q, want %q in it", got, want)
	}
}

// TestSnagSaysWhoHasNoTileLeft has Ben call every run: after those of Ana she moves again, and has no tile left before he has.
func TestSnagSaysWhoHasNoTileLeft(t *testing.T) {
	d := webtest.NewSnagTable(t, nil, "Ana", "Ben")
	said := false
	for _, number := range snag.Numbers {
		s := d.Place(number)
		if d.Game.State().(snag.State).Offer != nil {
			s = d.Seen(`{"type":"call","player":1}`)
		}
		racks := d.Game.State().(snag.State).Racks
		const notice = "Ana has no tiles left and is skipped."
		shown := strings.Contains(string(s.Drawn.Parts(&s, scoreboard.Look{Texts: text.For("en")})["notes"]), notice)
		if want := racks[0] == 0 && racks[1] > 0; shown != want {
			t.Errorf("racks %v: the page says so: %v", racks, shown)
		}
		said = said || shown
	}
	if !said {
		t.Error("nobody was passed over: the game says nothing")
	}
}

// TestSnagCorrectsEarlierTiles corrects a tile, its player and who took its run, adds one and removes one: what no longer fits is said.
func TestSnagCorrectsEarlierTiles(t *testing.T) {
	d := webtest.NewSnagTable(t, nil, "Ana", "Ben")
	look := scoreboard.Look{Texts: text.For("en")}
	sheet := func(values string) scoreboard.Sheet {
		s := d.State()
		query, err := url.ParseQuery(values)
		if err != nil {
			t.Fatal(err)
		}
		sheet, ok := websnag.Page.Sheet(&s, look, "correct", query)
		if !ok {
			t.Fatalf("no sheet for %s", values)
		}
		return sheet
	}
	state := func() snag.State { return d.Game.State().(snag.State) }
	d.Place(4, 5, 6) // Ana, Ben, Ana
	if s := sheet("event=3&number=x"); s.Typed.Problem == "" {
		t.Error("x is taken for a number")
	}
	if s := sheet("event=3"); s.Typed.Event != nil || s.Title != "Tile 5" {
		t.Errorf("%s says %s before anything is typed", s.Title, s.Typed.Event)
	}
	d.Seen(string(sheet("event=3&number=7&player=1").Typed.Event))
	d.Seen(string(sheet("event=4&missing=1&number=5&player=0").Typed.Event)) // between 7 and 6, and so a run
	if s := state(); fmt.Sprint(s.Board) != "[4 5 6 7]" || s.NextSeat != 0 || s.Offer == nil {
		t.Fatalf("the board has %v, seat %d is next, a run waits: %v", s.Board, s.NextSeat, s.Offer)
	}
	d.Seen(`{"type":"call","player":1}`)
	d.Place(50)
	if body := string(sheet("event=4").Body); !strings.Contains(body, `&#34;event&#34;:7`) && !strings.Contains(body, `"event":7`) {
		t.Errorf("the taker of the run cannot be corrected: %s", body)
	}
	d.Seen(`{"type":"correct","event":7,"to":{"type":"call","player":0}}`)
	if s := state(); s.Scores[0].Tiles != 4 || s.Scores[1].Tiles != 0 {
		t.Errorf("the run's tiles are %+v", s.Scores)
	}
	if body := string(sheet("event=3").Body); !strings.Contains(body, `"remove":true`) {
		t.Errorf("nothing can be removed: %s", body)
	}
	s := d.Seen(`{"type":"correct","event":3,"remove":true}`)
	for _, lang := range text.Langs() {
		notes := string(websnag.Page.Parts(&s, scoreboard.Look{Texts: lang})["notes"])
		if lang.Lang == "en" && !strings.Contains(notes, "One move no longer fits since the correction and does not count (Ana calls SNAG!).") || !strings.Contains(notes, "Ana") {
			t.Errorf("%s: the notes are %s", lang.Lang, notes)
		}
	}
}

// TestSnagButtonRace has two phones call SNAG within milliseconds: by the server's clock one was first, and both show it.
func TestSnagButtonRace(t *testing.T) {
	place, table := newSnagSite(t)
	d := webtest.NewSnagTable(t, table, "Ana", "Ben", "Cleo", "Dan")
	table.Seat(d)
	p := webtest.NewTwoPhones(t, place, "kitchen")
	ana, cleo, both := p.Ana, p.Ben, p.Both
	d.Place(4, 5, 50, 6, 7) // the fifth tile is Ana's
	both("the run is shown", `document.querySelectorAll('.board .tile.run').length === 4`)
	ana.Look("snag-run")
	cleo.Look("snag-run-320")
	ana.Accessible("a run")
	// Both press at once; whose request comes first is the server's to say.
	race := func(color string) string {
		return fmt.Sprintf(`document.querySelector('.snag-call[data-for=%s]').click()`, color)
	}
	var both2 sync.WaitGroup
	both2.Go(func() { ana.Script(race("red") + "; undefined") })
	both2.Go(func() { cleo.Script(race("yellow") + "; undefined") })
	both2.Wait()
	both("the run is gone", `document.querySelectorAll('.board .tile').length === 1`)
	state := d.Game.State().(snag.State)
	winner := state.Last.TakerSeat
	if winner != 0 && winner != 2 || len(state.Last.Tiles) != 4 || state.Scores[0].Tiles+state.Scores[2].Tiles != 4 {
		t.Fatalf("taken by %d: %+v", winner, state.Scores)
	}
	next, skipped := map[int]int{0: 1, 2: 3}[winner], map[int]string{0: "[]", 2: "[1]"}[winner]
	if state.NextSeat != next || fmt.Sprint(state.Last.SkippedSeats) != skipped {
		t.Errorf("after seat %d, seat %d moves and %v lose their move", winner, state.NextSeat, state.Last.SkippedSeats)
	}
	who := []string{"Ana", "Ben", "Cleo", "Dan"}[winner]
	both("who was first", fmt.Sprintf(`document.querySelector('[data-part=last]').textContent.includes('%s took 4 tiles')`, who))
	loser := map[int]*browsertest.Browser{0: cleo, 2: ana}[winner]
	loser.Until("the loser hears who won", fmt.Sprintf(`document.getElementById('toast').textContent.includes('%s called first')`, who))
	ana.Look("snag-taken")
	loser.Until("the toast goes", `document.getElementById('toast').hidden`)
	t.Run("a tile can be laid without a camera", func(t *testing.T) {
		ana.Tap(".tools [data-sheet=place]")
		ana.Until("the sheet", `document.querySelector('#sheet[open] .snag-pad')`)
		ana.Accessible("the sheet")
		ana.Look("snag-sheet")
		if small := ana.SmallTargets(); small != "" {
			t.Errorf("too small to touch: %s", small)
		}
		ana.Script(`[...document.querySelectorAll('.snag-pad button')].find((b) => b.textContent === '55').click(); undefined`)
		both("the tile lies", `document.querySelectorAll('.board .tile').length === 2`)
	})
	t.Run("a tile that was laid is corrected", func(t *testing.T) {
		ana.Tap("#sheet [data-close]") // it waits for another tile
		ana.Until("it is closed", `!document.querySelector('#sheet[open]')`)
		ana.Tap(".tools [data-sheet=round]")
		ana.Until("this game's tiles", `document.querySelectorAll('#sheet[open] [data-sheet-form=correct]').length === 6`)
		ana.Script(`[...document.querySelectorAll('#sheet [data-sheet-form=correct] button')].find((b) => b.textContent === '55').click(); undefined`)
		ana.Until("the tile", `document.querySelector('#sheet[open] [data-typed=correct] [name=number]')?.value === '55'`)
		ana.Accessible("a correction")
		ana.Look("snag-correct")
		if small := ana.SmallTargets(); small != "" {
			t.Errorf("too small to touch: %s", small)
		}
		typist := browsertest.Typist{Browser: ana}
		typist.Fills("number", "50")
		typist.Told("50 is already on the board")
		typist.Fills("number", "56")
		ana.Until("it can be sent", `document.querySelector('#sheet [data-is=send]:enabled')`)
		ana.Tap("#sheet [data-is=send]")
		both("another tile lies", `document.querySelector('.board').getAttribute('aria-label').includes('50 and 56')`)
	})
	t.Run("a touch of a free square begins to type its tile", func(t *testing.T) {
		ana.Until("the correction is sent", `!document.querySelector('#sheet[open]')`)
		ana.Tap(`.board [data-number="61"]`)
		ana.Until("its number", `document.querySelector('#sheet[open] [data-typed=place] [name=number]')?.value === '61' && document.querySelector('#sheet [data-is=send]:enabled')`)
		ana.Tap("#sheet [data-close]")
	})
	t.Run("the page fits and all can use it", func(t *testing.T) { p.Fit("snag") })
	ana.Clean(place.Url, true) // who was too late was refused
}

// newSnagSite is a server that draws the game, with a table.
func newSnagSite(t *testing.T) (place *webtest.Site, table *stream.Table) {
	t.Helper()
	place = webtest.Listen(t, 0, func(address string) (webtest.Server, error) {
		s, err := web.New(web.Options{Invite: invite.Choose("", address), Games: parts.Games{websnag.Page}})
		if err == nil {
			table, err = s.Open("kitchen")
		}
		return s, err
	})
	return place, table
}
