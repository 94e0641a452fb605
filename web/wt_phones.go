package web

import (
	"fmt"
	"strings"
	"testing"
	"tilewatch/web/browsertest"
)

// twoPhones are a player's larger phone and a smaller one at the same table, both live.
type twoPhones struct {
	t        *testing.T
	ana, ben *browsertest.Browser
	url      string
}

func newTwoPhones(t *testing.T, place *listener, table string) *twoPhones {
	t.Helper()
	p := &twoPhones{t: t, ana: browsertest.New(t), url: place.url}
	p.ana.Dress(390, 844, 2, "light")
	p.ana.Open(place.url + place.server.Link(table, RolePlayer))
	if at := browsertest.Eval[string](p.ana, `location.pathname`); !strings.HasSuffix(at, "/play") {
		t.Errorf("the player's link leads to %q", at)
	}
	p.ben = p.ana.Tab()
	p.ben.Dress(320, 640, 2, "dark")
	p.ben.Open(place.url + "/t/" + table + "/play")
	p.both("the stream opens", `document.querySelector('[data-part=board]').shown`)
	return p
}

// both waits until it holds on both.
func (p *twoPhones) both(what, expression string) {
	p.t.Helper()
	p.ana.Until("the larger phone: "+what, expression)
	p.ben.Until("the smaller phone: "+what, expression)
}

// shows is a script for whether a part of the page says it.
func (p *twoPhones) shows(part, what string) string {
	return fmt.Sprintf("document.querySelector('[data-part=%s]').textContent.includes(%q)", part, what)
}

// fit checks that both pages fit, and that all can use them, and keeps pictures of the other screens.
func (p *twoPhones) fit(name string) {
	p.t.Helper()
	for _, b := range []*browsertest.Browser{p.ana, p.ben} {
		b.Accessible(name)
		if wide := b.Wide(); wide > 0 {
			p.t.Errorf("%d pixels wider than the screen", wide)
		}
		if small := b.SmallTargets(); small != "" {
			p.t.Errorf("too small to touch: %s", small)
		}
	}
	for screen, size := range map[string][2]int64{"tablet": {768, 1024}, "wide": {1920, 1080}} {
		p.ana.Dress(size[0], size[1], 1, "light")
		p.ana.Look(name + "-" + screen)
	}
	p.ana.Open(p.url + "/t/kitchen/tv")
	p.ana.Accessible(name + " on the wall")
	p.ana.Look(name + "-tv")
}
