package web

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

func TestLivePage(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	game := webtest.DemoGame(t)
	webtest.Publish(t, table, game[0])
	b := browsertest.New(t)
	b.Dress(390, 844, 2, "light")
	b.Do(chromedp.Navigate(place.Url + "/watch"))
	b.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
	browsertest.Eval[bool](b, `window.sameDocument = true`)
	t.Run("every turn is shown without loading the page again", func(t *testing.T) {
		for i, s := range game[1:12] {
			webtest.Publish(t, table, s)
			for _, p := range s.Players {
				b.Until(fmt.Sprintf("turn %d: %s has %d points", i+1, p.Color, p.Total), fmt.Sprintf("%s === %d", webtest.ScoreOf(p.Color.String()), p.Total))
			}
		}
		if !browsertest.Eval[bool](b, `window.sameDocument === true`) {
			t.Error("the page was loaded again")
		}
		b.Look("live")
	})
	t.Run("the turn is spoken once, with its number", func(t *testing.T) {
		if got := browsertest.Eval[string](b, `document.getElementById('say').textContent`); !regexp.MustCompile(`^Turn 11: Ben plays ACID, takes ACID from Ana, .*\.$`).MatchString(got) {
			t.Errorf("spoken: %q", got)
		}
	})
	t.Run("nothing below moves when a turn is shown", func(t *testing.T) {
		const tops = `JSON.stringify([...document.querySelectorAll('.players li, section.table, section.last')].map(e => Math.round(e.getBoundingClientRect().top)))`
		b.Rest() // rows that changed places have arrived
		before := browsertest.Eval[string](b, tops)
		webtest.Publish(t, table, game[12])
		b.Until("turn 12", webtest.ScoreOf("yellow")+" === 3")
		b.Rest()
		if after := browsertest.Eval[string](b, tops); after != before {
			t.Errorf("from %s to %s", before, after)
		}
	})
	t.Run("the status says what the camera does", func(t *testing.T) {
		if _, err := table.Update(func(s scoreboard.State) scoreboard.State { s.Status = scoreboard.Hand; return s }); err != nil {
			t.Fatal(err)
		}
		b.Until("a hand", `document.querySelector('.chip').textContent === 'hand over table'`)
		b.Look("hand")
	})
	t.Run("a tap on a word shows where it is and why it is whose", func(t *testing.T) {
		b.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.entry')].find(e => e.textContent.startsWith('ABORT')).click()`))
		if n := browsertest.Eval[int](b, `document.querySelectorAll('.picked').length`); n != 5 {
			t.Errorf("%d tiles are shown, want 5", n)
		}
		if why := browsertest.Eval[string](b, `document.querySelector('.why').textContent`); !regexp.MustCompile(`^ABORT: on level 2, the highest, .* both score it\.`).MatchString(why) {
			t.Errorf("why: %q", why)
		}
		b.Look("word")
		b.Do(chromedp.KeyEvent("\u001b"))
		if n := browsertest.Eval[int](b, `document.querySelectorAll('.picked').length`); n != 0 {
			t.Error("Escape does not put it away")
		}
	})
	t.Run("the board turns where it lies, and is turned when the device comes back", func(t *testing.T) { turns(t, b, place.Url) })
	t.Run("the short address follows a new game", func(t *testing.T) {
		webtest.Publish(t, place.open(t, "garden"), game[0])
		b.Until("the new game", webtest.ScoreOf("purple")+" === 0")
	})
	b.Clean(place.Url, false)
}

// turns turns the board twice and opens the page again.
func turns(t *testing.T, b *browsertest.Browser, url string) {
	const by = `document.querySelector('.board g[transform*=rotate]')?.getAttribute('transform').match(/rotate.(\d+)/)[1]`
	b.Script(`window.scrollTo(0, 40)`)
	for _, degrees := range []string{"90", "180"} {
		b.Tap(".turner")
		b.Until("turned by "+degrees, by+` === '`+degrees+`'`)
	}
	if !browsertest.Eval[bool](b, `window.sameDocument === true`) {
		t.Error("the page was loaded again")
	}
	b.Look("turned")
	b.Open(url + "/")
	b.Until("it is as it was left", by+` === '180' && document.querySelector('[data-part=board]').shown`)
	if href := browsertest.Eval[string](b, `document.querySelector('.turner').getAttribute('href')`); href != "?turned=3" {
		t.Errorf("the next turn is %q", href)
	}
	b.Open(url + "/tv")
	if browsertest.Eval[bool](b, `Boolean(`+by+`)`) {
		t.Error("a wall's page is turned too")
	}
	b.Open(url + "/?turned=0")
	b.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
}

