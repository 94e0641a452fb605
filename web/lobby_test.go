package web

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

// lobbyOf is what a page shows before the first play: who is there, who is awaited, and the code.
type lobbyOf struct{ Here, Awaited, Code string }

const lobbyShown = `(() => { const seen = (e) => e && e.checkVisibility() ? e.textContent : '';
	return {Here: [...document.querySelectorAll('.lobby [data-here] b')].map(seen).join(), Awaited: seen(document.querySelector('.lobby p')), Code: seen(document.querySelector('.inviting b'))}; })()`

// TestTheLobbyFillsInViewOfAll: each phone that takes its seat shows on the TV, on the host's page and on the others; with the first play
// the board is there.
func TestTheLobbyFillsInViewOfAll(t *testing.T) {
	place, table := kitchen(t)
	film := webtest.DemoGame(t)
	webtest.Publish(t, table, film[0])
	code := access.ShownCode(place.server.Code("kitchen"))
	host, phone, guest := browsertest.New(t), browsertest.New(t), browsertest.New(t)
	host.Dress(1920, 1080, 1, "dark")
	host.Open(place.Url + place.server.Link("kitchen", access.RoleHost))
	host.Open(place.Url + "/t/kitchen/tv")
	guest.Open(place.Url + "/t/kitchen/tv")
	phone.Open(place.Url + place.server.Link("kitchen", access.RolePlayer))
	for _, b := range []*browsertest.Browser{host, guest} {
		b.Until("the page is drawn", `document.querySelector('[data-part=board]')?.shown !== undefined`)
	}
	shows := func(b *browsertest.Browser, want lobbyOf) {
		t.Helper()
		b.Until(fmt.Sprintf("the lobby shows %+v", want), fmt.Sprintf(`(l => l.Here === %q && l.Awaited === %q && l.Code === %q)(%s)`, want.Here, want.Awaited, want.Code, lobbyShown))
	}
	shows(host, lobbyOf{Code: code}) // nobody is missing before the first phone is there: a game can be played without any
	seats := scoreboard.ColorsOf(film[0].Players)
	for i, c := range seats {
		phone.Open(place.Url + "/t/kitchen/join")
		phone.Tap(fmt.Sprintf(`.seats [value=%s]`, c))
		phone.Until("the phone sits", fmt.Sprintf(`document.body.dataset.seat === '%s'`, c))
		s := film[0]
		missing := append(append([]engine.Color{}, seats[:i]...), seats[i+1:]...) // the phone moves on
		want := lobbyOf{Here: s.NameOf(c, text.For("en")), Awaited: text.For("en").Say("lobby.missing", "who", s.NamesOf(missing, text.For("en")))}
		shows(guest, want)
		want.Code = code
		shows(host, want)
	}
	if page := body(t, place.Url+"/t/kitchen/tv"); strings.Contains(page, code) {
		t.Error("whoever opens the TV page reads the players' code")
	}
	webtest.Publish(t, table, film[1])
	host.Until("the board is there", `!document.querySelector('.lobby') && document.querySelector('.table').checkVisibility() && !document.querySelector('.inviting').checkVisibility()`)
}

// body is a page as a stranger gets it.
func body(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestTheLobbyFits each kind of screen in each language, empty, half full and full, with two to four players.
func TestTheLobbyFits(t *testing.T) {
	place, table := kitchen(t)
	b := browsertest.New(t)
	b.Open(place.Url + place.server.Link("kitchen", access.RoleHost))
	start := webtest.DemoGame(t)[0]
	for i, screen := range screensOf([]screen{{"play", "light", 320, 640, nil}, {"play", "dark", 390, 844, nil}, {"watch", "light", 844, 390, nil}, {"play", "light", 820, 1180, nil}, {"play", "dark", 1280, 800, nil},
		{"tv", "dark", 1920, 1080, nil}, {"tv", "light", 1280, 720, nil}}, 0, 1, 2, 3, 0, 1, 2) {
		page := screen.on(t, b, place, table)
		for n := 2; n <= 4; n++ {
			s := start
			s.Players = s.Players[:n]
			table.Sit(scoreboard.ColorsOf(s.Players)[:(i+n)%(n+1)])
			where := page.show(fmt.Sprintf("%d players", n), s)
			if browsertest.Eval[bool](b, `!document.querySelector('.lobby')`) {
				t.Errorf("%s: there is no lobby", where)
			}
			if page.fits(where); screen.view == "tv" {
				if high := browsertest.Eval[float64](b, `document.querySelector('.inviting .qrcode').getBoundingClientRect().height / innerHeight`); high < .4 {
					t.Errorf("%s: the code has %.2f of the height", where, high)
				}
			}
			if n == 3 {
				b.Accessible(where)
			}
			b.Look(fmt.Sprintf("lobby-%s-%d-%d", screen.view, screen.width, n))
		}
	}
	b.Clean(place.Url, false)
}
