package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest"
)

// TestThreeGuestsComeAtOnce sets a game up, restarts the server before anybody has played, and has three guests join, sit down and see turns.
func TestThreeGuestsComeAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	server, address := served(t, "--data", folder)
	host := browsertest.New(t)
	host.Dress(390, 664, 1, "light")
	code := setUpThree(t, host, address+hostLink(t, folder))
	kill(t, server)
	if _, again := served(t, "--data", folder, "--addr", strings.TrimPrefix(address, "http://")); again != address {
		t.Fatalf("it came back at %s", again)
	}
	if first := page(t, address+"/"); !strings.Contains(first, "view-watch") || !strings.Contains(first, "Zoe") {
		t.Error("after a restart the game that was set up is not the first page")
	}
	seats := []string{"yellow", "red", "green"}
	var guests []browsertest.Typist
	for i := range seats {
		b := browsertest.New(t)
		b.Dress(390, 664, 1, []string{"light", "dark"}[i%2])
		b.Open(address + "/join")
		guests = append(guests, browsertest.Typist{Browser: b})
	}
	for _, g := range guests {
		g.Do(chromedp.SendKeys("#code", strings.ToLower(code)))
	}
	for _, g := range guests {
		g.Tap(".codeform .primary")
	}
	for i, g := range guests {
		g.Until("the phone may play", `document.querySelector('.seats')`)
		g.Tap(".seats [value=" + seats[i] + "]")
	}
	for i, g := range guests {
		g.Until("the guest has a seat", `location.pathname === '/t/1/play' && document.body.dataset.seat === '`+seats[i]+`' && `+shownLive)
	}
	guests[0].Lays(0, 0, false, "GAME")
	guests[1].Lays(0, 0, true, "TRY")
	guests[2].Lays(2, 0, false, "YES")
	for _, p := range append(guests, browsertest.Typist{Browser: host}) {
		p.Until("everybody sees three turns", `document.querySelector('.turn-no').textContent.includes('4') && document.querySelectorAll('.board .stack').length === 8`)
		p.Until("and whose turn it is", `document.querySelector('.turn b').textContent === (document.body.dataset.seat === 'yellow' ? 'Your turn' : 'Grandpa’s turn')`)
	}
	t.Run("a guest renames nobody else, the host all with one button", func(t *testing.T) { renamed(t, host, guests) })
	guests[2].Look("three-guests")
	guests[2].Accessible("a guest's phone")
	guests[0].Clean(address, true)
}

// setUpThree begins a game of three, and answers the code for players.
func setUpThree(t *testing.T, host *browsertest.Browser, link string) string {
	t.Helper()
	host.Open(link + "?to=setup")
	host.Until("the set-up page", `document.querySelector('.newgame')`)
	host.Script(`for (const [color, name] of [['yellow', 'Grandpa'], ['red', 'Ana'], ['purple', ''], ['green', 'Zoe']]) {
		document.querySelector('[name=plays-' + color + ']').checked = Boolean(name);
		document.querySelector('[name=name-' + color + ']').value = name;
	}
	const rows = document.getElementById('rows');
	for (const color of ['yellow', 'red', 'green', 'purple']) rows.append(rows.querySelector('[value=' + color + ']').closest('li'));
	document.querySelector('[name=first][value=yellow]').checked = true;
	document.querySelector('[name=timer]').value = 90`)
	code := browsertest.Eval[string](host, `document.querySelector('.address.short').textContent`)
	host.Tap(".newgame .primary")
	host.Until("the game begins", `location.pathname === '/t/1/play' && document.querySelector('.turn b')?.textContent === 'Grandpa’s turn' && `+shownLive)
	host.Until("the turn timer was saved with the start", `document.querySelector('[data-clock]')?.dataset.limit === '90'`)
	return code
}

// renamed changes names on a guest's phone and on the host's.
func renamed(t *testing.T, host *browsertest.Browser, guests []browsertest.Typist) {
	t.Helper()
	ana := guests[1]
	names := func(b *browsertest.Browser) {
		b.Tap(".tools [data-sheet=more]")
		b.Until("more", `document.querySelector('#sheet[open] [data-sheet=names]')`)
		b.Tap("#sheet [data-sheet=names]")
		b.Until("the names", `document.querySelector('#sheet[open] [data-names]')`)
		b.Rest()
	}
	names(ana.Browser)
	ana.Look("names-guest")
	if fields := browsertest.Eval[string](ana.Browser, `[...document.querySelectorAll('#sheet [data-names] input')].map(e => e.name).join()`); fields != "red" {
		t.Errorf("Ana's phone offers the names of %s", fields)
	}
	ana.Script(`document.querySelector('#sheet [name=red]').value = 'Anna'; document.querySelector('#sheet [data-names]').requestSubmit()`)
	ana.Until("the sheet goes", `!document.getElementById('sheet').open`)
	ana.Script(`window.refused = 0; fetch('/api/tables/1/commands', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"type":"name","player":"green","name":"Zed"}'}).then(a => { window.refused = a.status })`)
	ana.Until("another's name is refused", `window.refused === 403`)
	names(host)
	host.Look("names-host")
	host.Accessible("all names")
	host.Script(`document.querySelector('#sheet [name=yellow]').value = 'Zoe'; document.querySelector('#sheet [name=green]').value = ''; document.querySelector('#sheet [data-names]').requestSubmit()`)
	for _, b := range append(guests, browsertest.Typist{Browser: host}) {
		b.Until("all have their new names", `['red Anna', 'yellow Zoe', 'green Green'].every(s => { const [color, name] = s.split(' '); return document.querySelector('.players [data-key=' + color + '] .name').textContent.trim() === name; })`)
	}
}
