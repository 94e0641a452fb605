package web

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/text"
)

// TestAGameIsSetUpOnOneScreen of a phone, in every language: whoever plays and the button that starts are in sight, and the rest is a tap away.
func TestAGameIsSetUpOnOneScreen(t *testing.T) {
	words, err := lexicon.Open("")
	if err != nil {
		t.Fatal(err)
	}
	place := newSiteWith(t, Options{Words: map[string]*lexicon.Lexicon{nabit.Name: words}})
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	b := browsertest.New(t)
	b.Open(place.Url + place.server.Link("kitchen", access.RoleHost))
	for i, lang := range text.Langs() {
		size := [...][2]int64{{390, 844}, {320, 640}, {1280, 800}, {844, 390}}[i%4]
		b.Dress(size[0], size[1], 1, [...]string{"light", "dark"}[i%2])
		b.Open(place.Url + "/t/kitchen/setup?lang=" + lang.Lang)
		b.Until("the page's script runs", `!document.querySelector('.up').hidden`)
		name := fmt.Sprintf("%s, %d x %d", lang.Lang, size[0], size[1])
		b.Accessible(name)
		if wide, small := b.Wide(), b.SmallTargets(); wide > 0 || small != "" {
			t.Errorf("%s: %d pixels too wide; too small for a finger: %s", name, wide, small)
		}
		const low = `Math.round(document.querySelector('%s').getBoundingClientRect().bottom - innerHeight)`
		if by := browsertest.Eval[int](b, fmt.Sprintf(low, ".begin button")); by > 0 {
			t.Errorf("%s: the button that starts is %d pixels below the screen", name, by)
		}
		if by := browsertest.Eval[int](b, fmt.Sprintf(low, ".newgame .rows")); by > 0 && size[1] > 600 {
			t.Errorf("%s: the players are %d pixels below the screen", name, by)
		}
		if row := browsertest.Eval[int](b, `Math.round(document.querySelector('.rows li').getBoundingClientRect().height)`); row > 60 && size[0] >= 390 {
			t.Errorf("%s: a row is %d pixels high", name, row)
		}
	}

	b.Dress(390, 844, 1, "light")
	b.Open(place.Url + "/t/kitchen/setup?lang=en")
	usual := browsertest.Eval[string](b, `document.querySelector('#more small').textContent`)
	if !strings.Contains(usual, "Standard rules") || !strings.Contains(usual, "english") {
		t.Errorf("the line of what is set says %q", usual)
	}
	b.Tap("#more > summary")
	b.Script(`{ const e = document.querySelector('#more select'); e.selectedIndex = 1; e.dispatchEvent(new Event('change', {bubbles: true})); document.querySelector('#more [type=checkbox]').click(); }`)
	want := browsertest.Eval[string](b, `document.querySelector('#more select').selectedOptions[0].text + ' · ' + document.querySelector('#more [type=checkbox]').labels[0].textContent`)
	if says := browsertest.Eval[string](b, `document.querySelector('#more small').textContent`); says != want {
		t.Errorf("the line of what was changed says %q, want %q", says, want)
	}
	b.Accessible("more options")
	b.Look("setup-more")

	b.Open(place.Url + "/t/kitchen/setup?lang=en")
	b.Until("the page's script runs", `!document.querySelector('.up').hidden`)
	b.Script(`document.querySelector('[name=name-red]').value = 'Ana'; document.querySelector('[name=name-green]').value = 'Ben'; document.querySelector('[name=plays-purple]').click(); document.querySelector('[name=first][value=green]').click(); undefined`)
	b.Script(`document.querySelector('.newgame').requestSubmit(document.querySelector('.newgame [type=submit]')); undefined`) // as the key Enter in a name does
	b.Until("the game has begun", `location.pathname.endsWith('/play')`)
	state, err := table.State()
	if err != nil {
		t.Fatal(err)
	}
	if first := state.Players[0]; len(state.Players) != 3 || state.Next.String() != "green" || first.Name == "" {
		t.Errorf("the game has %d players, %s moves first", len(state.Players), state.Next)
	}

	other := place.open(t, "porch")
	other.Seat(&ruled{game: nabit.New(nil), table: other})
	b.Open(place.Url + place.server.Link("porch", access.RoleHost))
	b.Open(place.Url + "/t/porch/setup?lang=en")
	b.Until("last time's names are a tap away", `document.querySelector('#again:not([hidden])')?.textContent.includes('Ana, Ben')`)
	b.Look("setup-again")
	b.Tap("#again")
	if got := browsertest.Eval[string](b, `[...document.querySelectorAll('.rows li')].map((row) => row.querySelector('.name').value + row.querySelector('[type=checkbox]').checked).join()`); got != "Anatrue,false,true,Bentrue" {
		t.Errorf("the rows are %s", got)
	}
	b.Clean(place.Url, false)
}
