package web

import (
	"fmt"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// seatedPhone opens a player's page for who plays red.
func seatedPhone(t *testing.T, place *site) *browsertest.Browser {
	t.Helper()
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	b.Open(place.Url + place.server.Link("kitchen", access.RolePlayer))
	b.Script(`document.cookie = 'seat-kitchen=red;path=/'`)
	b.Open(place.Url + "/t/kitchen/play")
	b.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
	return b
}

// TestAPressWithoutAConnectionIsRefused, and nothing of it arrives later.
func TestAPressWithoutAConnectionIsRefused(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	state := webtest.DemoGame(t)[5]
	state.Undo = &scoreboard.Deed{Type: "play"}
	webtest.Publish(t, table, state)
	b := seatedPhone(t, place)
	b.Script(`window.posts = 0; const plain = window.fetch; window.fetch = (url, o) => { if (o?.method === 'POST') window.posts++; return plain(url, o); }`)
	place.Stop()
	b.Until("the page knows", `document.body.classList.contains('stale')`)
	b.Tap(`.tools [data-command*=undo]`)
	b.Until("it is refused", `!document.getElementById('toast').hidden && document.getElementById('toast').textContent.startsWith('Not sent')`)
	if n := browsertest.Eval[int](b, `window.posts`); n != 0 {
		t.Errorf("%d presses were sent all the same", n)
	}
	again := newSiteAt(t, place.Port)
	webtest.Publish(t, again.open(t, "kitchen"), state)
	b.Until("the page is back", `!document.body.classList.contains('stale')`)
	b.Clean(place.Url, true)
}

// TestASeatedPhoneSaysThatItIsItsTurn once: to the hand, and in its title; it can be told not to.
func TestASeatedPhoneSaysThatItIsItsTurn(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	state := webtest.DemoGame(t)[5]
	next := func(c engine.Color) {
		t.Helper()
		state.Next, state.Events = c, state.Events+1
		webtest.Publish(t, table, state)
	}
	next(engine.Purple)
	b := seatedPhone(t, place)
	b.Script(`window.buzzes = 0; navigator.vibrate = () => { window.buzzes++; return true; }`)
	for round := 1; round <= 2; round++ {
		next(engine.Red)
		b.Until("the title says so", `document.title.startsWith('Your turn')`)
		state.Status = scoreboard.Hand // the turn is the same
		next(engine.Red)
		b.Until("the hand is seen", `document.querySelector('.chip.hand')`)
		if n := browsertest.Eval[int](b, `window.buzzes`); n != round {
			t.Errorf("in turn %d the phone has buzzed %d times", round, n)
		}
		state.Status = scoreboard.Live
		next(engine.Purple)
		b.Until("the title says no more", `!document.title.startsWith('Your turn')`)
	}
	b.Tap(".tools [data-sheet=more]")
	b.Until("the switch is on", `document.querySelector('#sheet[open] [data-device=turn]')?.checked`)
	b.Tap("#sheet [data-device=turn]")
	next(engine.Red)
	b.Until("the turn comes", `document.querySelector('.players .next')?.dataset.key === 'red'`)
	if said := browsertest.Eval[string](b, `document.title + window.buzzes`); said[0] == 'Y' || said[len(said)-1] != '2' {
		t.Errorf("told not to, it says so: %s", fmt.Sprint(said))
	}
	b.Clean(place.Url, true)
}
