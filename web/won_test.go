package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// endedGames are games that are over, by name: each game, one that two have won, one without a point, and one of a longer evening.
func endedGames(t *testing.T) map[string]scoreboard.State {
	t.Helper()
	all := map[string]scoreboard.State{}
	film := webtest.DemoGame(t)
	won := film[len(film)-1]
	all["nabit"] = won
	shared := won
	shared.Players = slices.Clone(won.Players)
	shared.Players[0].Total, shared.Players[1].Total = 8, 8
	shared.Winners = []engine.Color{shared.Players[0].Color, shared.Players[1].Color}
	all["shared"] = shared
	none := film[0]
	none.Status, none.Life, none.Next = scoreboard.Finished, engine.Ended, engine.NoColor
	all["none"] = none
	for _, c := range scoreboard.ColorsOf(won.Players) { // each color is a field of its own
		of := won
		of.Winners = []engine.Color{c}
		all["won by "+c.String()] = of
	}
	s := webtest.NewSnagTable(t, nil, "Ana", "Ben", "Cleo")
	s.Place(4, 5, 50, 6, 7)
	s.Seen(`{"type":"call","player":1}`)
	all["snag"] = s.Seen(`{"type":"finish"}`)
	d := webtest.NewDabbleTable(t, nil, "", "Ana", "Ben")
	d.Seen(webtest.AnaRack)
	d.Seen(webtest.BenRack)
	d.Seen(`{"type":"round_end"}`)
	all["dabble"] = d.Seen(`{"type":"finish"}`)
	c := webtest.NewTabitTable(t, nil, "Ana", "Ben")
	c.Seen(webtest.CardsOf("tab", webtest.AnaUp, webtest.BenUp))
	all["tabit"] = c.Seen(`{"type":"finish"}`)
	for name, state := range all {
		state.Again, state.Starts = json.RawMessage(`{"type":"start"}`), state.Players[0].Color
		if name != "none" {
			state.Evening = scoreboard.NewEvening(state.Players)
			state.Evening.Add(state)
		}
		all[name] = state
	}
	evening := all["nabit"]
	long := *evening.Evening
	long.Games, evening.Evening = 3, &long
	all["evening"] = evening
	return all
}

// wonPage is what a page shows of a game that is over.
type wonPage struct {
	Field, Said, Points string
	Feats               int
	Again, Hidden       bool // the button, and the line above the scores
}

const wonShown = `(() => { const f = document.querySelector('.won'), seen = (e) => Boolean(e && e.checkVisibility() && e.getBoundingClientRect().height);
	return {Field: f?.dataset.won ?? '', Said: f?.querySelector('h2').textContent ?? '', Points: f?.querySelector('.grand').textContent ?? '', Feats: f ? f.querySelectorAll('.feats li').length : 0,
		Again: seen(document.querySelector('.life [data-command*=rematch]')), Hidden: !seen(document.querySelector('.turn'))}; })()`

// TestAWinnerHasAMoment of each game, on each kind of screen, in each language: the winner's color and points, and what the game is remembered
// for. A game without a winner has none.
func TestAWinnerHasAMoment(t *testing.T) {
	place, table := kitchen(t)
	b := browsertest.New(t)
	b.Open(place.Url + place.server.Link("kitchen", access.RolePlayer))
	games := endedGames(t)
	names := slices.Sorted(maps.Keys(games))
	for i, screen := range screensOf([]screen{{"play", "light", 320, 640, nil}, {"play", "dark", 390, 844, nil}, {"play", "light", 844, 390, nil}, {"watch", "light", 820, 1180, nil}, {"watch", "dark", 1280, 800, nil},
		{"tv", "dark", 1920, 1080, nil}, {"tv", "light", 1280, 720, nil}}, 0, 1, 2, 3, 1, 0, 3) { // so that each game is read in all languages, or all but one
		page := screen.on(t, b, place, table)
		for k, name := range names {
			// The fullest state is on each screen, the others on half of them, and a color, which is the same everywhere, on a third.
			if color := strings.HasPrefix(name, "won by"); name != "evening" && (color && (i+k)%3 != 0 || !color && (i+k)%2 != 0) {
				continue
			}
			state := games[name]
			where := page.show(name, state)
			got := browsertest.Eval[wonPage](b, wonShown)
			want := wonPage{Again: screen.view == "play"}
			if len(state.Winners) > 0 {
				want.Field, want.Said, want.Hidden, want.Feats = "several", state.Outcome(screen.lang), true, len(state.Feats)
				if want.Points = fmt.Sprint(state.PlayerOf(state.Winners[0]).Total); len(state.Winners) == 1 {
					want.Field = state.Winners[0].String()
				}
			}
			if got != want {
				t.Errorf("%s: shown is %+v, not %+v", where, got, want)
			}
			page.fits(where, "h1")                 // the head shortens the line beside the game's name by itself
			if k%2 == i%2 && screen.width < 1300 { // axe takes a second
				b.Accessible(where)
			}
			b.Look(fmt.Sprintf("won-%s-%s-%d", strings.ReplaceAll(name, " ", "-"), screen.view, screen.width))
		}
	}
	b.Clean(place.Url, false)
}

// TestAWinnerIsCheeredOnce when the game ends before those who watch; without motion the points stand at once.
func TestAWinnerIsCheeredOnce(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	film := webtest.DemoGame(t)
	for _, still := range []bool{false, true} {
		webtest.Publish(t, table, film[len(film)-2])
		b := browsertest.New(t)
		b.Dress(1280, 720, 1, "dark")
		if still {
			b.Wear(1280, 720, 100)
		}
		b.Open(place.Url + "/t/kitchen/tv")
		b.Until("the page is drawn", `document.querySelector('[data-part=board]')?.shown !== undefined`)
		b.Script(`window.seen = new Set(); window.cheers = 0; new MutationObserver(() => { const p = document.querySelector('.grand'); if (p) seen.add(p.textContent); }).observe(document.querySelector('.life'), {childList: true, subtree: true, characterData: true});
			new MutationObserver((all) => { if (document.body.classList.contains('cheer') && !all[0].oldValue.includes('cheer')) cheers++; }).observe(document.body, {attributeFilter: ['class'], attributeOldValue: true})`)
		end := film[len(film)-1]
		webtest.Publish(t, table, end)
		b.Until("the winner is shown", `document.querySelector('.grand')?.textContent === '8'`)
		if still {
			if seen := browsertest.Eval[string](b, `[cheers, ...seen].join()`); seen != "0,8" {
				t.Errorf("without motion the page cheered, and showed the points as %s", seen)
			}
			continue
		}
		b.Until("the points were counted", `cheers === 1 && seen.size > 3`)
		end.Events++
		webtest.Publish(t, table, end) // a name is changed, say
		b.Until("it is over", `!document.body.classList.contains('cheer')`)
		if again := browsertest.Eval[int](b, `cheers`); again != 1 {
			t.Errorf("the page cheered %d times", again)
		}
	}
}
