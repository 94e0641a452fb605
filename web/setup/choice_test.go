package setup

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/dabble"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

// allChosen is a form in which every choice of a game is another than the rule sheet's.
func allChosen(g scoreboard.Game) url.Values {
	form := url.Values{"seat": {"red", "green"}, "plays-red": {"1"}, "plays-green": {"1"}, "first": {"lot"}}
	for _, c := range g.Choices() {
		form.Set("asked-"+c.Name, "1")
		switch {
		case c.Kind() == "values":
			form.Set("option-"+c.Name, c.Values[len(c.Values)-1])
		case c.Kind() == "number":
			form.Set("option-"+c.Name, "7")
			if c.Least > 7 {
				form.Set("option-"+c.Name, "77")
			}
		case !c.Yes:
			form.Set("option-"+c.Name, "true")
		}
	}
	return form
}

// TestEveryGameTakesItsOwnHouseRules sends what the set-up page can say to each game's own rules, which refuse what they do
// not know.
func TestEveryGameTakesItsOwnHouseRules(t *testing.T) {
	words, err := lexicon.OpenFor("dabble", "")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]func(json.RawMessage) (ok bool, answer any){
		"snag":   handling(snag.Game{}.Table(nil)),
		"tabit":  handling(tabit.Game{}.Table(nil)),
		"dabble": handling(dabble.NewTable(words)),
		"nabit": func(e json.RawMessage) (bool, any) {
			a := nabit.New(words).Table().Handle(e)
			return a.OK, a
		},
	}
	for _, g := range webtest.Games {
		for name, form := range map[string]url.Values{"the rule sheet's": {"seat": {"red", "green"}, "plays-red": {"1"}, "plays-green": {"1"}}, "all others": allChosen(g)} {
			t.Run(g.Name()+", "+name, func(t *testing.T) {
				r := httptest.NewRequest("POST", "/", strings.NewReader(form.Encode()))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				event, err := startEvent(echo.New().NewContext(r, httptest.NewRecorder()), g)
				if err != nil {
					t.Fatal(err)
				}
				var e startForm
				if err := json.Unmarshal(event, &e); err != nil {
					t.Fatal(err)
				}
				delete(e.Options, "start")
				want := 0
				if name == "all others" {
					want = len(g.Choices())
				}
				if len(e.Options) != want {
					t.Errorf("%d options are named, want %d: %v", len(e.Options), want, e.Options)
				}
				if ok, a := rules[g.Name()](event); !ok {
					t.Errorf("%s is refused: %+v", event, a)
				}
			})
		}
	}
}

func handling(table game.Table) func(json.RawMessage) (bool, any) {
	return func(e json.RawMessage) (bool, any) {
		a := table.Handle(e)
		return a.OK, a
	}
}

// Each choice has its words in every language.
func TestChoicesHaveTheirWords(t *testing.T) {
	for _, lang := range text.Langs() {
		for _, g := range webtest.Games {
			for _, c := range g.Choices() {
				key := "option." + g.Name() + "." + c.Name
				for _, v := range append([]string{""}, c.Values...) {
					if k := strings.TrimSuffix(key+"."+v, "."); !lang.Has(k) {
						t.Errorf("%s: no %q", lang.Lang, k)
					}
				}
			}
		}
	}
}
