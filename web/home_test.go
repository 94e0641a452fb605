package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// screens are those on which people meet a page first.
var screens = []struct {
	name, theme   string
	width, height int64
}{{"phone", "light", 390, 844}, {"landscape", "dark", 844, 390}, {"tablet", "light", 1024, 768}, {"tv", "dark", 1920, 1080}}

// TestTheFirstPageShowsTheWays before a game, with a game that plays itself until somebody stops it, and gives way to the game.
func TestTheFirstPageShowsTheWays(t *testing.T) {
	demo := webtest.DemoGame(t)
	place := newSiteWith(t, Options{Shown: func() []scoreboard.State { return demo }})
	table := place.open(t, "kitchen")
	b := browsertest.New(t)
	for _, screen := range screens {
		b.Dress(screen.width, screen.height, 1, screen.theme)
		b.Open(place.Url + "/")
		b.Until("the ways are there", `document.querySelector('.view-home a[href="/watch"]') && document.querySelector('#code') && document.querySelector('a[href="/how"]')`)
		b.Accessible("the first page, " + screen.name)
		if wide, small := b.Wide(), b.SmallTargets(); wide > 0 || small != "" {
			t.Errorf("%s: %d pixels too wide; too small for a finger: %s", screen.name, wide, small)
		}
		b.Look("home-" + screen.name)
	}
	tiles := func(n int) string {
		return fmt.Sprintf(`document.querySelectorAll('#hero [data-at]').length === %d`, n)
	}
	for _, s := range demo[:3] {
		b.Until("turn after turn is played", tiles(len(s.Crossword().Board)))
	}
	b.Tap("#hero button")
	shown := browsertest.Eval[string](b, `document.querySelector('#hero .felt').innerHTML`)
	time.Sleep(2 * time.Second)
	if now := browsertest.Eval[string](b, `document.querySelector('#hero .felt').innerHTML`); now != shown || browsertest.Eval[bool](b, `document.querySelector('#hero').matches('.runs')`) {
		t.Error("it goes on though it was stopped")
	}
	b.Clean(place.Url, false)
	webtest.Publish(t, table, demo[3])
	b.Until("the game takes its place", `document.querySelector('.view-watch .players')`)
	b.Clean(place.Url, true)
}

// TestTheGameThatPlaysItselfIsDrawnOnce for each language, when the first reader asks.
func TestTheGameThatPlaysItselfIsDrawnOnce(t *testing.T) {
	asked := 0
	_, _, url := testServer(t, Options{Shown: func() []scoreboard.State { asked++; return webtest.DemoGame(t)[:3] }})
	if asked > 0 {
		t.Error("it is drawn before anybody asks")
	}
	first := get(t, url+"/boards?lang=en").body
	if again := get(t, url+"/boards?lang=en").body; again != first || !strings.HasPrefix(first, `["`) {
		t.Errorf("the boards are %.80s, then %.80s", first, again)
	}
	if page := get(t, url+"/?lang=en").body; !strings.Contains(page, "data-at") {
		t.Error("the first page has no board")
	}
	if get(t, url+"/boards?lang=de"); asked != 2 {
		t.Errorf("drawn %d times for two languages", asked)
	}
	_, _, bare := testServer(t, Options{})
	if none := get(t, bare+"/boards").body; strings.TrimSpace(none) != "[]" {
		t.Errorf("without such a game: %s", none)
	}
}

// TestAGameTheHostBeginsIsShownAtOnce, though nobody has played.
func TestAGameTheHostBeginsIsShownAtOnce(t *testing.T) {
	_, table, url := testServer(t, Options{})
	state := scoreboard.State{Game: "nabit", Status: scoreboard.Live, Next: engine.Red}
	state.AddPlayer(scoreboard.Player{Name: "Ana"}, false)
	webtest.Publish(t, table, state)
	if body := get(t, url+"/").body; !strings.Contains(body, ` view-home"`) {
		t.Error("a table where nobody plays is no first page")
	}
	state.Events = 1 // the start
	webtest.Publish(t, table, state)
	if body := get(t, url+"/").body; strings.Contains(body, ` view-home"`) || !strings.Contains(body, "Ana") {
		t.Error("the game that was begun is not shown")
	}
}

// TestEveryGameIsTaught in every language: each lesson has its words, and its picture where it shows something.
func TestEveryGameIsTaught(t *testing.T) {
	_, _, url := testServer(t, Options{})
	for _, game := range []string{"nabit", "snag", "dabble", "tabit"} {
		for _, lang := range []string{"en", "es"} {
			a := get(t, url+"/how/"+game+"?lang="+lang)
			if a.status != http.StatusOK || strings.Contains(a.body, "how."+game) || strings.Count(a.body, "<h2>") < 5 {
				t.Errorf("%s in %s: status %d, %d lessons", game, lang, a.status, strings.Count(a.body, "<h2>"))
			}
			if strings.Count(a.body, `class="felt-box lesson"`) < 2 {
				t.Errorf("%s: few pictures", game)
			}
		}
	}
	if a := get(t, url+"/how/chess"); a.status != http.StatusNotFound {
		t.Errorf("chess: status %d", a.status)
	}
	if a := get(t, url+"/how"); a.header.Get("Location") != "/how/nabit" && !strings.Contains(a.body, "NAB-IT!") {
		t.Error("the table's own game is not taught")
	}
}

// TestA0InACodeIsAnO as people read it.
func TestA0InACodeIsAnO(t *testing.T) {
	if got := typedCode("K0q – 2m0"); got != "koq2mo" {
		t.Errorf("got %q", got)
	}
}

// TestWhoIsTurnedAwayIsToldTheWay: by a page with a code's field, and where the host's link is.
func TestWhoIsTurnedAwayIsToldTheWay(t *testing.T) {
	_, _, url := testServer(t, Options{})
	for path, want := range map[string]string{"/t/kitchen/setup": "window where Tilewatch was started", "/no-such-page": "list"} {
		a := ask(t, http.MethodGet, url+path, map[string]string{"Accept": "text/html"}, nil)
		if !strings.Contains(a.body, want) {
			t.Errorf("%s: no %q in %s", path, want, a.body)
		}
	}
}
