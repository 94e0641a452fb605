package webtest

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// TwoPhones are a player's larger phone and a smaller one at the same table, both live.
type TwoPhones struct {
	t        *testing.T
	Ana, Ben *browsertest.Browser
	url      string
}

// NewTwoPhones opens a table on both, with the player's link.
func NewTwoPhones(t *testing.T, place *Site, table string) *TwoPhones {
	t.Helper()
	p := &TwoPhones{t: t, Ana: browsertest.New(t), url: place.Url}
	p.Ana.Dress(390, 844, 2, "light")
	p.Ana.Open(place.Url + place.server.Link(table, access.RolePlayer))
	if at := browsertest.Eval[string](p.Ana, `location.pathname`); !strings.HasSuffix(at, "/play") {
		t.Errorf("the player's link leads to %q", at)
	}
	p.Ben = p.Ana.Tab()
	p.Ben.Dress(320, 640, 2, "dark")
	p.Ben.Open(place.Url + "/t/" + table + "/play")
	p.Both("the stream opens", `document.querySelector('[data-part=board]').shown`)
	return p
}

// playersUnderTools counts the players' rows that the tools cover.
const playersUnderTools = `(() => { const t = document.querySelector('.tools').getBoundingClientRect(); return [...document.querySelectorAll('.players li')].filter((li) => { const r = li.getBoundingClientRect(); return r.bottom > t.top + 1 && r.top < t.bottom - 1 && r.right > t.left + 1 && r.left < t.right - 1; }).length; })()`

// Both waits until it holds on both.
func (p *TwoPhones) Both(what, expression string) {
	p.t.Helper()
	p.Ana.Until("the larger phone: "+what, expression)
	p.Ben.Until("the smaller phone: "+what, expression)
}

// Shows is a script for whether a part of the page says it.
func (p *TwoPhones) Shows(part, what string) string {
	return fmt.Sprintf("document.querySelector('[data-part=%s]').textContent.includes(%q)", part, what)
}

// Fit checks that both pages fit, and that all can use them, and keeps pictures of the other screens.
func (p *TwoPhones) Fit(name string) {
	p.t.Helper()
	for _, b := range []*browsertest.Browser{p.Ana, p.Ben} {
		b.Accessible(name)
		if wide := b.Wide(); wide > 0 {
			p.t.Errorf("%d pixels wider than the screen", wide)
		}
		if small := b.SmallTargets(); small != "" {
			p.t.Errorf("too small to touch: %s", small)
		}
	}
	for screen, size := range map[string][2]int64{"tablet": {768, 1024}, "wide": {1920, 1080}, "landscape": {844, 390}} {
		p.Ana.Dress(size[0], size[1], 1, "light")
		p.Ana.Rest()
		if over := browsertest.Eval[int](p.Ana, playersUnderTools); over > 0 {
			p.t.Errorf("%s: the tools cover %d players", screen, over)
		}
		p.Ana.Look(name + "-" + screen)
	}
	p.Ana.Open(p.url + "/t/kitchen/tv")
	p.Ana.Accessible(name + " on the wall")
	p.Ana.Look(name + "-tv")
}
