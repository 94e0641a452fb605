package web

import (
	"fmt"
	"testing"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/webtest"
)

// overlapping lists what lies over something else in the scores: names, sums, points, side by side in one row.
const overlapping = `[...document.querySelectorAll('.players li')].flatMap((li) => { const parts = [...li.querySelectorAll('.name, .total, .delta, .left')].filter((e) => e.textContent.trim()).map((e) => [e, e.getBoundingClientRect()]);
	return parts.flatMap(([a, p], i) => parts.slice(i + 1).filter(([, q]) => p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1).map(([b]) => a.className + ' and ' + b.className)); }).join('; ')`

// TestLargeTextFits: text twice as large as usual, and a page of half a small phone's width: names stay, nothing overlaps, nothing
// scrolls sideways.
func TestLargeTextFits(t *testing.T) {
	place := newSite(t)
	game := webtest.DemoGame(t)
	table := place.open(t, "kitchen")
	b := browsertest.New(t)
	b.Open(place.Url + place.server.Link("kitchen", access.RolePlayer))
	webtest.Publish(t, table, game[16])
	for _, screen := range []struct {
		name          string
		width, height int64
		text          string
	}{{"200 %", 390, 844, "200%"}, {"195 px", 195, 422, "100%"}} {
		for _, path := range []string{"/watch", "/play", "/join", "/overlay/setup"} {
			b.Dress(screen.width, screen.height, 1, "light")
			b.Open(place.Url + path)
			b.Script(fmt.Sprintf(`document.documentElement.style.fontSize = '%s'`, screen.text))
			name := path + " at " + screen.name
			if wide := b.Wide(); wide > 0 {
				t.Errorf("%s: %d pixels too wide", name, wide)
			}
			if gone := browsertest.Eval[string](b, `[...document.querySelectorAll('.players .name')].filter((e) => e.clientWidth < 24 || e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent).join(', ')`); gone != "" {
				t.Errorf("%s: names are cut: %s", name, gone)
			}
			if cut := browsertest.Eval[string](b, `[...document.querySelectorAll('.turn b, .bar .game, .chip')].filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline').map((e) => e.textContent).join(', ')`); cut != "" {
				t.Errorf("%s: cut: %s", name, cut)
			}
			if over := browsertest.Eval[bool](b, `(() => { const j = document.querySelector('.bar .join').getBoundingClientRect(); return [...document.querySelectorAll('.bar .game, .bar .chip')].some((e) => e.getBoundingClientRect().right > j.left + 6); })()`); over {
				t.Errorf("%s: the heading reaches over the button beside it", name)
			}
			if over := browsertest.Eval[string](b, overlapping); over != "" {
				t.Errorf("%s: one lies over another: %s", name, over)
			}
			b.Look("large-" + fileName(name))
		}
	}
	b.Clean(place.Url, false)
}
