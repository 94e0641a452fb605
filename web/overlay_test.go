package web

import (
	"strings"
	"testing"

	"tilewatch/web/browsertest"
	"tilewatch/web/webtest"
)

// shownBoxes are the overlay's parts as they lie on the screen: name, left, top, right, bottom.
const shownBoxes = `[...document.querySelectorAll('main>.scores, main>.turn, main>.last, main>.table')].map((e) => [e.className.split(' ')[0], e.getBoundingClientRect()]).filter(([, r]) => r.width)
	.map(([name, r]) => ({name, left: r.left, top: r.top, right: r.right, bottom: r.bottom}))`

type box struct {
	Name                     string
	Left, Top, Right, Bottom float64
}

func (a box) overlaps(b box) bool {
	return a.Left < b.Right-1 && b.Left < a.Right-1 && a.Top < b.Bottom-1 && b.Top < a.Bottom-1
}

// TestAnOverlayAsOBSLoadsIt: 1920 x 1080, on nothing.
func TestAnOverlayAsOBSLoadsIt(t *testing.T) {
	place := newSite(t)
	game := webtest.DemoGame(t)
	table := place.open(t, "kitchen")
	b := browsertest.New(t)
	b.Dress(1920, 1080, 1, "light")
	for _, number := range []int{9, 16, len(game) - 1} {
		webtest.Publish(t, table, game[number])
		for _, c := range []struct{ query, parts string }{
			{"?theme=light", "turn scores table last"}, {"?theme=dark&scale=3", "turn scores table last"}, {"?scale=1", "turn scores table last"},
			{"?part=scores,turn&theme=dark", "turn scores last"}, {"?part=board", "table"},
		} {
			b.Open(place.Url + "/overlay" + c.query)
			boxes := browsertest.Eval[[]box](b, shownBoxes)
			var names []string
			for i, one := range boxes {
				names = append(names, one.Name)
				if one.Left < 0 || one.Top < 0 || one.Right > 1920 || one.Bottom > 1080 {
					t.Errorf("%s: %s reaches beyond the film: %+v", c.query, one.Name, one)
				}
				for _, other := range boxes[:i] {
					if one.overlaps(other) {
						t.Errorf("%s: %s lies over %s", c.query, one.Name, other.Name)
					}
				}
			}
			if got := strings.Join(names, " "); got != c.parts {
				t.Errorf("%s shows %q, want %q", c.query, got, c.parts)
			}
			if ground := browsertest.Eval[string](b, `getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor`); ground != "rgba(0, 0, 0, 0)rgba(0, 0, 0, 0)" {
				t.Errorf("%s: the film does not show through: %s", c.query, ground)
			}
			b.Look("overlay-" + fileName(c.query))
		}
	}
	b.Clean(place.Url, false)
}

func TestThePageAboutTheOverlayMakesItsAddress(t *testing.T) {
	place := newSite(t)
	webtest.Publish(t, place.open(t, "kitchen"), webtest.DemoGame(t)[16])
	b := browsertest.New(t)
	b.Dress(1180, 820, 1, "dark")
	b.Open(place.Url + "/join")
	b.Tap(`.views a[href$="/overlay/setup"]`)
	b.Until("the preview", `document.getElementById("preview")?.contentDocument?.querySelector(".players li")`)
	b.Tap(`#overlay [value=board]`)
	b.Tap(`#overlay [value=dark]`)
	b.Tap(`#overlay [name=scale][value="2"]`)
	want := place.Url + "/overlay?part=scores,turn&theme=dark&scale=2"
	if got := browsertest.Eval[string](b, `document.getElementById("address").value`); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	b.Until("the preview follows", `document.getElementById("preview").contentDocument?.documentElement.className === "theme-dark" && document.getElementById("preview").contentDocument.body?.className.includes("only-scores only-turn scale-2")`)
	b.Look("overlay-page")
	b.Clean(place.Url, false)
}
