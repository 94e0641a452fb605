package web

import (
	"strings"
	"testing"

	"tilewatch/web/text"
)

func TestTabitParts(t *testing.T) {
	d := newTabitTable(t, nil, "Ana", "Ben <b>")
	states := map[string]State{"": {Game: "tabit", Drawn: tabitPage}, "started": d.state()}
	states["cards"] = d.seen(cardsOf("cards", anaUp, benDown))
	states["tabbing"] = d.seen(`{"type":"tabit","player":"Ana"}`)
	states["tabbed"] = d.seen(cardsOf("cards", anaUp, benUp))
	states["tied"] = d.seen(cardsOf("tab", anaUp, "TREE star star star star"))
	states["over"] = d.seen(cardsOf("tab", anaUp, benUp))
	partsOf(t, "tabit", states, map[string][]string{
		"cards":   {"3 moons and MOON", "2 cards face down", "Round 1"},
		"tabbing": {"TABIT! Turn up all cards", "Ana drew the TABIT card", "Write down"},
		"tabbed":  {"Round 1 tabbed", "3 stars and STAR", "Round 2"},
		"over":    {"Ana wins", "Score card", "1200"},
	})
}

func TestTabitSentence(t *testing.T) {
	d := newTabitTable(t, nil, "Ana", "Ben")
	s := d.seen(cardsOf("tab", anaUp, benUp))
	for lang, want := range map[string]string{"en": "Round 1: Ana 400 and Ben 300. Ana leads by 100.", "es": "Ronda 1: Ana 400 y Ben 300. Ana gana por 100."} {
		s := complete(s, nil, tabitPage)
		if got := s.Drawn.Sentence(&s, text.For(lang)); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

// The drawing has one size whatever lies on the board, so that nothing jumps.
func TestTabitDrawingKeepsItsSize(t *testing.T) {
	d := newTabitTable(t, nil, "Ana", "Ben", "Cleo", "Dan")
	for name, s := range map[string]State{"nothing": d.state(), "cards": d.seen(cardsOf("cards", anaUp, benDown, anaUp, benUp))} {
		s := complete(s, nil, tabitPage)
		board := string(renderParts(&s, tabitPage, Look{Texts: text.For("en")})["board"])
		if !strings.Contains(board, `viewBox="0 0 600 600"`) || strings.Count(board, `class="seat"`) != 4 {
			t.Errorf("%s: %.120s", name, board)
		}
	}
}

// TestTabitTab plays the end of a round on two phones: the TABIT card is pressed on one, and both show the tab.
func TestTabitTab(t *testing.T) {
	place, table := newTabitSite(t)
	d := newTabitTable(t, table, "Ana", "Ben")
	table.Seat(d)
	p := newTwoPhones(t, place, "kitchen")
	ana, ben, both, shows := p.ana, p.ben, p.both, p.shows
	t.Run("the camera's cards are shown", func(t *testing.T) {
		d.seen(cardsOf("cards", anaUp, benDown))
		both("cards", `document.querySelectorAll('.board .letter').length === 7 && document.querySelectorAll('.board .down').length === 2`)
		ana.Look("tabit-cards")
	})
	t.Run("the TABIT card pressed on a phone starts the tab on all", func(t *testing.T) {
		ben.Tap(".tools .challenge")
		both("turn up", shows("turn", "Turn up all cards"))
		ben.Look("tabit-tabbing")
		ana.Accessible("tabbing")
	})
	t.Run("once all cards are up the round is tabbed", func(t *testing.T) {
		d.seen(cardsOf("cards", anaUp, benUp))
		both("tabbed", shows("last", "3 stars and STAR")+" && "+scoreOf("red")+" === 400")
		ana.Until("it is spoken", `document.getElementById('say').textContent === 'Round 1: Ana 400 and Ben 300. Ana leads by 100.'`)
		ana.Look("tabit-tabbed")
		ben.Look("tabit-tabbed-320")
	})
	t.Run("undo takes the tab back", func(t *testing.T) {
		ana.Tap(`.tools [data-command='{"type":"undo"}']`)
		both("taken back", scoreOf("red")+" === 0 && "+shows("turn", "Turn up all cards"))
	})
	t.Run("without a camera the cards are written down", func(t *testing.T) {
		ana.Tap(".tools .challenge")
		ana.Until("the sheet", `document.querySelector('#sheet[open] input[name="p0.word"]')`)
		ana.Accessible("the sheet")
		if small := ana.SmallTargets(); small != "" {
			t.Errorf("too small to touch: %s", small)
		}
		ana.Look("tabit-sheet")
		ana.Script(`const form = document.querySelector('#sheet form[data-sheet-form=tab]');
			form['p0.word'].value = 'oonm'; form['p1.word'].value = 'TREE';
			for (const k of [0, 1, 2, 3]) { form['p0.' + k].value = 'moon'; form['p1.' + k].value = k ? 'tree' : ''; } undefined`)
		ana.Tap("#sheet form[data-sheet-form=tab] button")
		ana.Tap("#sheet .primary[data-command]")
		both("tabbed", scoreOf("red")+" === 500 && "+scoreOf("purple")+" === 200")
	})
	t.Run("the page fits and all can use it", func(t *testing.T) { p.fit("tabit") })
	ana.Clean(place.url, false)
}

// newTabitSite is a server that draws the game, with a table.
func newTabitSite(t *testing.T) (place *listener, table *Table) {
	t.Helper()
	place = listening(t, 0, func(invite string) (served, error) {
		s, err := New(Options{Invite: invite, Games: Games{tabitPage}})
		if err == nil {
			table, err = s.Open("kitchen")
		}
		return s, err
	})
	return place, table
}
