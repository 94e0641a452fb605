package web

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// TestTheEndOfAFilmStaysInSight beside a question about a tile that lies far below: a phone does not scroll away from the button that ends
// the game. A watcher, who has none, reads who may end it.
func TestTheEndOfAFilmStaysInSight(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	film := webtest.DemoGame(t)
	s := film[len(film)-2]
	s.Life, s.Status = engine.SourceEnded, scoreboard.Stopped
	low := s.Crossword().Board[0].Place
	for _, c := range s.Crossword().Board {
		if c.Row > low.Row {
			low = c.Place
		}
	}
	s.Detail = webtest.Cross(s, func(c *scoreboard.Crossword) {
		c.Ask = &scoreboard.Ask{ID: "q", Turn: s.Turn, Place: &low, Answers: []scoreboard.Answer{{Kind: "letter", Letter: 'H', Chance: .5}, {Kind: "letter", Letter: 'N', Chance: .5}}}
	})
	webtest.Publish(t, table, s)
	for _, player := range []bool{true, false} {
		b := browsertest.New(t)
		b.Dress(390, 844, 1, "light")
		if player {
			b.Open(place.Url + place.server.Link("kitchen", access.RolePlayer))
		}
		b.Open(place.Url + "/t/kitchen/play")
		b.Until("the page is drawn", `document.querySelector('[data-part=board]')?.shown !== undefined`)
		b.Rest()
		if at := browsertest.Eval[int](b, `Math.round(scrollY)`); at != 0 {
			t.Errorf("player %v: the page scrolled by %d pixels", player, at)
		}
		said := browsertest.Eval[string](b, `[...document.querySelectorAll('.life p:not(.ways)')].filter((e) => e.checkVisibility()).map((e) => e.textContent).join()`)
		want := map[bool]string{true: "This is the result so far. Is the game over?", false: "This is the result so far. A player or the host can end the game, or play on."}[player]
		if said != want {
			t.Errorf("player %v reads %q", player, said)
		}
	}
}
