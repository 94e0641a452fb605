package tabit_test

import (
	"fmt"
	"strings"
	"testing"
	webtabit "tilewatch/web/games/tabit"

	"tilewatch/web"
	"tilewatch/web/browsertest"
	"tilewatch/web/invite"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

func TestTabitParts(t *testing.T) {
	d := webtest.NewTabitTable(t, nil, "Ana", "Ben <b>")
	states := map[string]scoreboard.State{"": {Game: "tabit", Drawn: webtabit.Page}, "started": d.State()}
	states["cards"] = d.Seen(webtest.CardsOf("cards", webtest.AnaUp, webtest.BenDown))
	states["tabbing"] = d.Seen(`{"type":"tabit","player":"Ana"}`)
	states["tabbed"] = d.Seen(webtest.CardsOf("cards", webtest.AnaUp, webtest.BenUp))
	states["tied"] = d.Seen(webtest.CardsOf("tab", webtest.AnaUp, "TREE star star star star"))
	states["over"] = d.Seen(webtest.CardsOf("tab", webtest.AnaUp, webtest.BenUp))
	webtest.PartsOf(t, "tabit", states, map[string][]string{
		"cards":   {"3 moons and MOON", "2 cards face down", "Round 1"},
		"tabbing": {"TABIT! Turn up all cards", "Ana drew the TABIT card", "Type"},
		"tabbed":  {"Round 1 scored", "3 stars and STAR", "Round 2"},
		"over":    {"Ana wins", "Score card", "1200"},
	})
}

func TestTabitSentence(t *testing.T) {
	d := webtest.NewTabitTable(t, nil, "Ana", "Ben")
	s := d.Seen(webtest.CardsOf("tab", webtest.AnaUp, webtest.BenUp))
	for lang, want := range map[string]string{"en": "Round 1: Ana 400 and Ben 300. Ana leads by 100.", "es": "Ronda 1: Ana 400 y Ben 300. Ana gana por 100."} {
		s := scoreboard.Complete(s, nil, webtabit.Page)
		if got := s.Drawn.Sentence(&s, text.For(lang)); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

// The drawing has one size whatever lies on the board, so that nothing jumps.
func TestTabitDrawingKeepsItsSize(t *testing.T) {
	d := webtest.NewTabitTable(t, nil, "Ana", "Ben", "Cleo", "Dan")
	for name, s := range map[string]scoreboard.State{"nothing": d.State(), "cards": d.Seen(webtest.CardsOf("cards", webtest.AnaUp, webtest.BenDown, webtest.AnaUp, webtest.BenUp))} {
		s := scoreboard.Complete(s, nil, webtabit.Page)
		board := string(parts.Render(&s, webtabit.Page, scoreboard.Look{Texts: text.For("en")})["board"])
		if !strings.Contains(board, `viewBox="0 0 600 600"`) || strings.Count(board, `class="seat"`) != 4 {
			t.Errorf("%s: %.120s", name, board)
		}
	}
}

// TestTabitTab plays the end of a round on two phones: the TABIT card is pressed on one, and both show the tab.
func TestTabitTab(t *testing.T) {
	place, table := newTabitSite(t)
	d := webtest.NewTabitTable(t, table, "Ana", "Ben")
	table.Seat(d)
	p := webtest.NewTwoPhones(t, place, "kitchen")
	ana, ben, both, shows := p.Ana, p.Ben, p.Both, p.Shows
	t.Run("the camera's cards are shown", func(t *testing.T) {
		d.Seen(webtest.CardsOf("cards", webtest.AnaUp, webtest.BenDown))
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
		d.Seen(webtest.CardsOf("cards", webtest.AnaUp, webtest.BenUp))
		both("tabbed", shows("last", "3 stars and STAR")+" && "+webtest.ScoreOf("red")+" === 400")
		ana.Until("it is spoken", `document.getElementById('say').textContent === 'Round 1: Ana 400 and Ben 300. Ana leads by 100.'`)
		ana.Look("tabit-tabbed")
		ben.Look("tabit-tabbed-320")
	})
	t.Run("undo takes the tab back", func(t *testing.T) {
		ana.Tap(`.tools [data-command='{"type":"undo"}']`)
		both("taken back", webtest.ScoreOf("red")+" === 0 && "+shows("turn", "Turn up all cards"))
	})
	t.Run("without a camera the cards are written down", func(t *testing.T) {
		ana.Tap(".tools .challenge")
		ana.Until("the sheet", `document.querySelector('#sheet[open] input[name="p0.word"]')`)
		ana.Accessible("the sheet")
		if small := ana.SmallTargets(); small != "" {
			t.Errorf("too small to touch: %s", small)
		}
		ana.Look("tabit-sheet")
		typist := browsertest.Typist{Browser: ana}
		typist.Fills("p0.word", "oon")
		typist.Told("Ana: type four letters")
		typist.Fills("p0.word", "oonm")
		typist.Fills("p1.word", "tree")
		for k := range 4 {
			typist.Chooses(fmt.Sprintf("p0.%d", k), "moon")
			typist.Chooses(fmt.Sprintf("p1.%d", k), []string{"", "tree", "tree", "tree"}[k])
		}
		typist.Told("Ana 4 moons and MOON")
		ana.Look("tabit-sheet-typed")
		typist.Chooses("p1.3", "")
		ana.Until("it can be sent", `document.querySelector('#sheet [data-is=send]:enabled')`)
		typist.ChoosesAndSends("p1.3", "tree") // what was chosen before can be sent, and must not be
		both("tabbed", webtest.ScoreOf("red")+" === 500 && "+webtest.ScoreOf("purple")+" === 200")
	})
	t.Run("the page fits and all can use it", func(t *testing.T) { p.Fit("tabit") })
	ana.Clean(place.Url, false)
}

// newTabitSite is a server that draws the game, with a table.
func newTabitSite(t *testing.T) (place *webtest.Site, table *stream.Table) {
	t.Helper()
	place = webtest.Listen(t, 0, func(address string) (webtest.Server, error) {
		s, err := web.New(web.Options{Invite: invite.Choose("", address), Games: parts.Games{webtabit.Page}})
		if err == nil {
			table, err = s.Open("kitchen")
		}
		return s, err
	})
	return place, table
}
