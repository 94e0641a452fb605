package web

import (
	"fmt"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
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
	place, table := kitchen(t)
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
	place, table := kitchen(t)
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
		b.Until("the whole head does", `document.body.dataset.mine === 'red' && document.querySelector('.turn b').textContent === 'Your turn'`)
		state.Status = scoreboard.Hand // the turn is the same
		next(engine.Red)
		b.Until("the hand is seen", `document.querySelector('.chip.hand')`)
		if n := browsertest.Eval[int](b, `window.buzzes`); n != round {
			t.Errorf("in turn %d the phone has buzzed %d times", round, n)
		}
		state.Status = scoreboard.Live
		next(engine.Purple)
		b.Until("the title says no more", `!document.title.startsWith('Your turn')`)
		b.Until("nor does the head", `!document.body.dataset.mine && document.querySelector('.turn b').textContent.endsWith('turn')`)
	}
	if own := browsertest.Eval[string](b, `[...document.querySelectorAll('.players .own')].map((row) => row.dataset.key).join()`); own != "red" {
		t.Errorf("the holder's row is %q", own)
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

// TestTheHeadIsReadableInEveryColor of a player, in both themes, on a phone and beside the board.
func TestTheHeadIsReadableInEveryColor(t *testing.T) {
	place, table := kitchen(t)
	state := webtest.DemoGame(t)[5]
	state.Aids.Timer = 1 // so that the clock is late
	webtest.Publish(t, table, state)
	b := seatedPhone(t, place)
	for _, color := range scoreboard.ColorsOf(state.Players) {
		state.Next, state.Events = color, state.Events+1
		webtest.Publish(t, table, state)
		b.Script(fmt.Sprintf(`document.cookie = 'seat-kitchen=%s;path=/'`, color))
		for _, theme := range []string{"light", "dark"} {
			for _, size := range [][2]int64{{390, 844}, {844, 390}, {1280, 800}} {
				b.Dress(size[0], size[1], 1, theme)
				b.Open(place.Url + "/t/kitchen/play")
				b.Until("it is their turn", fmt.Sprintf(`document.body.dataset.mine === '%s' && document.querySelector('.clock.late')`, color))
				name := fmt.Sprintf("my turn, %s, %s, %d wide", color, theme, size[0])
				b.Look(name)
				b.Accessible(name)
				if unfit := b.Unfit(); unfit != "" {
					t.Errorf("%s: %s", name, unfit)
				}
			}
		}
	}
	b.Clean(place.Url, true)
}

// TestWhatWasTypedForATurnThatIsOverIsNobodyElses: the slower of two phones that type the same turn is told, and its letters are gone.
func TestWhatWasTypedForATurnThatIsOverIsNobodyElses(t *testing.T) {
	place, table := kitchen(t)
	state := webtest.DemoGame(t)[5]
	next := func(c engine.Color) {
		t.Helper()
		state.Next, state.Events = c, state.Events+1
		webtest.Publish(t, table, state)
	}
	next(engine.Red)
	b := seatedPhone(t, place)
	write := func() {
		t.Helper()
		b.Tap(".tools [data-type]")
		b.Until("the composer is open", `!document.getElementById('composer').hidden`)
		b.Script(`{ const field = document.getElementById('typing'); field.value += 'qz'; field.dispatchEvent(new Event('input')); }`)
		b.Until("two letters are typed", `document.querySelectorAll('.draft [data-typed]').length === 2`)
	}
	gone := func(of string) {
		t.Helper()
		b.Until("the composer is closed", `document.getElementById('composer').hidden && !document.querySelector('.draft [data-typed]')`)
		b.Until("it says why", fmt.Sprintf(`document.getElementById('toast').textContent.startsWith('It is no longer %s')`, of))
	}
	write()
	state.Status = scoreboard.Hand // nothing that decides: the letters stay
	next(engine.Red)
	b.Until("the hand is seen", `document.querySelector('.chip.hand')`)
	if n := browsertest.Eval[int](b, `document.querySelectorAll('.draft [data-typed]').length`); n != 2 {
		t.Errorf("%d of two letters stay", n)
	}
	state.Status = scoreboard.Live
	next(engine.Purple)
	gone(state.NameOf(engine.Red, text.For("en")))
	write()
	b.Open("about:blank")
	next(engine.Green) // while the page is away
	b.Open(place.Url + "/t/kitchen/play")
	gone(state.NameOf(engine.Purple, text.For("en")))
	write()
	next(engine.Red) // whom the phone belongs to: they typed ahead
	b.Until("their turn comes", `document.body.dataset.mine === 'red'`)
	if n := browsertest.Eval[int](b, `document.querySelectorAll('.draft [data-typed]').length`); n != 2 {
		t.Errorf("%d of two letters stay that the holder typed ahead", n)
	}
	b.Clean(place.Url, true)
}

// TestAHintIsLaidOnTheBoard touches a hint of the sheet, as sheets.Draw writes it: its tiles are typed, where they can be seen and played.
func TestAHintIsLaidOnTheBoard(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	state := webtest.DemoGame(t)[5]
	state.Next = engine.Red
	webtest.Publish(t, table, state)
	b := seatedPhone(t, place)
	b.Script(`document.querySelector('main').insertAdjacentHTML('afterbegin', '<button type="button" id="hint" data-type-at="9,1" data-lay="9,1,C;9,2,A,blank">CA</button>')`)
	b.Tap("#hint")
	b.Until("its tiles lie there", `[...document.querySelectorAll('.draft [data-typed]')].map((e) => e.dataset.typed).join(' ') === '9,1 9,2'`)
	if got := browsertest.Eval[string](b, `[...document.querySelectorAll('.draft text')].map((e) => e.textContent).join('')`); got != "CA?" {
		t.Errorf("%q is typed", got)
	}
}
