package main

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/web/browsertest"
)

// screens are those of an evening.
var screens = []struct {
	name, theme   string
	width, height int64
}{{"phone", "light", 390, 844}, {"landscape", "dark", 844, 390}, {"tablet", "dark", 1024, 768}, {"tv", "light", 1920, 1080}}

// TestAnEveningHasNoDeadEnd goes from the first page to the rematch: a host, a guest's phone, and a spectator.
func TestAnEveningHasNoDeadEnd(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	host, guest := browsertest.New(t), browsertest.New(t)
	host.Dress(390, 844, 1, "light")
	guest.Dress(390, 844, 1, "dark")
	guest.Open(address + "/")
	guest.Until("the first page", `document.querySelector('.view-home')`)
	code := setUp(t, host, address+hostLink(t, folder))
	guest.Until("the game that begins takes the first page's place", `document.querySelector('.view-watch .players')`)
	join(t, guest, address, code)
	table := browsertest.Typist{Browser: host}
	table.Lays(0, 0, false, "GAME")
	t.Run("who has tiles left did not play the last one, unless people stay with it", func(t *testing.T) { asked(t, host) })
	t.Run("the game is over on all pages", func(t *testing.T) { over(t, host, address) })
	t.Run("an undo reopens it everywhere, a redo ends it again", func(t *testing.T) { reopened(t, host, guest, address) })
	t.Run("the guest's phone begins the rematch", func(t *testing.T) {
		if starts := browsertest.Eval[string](guest, `document.querySelector('[data-command*=rematch]').textContent`); !strings.Contains(starts, "Grandpa starts") {
			t.Errorf("the button says %q", starts)
		}
		guest.Tap(`[data-command*=rematch]`)
		guest.Until("Grandpa starts, the evening beside it", `document.querySelector('.turn b').textContent === 'Grandpa’s turn' && document.querySelector('table.evening')`)
		guest.Look("evening-rematch")
		host.Until("the host sees it too", `document.querySelector('.turn b').textContent === 'Grandpa’s turn' && document.querySelectorAll('.board .stack').length === 0`)
	})
	t.Run("a new game ends the one before, and asks who went out", func(t *testing.T) {
		table.Lays(0, 0, false, "PLAY")
		host.Open(address + "/t/1/setup")
		host.Until("it is asked", `document.querySelector('.went-out [name=out][value=red]')`)
		host.Look("evening-new-game")
		host.Accessible("set-up while a game goes on")
		host.Tap(".newgame .primary")
		host.Until("two games this evening", `location.pathname === '/t/1/play' && document.querySelector('table.evening caption')?.textContent.includes('2 games')`)
	})
	t.Run("the list has all games, ended and not", func(t *testing.T) {
		host.Open(address + "/games")
		host.Until("three games", `document.querySelectorAll('.game-card').length === 3`)
		if going := browsertest.Eval[string](host, `[...document.querySelectorAll('.going')].map(e => e.textContent).join()`); going != "not played yet" {
			t.Errorf("the list says %q", going)
		}
		host.Look("evening-games")
		host.Accessible("the list of games")
	})
	guest.Clean(address, true)
}

// asked ends the game with a player who has tiles left: the page asks to confirm.
func asked(t *testing.T, host *browsertest.Browser) {
	for _, answer := range []string{"[data-close]", "[data-command*=sure]"} {
		host.Tap(".tools [data-sheet=more]")
		host.Until("the sheet opens", `document.querySelector('#sheet[open] [data-command*=finish]')`)
		host.Rest()
		host.Script(`document.querySelector('#sheet details:has([data-command*=finish])').open = true`)
		host.Tap(`#sheet [data-command*='"out":"red"']`)
		host.Until("it is asked", `document.querySelector('#sheet[open] [data-command*=sure]')`)
		host.Look("evening-sure")
		if status := browsertest.Eval[bool](host, `Boolean(document.querySelector('.chip.finished'))`); status {
			t.Error("it is taken before it is answered")
		}
		host.Tap(`#sheet ` + answer)
		host.Until("the question goes", `!document.getElementById('sheet').open`)
	}
}

// over checks the end on every screen: the result and the next step, with nothing over them.
func over(t *testing.T, host *browsertest.Browser, address string) {
	host.Until("the game is over", `document.querySelector('.chip.finished') && document.querySelector('.ending [data-command*=rematch]')`)
	for _, screen := range screens {
		host.Dress(screen.width, screen.height, 1, screen.theme)
		host.Rest()
		host.Look("evening-over-" + screen.name)
		if astray := host.Astray(); len(astray) > 0 {
			t.Errorf("%s: %s", screen.name, strings.Join(astray, "\n"))
		}
		host.Accessible("the end, " + screen.name)
		if wide := host.Wide(); wide > 0 {
			t.Errorf("%s: %d pixels too wide", screen.name, wide)
		}
	}
	host.Dress(390, 844, 1, "light")
	said := browsertest.Eval[string](host, `Promise.all(['/games', '/games/last', '/players', '/api/tables/1'].map(p => fetch(p).then(a => a.text()))).then(all => { window.everywhere = all }), ''`)
	host.Until(said+"all pages answer", `window.everywhere`)
	for i, want := range []string{`class="won"`, "wins", "Grandpa", `"life":"ended"`} {
		if !browsertest.Eval[bool](host, fmt.Sprintf(`window.everywhere[%d].includes(%q)`, i, want)) {
			t.Errorf("page %d does not say %s", i, want)
		}
	}
}

// reopened takes the end back, and checks each page that lists the game.
func reopened(t *testing.T, host, guest *browsertest.Browser, address string) {
	host.Open(address + "/t/1/play")
	host.Tap(`.tools [data-command*=undo]`)
	for _, b := range []*browsertest.Browser{host, guest} {
		b.Until("it goes on", `!document.querySelector('.chip.finished') && !document.querySelector('.crown') && !document.querySelector('.ending')`)
	}
	host.Script(`window.list = ''; fetch('/games').then(a => a.text()).then(t => { window.list = t })`)
	host.Until("the list says so", `window.list.includes('in progress') && !window.list.includes('class="won"')`)
	host.Tap(`.tools [data-command*=redo]`)
	guest.Until("it is over again", `document.querySelector('.chip.finished') && document.querySelector('[data-command*=rematch]')`)
}
