package web

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

// smallSheets are the sheets of each table's play page.
var smallSheets = map[string][]string{
	"kitchen": {"more", "challenge", "names", "tiles", "keys", "finish"},
	"dabble":  {"rack", "words", "subject"},
	"tabit":   {"tab", "seats"},
	"snag":    {"place", "round"},
}

// smallPhone is a host's phone, of 320 pixels, at a table of each game.
type smallPhone struct {
	*browsertest.Browser
	place *site
}

func newSmallPhone(t *testing.T) smallPhone {
	p := smallPhone{browsertest.New(t), newSiteWith(t, Options{PIN: "4711"})}
	p.Dress(320, 640, 1, "light")
	kitchen := p.place.open(t, "kitchen")
	kitchen.Seat(&ruled{game: nabit.New(nil), table: kitchen})
	shown := webtest.DemoGame(t)[13]
	shown.Detail = webtest.Cross(shown, func(c *scoreboard.Crossword) { c.Challengeable = []string{"POOL", "BOOKS"} })
	webtest.Publish(t, kitchen, shown)
	for name, play := range otherGames(t) {
		table, err := p.place.server.OpenBeside(name)
		if err != nil {
			t.Fatal(err)
		}
		table.Seat(play(table))
	}
	for table := range smallSheets {
		p.Open(p.place.Url + p.place.server.Link(table, access.RoleHost))
	}
	return p
}

// fits fails the test if a text of what is shown does not fit.
func (p smallPhone) fits(t *testing.T, name string) {
	t.Helper()
	p.Script(`for (const d of document.querySelectorAll('details')) d.open = true`)
	if bad := p.Unfit(); bad != "" {
		t.Errorf("%s:\n%s", name, bad)
	}
	if wide := p.Wide(); wide > 0 {
		t.Errorf("%s: %d pixels too wide", name, wide)
	}
	p.Look("fit-" + fileName(strings.ToLower(t.Name()+"-"+name)))
}

// sheet opens a sheet of the play page.
func (p smallPhone) sheet(name string) {
	p.Script(fmt.Sprintf(`(() => { const key = document.createElement('button'); key.dataset.sheet = %q; document.body.append(key); key.click(); key.remove(); })()`, name))
	p.Until("the sheet is open", fmt.Sprintf(`document.getElementById('sheet').open && document.getElementById('sheet').dataset.name === %q`, name))
}

// TestTextsFitASmallPhone walks the pages in each language.
func TestTextsFitASmallPhone(t *testing.T) {
	p := newSmallPhone(t)
	for _, lang := range text.Langs() {
		t.Run(lang.Lang, func(t *testing.T) {
			p.Script(fmt.Sprintf(`document.cookie = 'lang=%s;path=/'`, lang.Lang))
			for _, path := range []string{"/host", "/t/kitchen/watch", "/t/kitchen/join", "/t/kitchen/camera", "/overlay/setup", "/nothing-here", "/how/nabit", "/how/snag", "/how/dabble", "/how/tabit"} {
				p.Open(p.place.Url + path)
				p.fits(t, path)
			}
			for _, table := range slices.Sorted(maps.Keys(smallSheets)) {
				p.Open(p.place.Url + "/t/" + table + "/setup")
				p.fits(t, table+"'s setup")
				p.Open(p.place.Url + "/t/" + table + "/play")
				p.fits(t, table+"'s play")
				for _, name := range smallSheets[table] {
					p.sheet(name)
					p.fits(t, table+"'s sheet "+name)
				}
			}
		})
	}
}