func TestReconnect(t *testing.T) {
	place := newSite(t)
	game := webtest.DemoGame(t)
	webtest.Publish(t, place.open(t, "kitchen"), game[5])
	b := browsertest.New(t)
	b.Dress(390, 844, 2, "light")
	b.Do(chromedp.Navigate(place.Url + "/"))
	b.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
	place.Stop()
	b.Until("the badge", `!document.getElementById('link').hidden`)
	if text := browsertest.Eval[string](b, `document.getElementById('link').textContent`); !regexp.MustCompile(`^reconnecting, last update \d+ s ago$`).MatchString(text) {
		t.Errorf("badge: %q", text)
	}
	if shown := browsertest.Eval[string](b, `getComputedStyle(document.querySelector('.chip')).visibility`); shown != "hidden" {
		t.Error("the page still says that it is live")
	}
	b.Look("cut")
	b.Script(`{ const say = document.getElementById('say'); window.said = []; new MutationObserver(() => window.said.push(say.textContent)).observe(say, {childList: true}) }`)
	again := newSiteAt(t, place.Port)
	webtest.Publish(t, again.open(t, "kitchen"), game[14])
	b.Until("the new score", webtest.ScoreOf("red")+" === 5")
	b.Until("the badge goes", `document.getElementById('link').hidden && !document.body.classList.contains('stale')`)
	b.Until("it is said that the page is back", `document.getElementById('say').textContent === document.body.dataset.back`)
	if said := browsertest.Eval[[]string](b, `window.said.filter(text => text && text !== document.body.dataset.back)`); len(said) > 0 {
		t.Errorf("an old turn is announced: %q", said)
	}
	b.Clean(place.Url, true)
}

// Every page fits every screen, in both themes, and can be touched.
func TestPagesFit(t *testing.T) {
	place := newSite(t)
	game := webtest.DemoGame(t)
	table := place.open(t, "kitchen")
	b := browsertest.New(t)
	screens := []struct {
		name, path    string
		width, height int64
		scale         float64
		theme         string
	}{
		{"phone", "/", 390, 844, 2, "light"}, {"phone-dark", "/", 390, 844, 2, "dark"}, {"small", "/watch", 320, 640, 2, "light"},
		{"sideways", "/", 844, 390, 2, "light"}, {"tablet", "/watch", 1024, 768, 1, "light"}, {"tablet-dark", "/play", 1180, 820, 1, "dark"},
		{"tv", "/tv", 1920, 1080, 1, "light"}, {"tv-dark", "/tv", 1280, 720, 1, "dark"}, {"tv-4k", "/tv", 3840, 2160, 1, "dark"},
		{"overlay", "/overlay", 600, 800, 1, "light"}, {"join", "/join", 320, 640, 2, "light"},
	}
	for i, s := range []scoreboard.State{game[0], game[9], game[16], game[len(game)-1]} {
		webtest.Publish(t, table, s)
		for _, screen := range screens {
			b.Dress(screen.width, screen.height, screen.scale, screen.theme)
			b.Do(chromedp.Navigate(place.Url + screen.path))
			name := fmt.Sprintf("%s-%d", screen.name, i)
			if wide := browsertest.Eval[int](b, `document.documentElement.scrollWidth`); wide > int(screen.width) {
				t.Errorf("%s scrolls sideways: %d of %d pixels", name, wide, screen.width)
			}
			if cut := browsertest.Eval[string](b, cutTexts); cut != "" {
				t.Errorf("%s cuts %s", name, cut)
			}
			if small := browsertest.Eval[string](b, smallTargets); small != "" {
				t.Errorf("%s: too small for a finger: %s", name, small)
			}
			if screen.name == "tv" && browsertest.Eval[bool](b, `document.documentElement.scrollHeight > innerHeight`) {
				t.Errorf("%s scrolls", name)
			}
			b.Look(name)
		}
	}
	b.Clean(place.Url, false)
}

// smallTargets lists what can be touched and is smaller than 44 pixels.
const smallTargets = `[...document.querySelectorAll('a, button')].filter(e => { const r = e.getBoundingClientRect(); return r.width > 0 && (r.width < 43.5 || r.height < 43.5) }).map(e => e.outerHTML.slice(0, 60)).join(', ')`

// cutTexts lists scores, names, words and whose turn it is that do not fit into their place.
const cutTexts = `[...document.querySelectorAll('.total, .name, .turn b, .word, .chip')].filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline').map(e => e.className + ' ' + e.textContent).join(', ')`

// TestEveryPageIsAccessible lets axe look at every page that everybody may see, in both themes.
func TestEveryPageIsAccessible(t *testing.T) {
	place := newSite(t)
	game := webtest.DemoGame(t)
	table := place.open(t, "kitchen")
	b := browsertest.New(t)
	for i, s := range []scoreboard.State{game[0], game[16], game[len(game)-1]} {
		webtest.Publish(t, table, s)
		for _, path := range []string{"/watch", "/play", "/tv", "/overlay", "/join?lang=es", "/t/attic/watch"} {
			for _, theme := range []string{"light", "dark"} {
				if i != 1 && (theme == "dark" || path != "/watch" && path != "/tv") {
					continue // empty and finished tables differ there alone
				}
				b.Dress(390, 844, 1, theme)
				if path == "/tv" {
					b.Dress(1280, 720, 1, theme)
				}
				b.Open(place.Url + path)
				b.Accessible(fmt.Sprintf("%s of state %d, %s", path, i, theme))
			}
		}
	}
}
