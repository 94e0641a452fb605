package web

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// leastTV is the smallest text of a screen on the wall, as a part of its height: what is read from five metres.
const leastTV = 1.0 / 40

// smallestText is the smallest text that is seen, in pixels of the screen, with where it stands. What is drawn counts as large as it is shown.
const smallestText = `[...document.querySelectorAll('body *')].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
	.filter((e) => { const r = e.getBoundingClientRect(); return r.width > 2 && r.height > 2 && getComputedStyle(e).visibility === 'visible' && !e.closest('.sr, script, style, title') && Number(getComputedStyle(e).opacity) > 0; })
	.map((e) => ({size: parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b) : 1), board: Boolean(e.ownerSVGElement), text: e.className + ' ' + e.textContent.trim().slice(0, 24)}))
	.filter((t) => !t.board || t.text.trim().length > 0).sort((a, b) => a.size - b.size)[0] ?? {size: 1e9, text: ''}`

type seenText struct {
	Size float64
	Text string
}

// covers lists what lies over the board on a screen on the wall.
const covers = `(() => { const t = document.querySelector('main > .table').getBoundingClientRect();
	return [...document.querySelectorAll('main > :not(.table), .toast, .link')].filter((e) => { const r = e.getBoundingClientRect(); return r.width && r.height && getComputedStyle(e).visibility === 'visible' && r.left < t.right - 1 && t.left < r.right - 1 && r.top < t.bottom - 1 && t.top < r.bottom - 1; }).map((e) => e.className).join(', '); })()`

// TestTheScreenOnTheWallIsReadFromTheSofa: in every state of every game the smallest text is a fortieth of the height, the code a tenth,
// nothing lies over the board, and the last turn is not cut.
func TestTheScreenOnTheWallIsReadFromTheSofa(t *testing.T) {
	place := newSite(t)
	kitchen := place.open(t, "kitchen")
	b := browsertest.New(t)
	b.Dress(1920, 1080, 1, "dark")
	var table strings.Builder
	check := func(name, path string) {
		b.Open(place.Url + path)
		b.Until("the page is drawn", `document.querySelector("main > .table") && document.fonts.status === "loaded"`)
		small := browsertest.Eval[seenText](b, smallestText)
		code := browsertest.Eval[float64](b, `document.querySelector(".qrcode")?.getBoundingClientRect().height ?? 0`)
		fmt.Fprintf(&table, "%-12s %5.1f px, 1/%.0f of the height: %s; code %.0f px\n", name, small.Size, 1080/small.Size, small.Text, code)
		if small.Size < 1080*leastTV-0.1 {
			t.Errorf("%s: %q is %.1f pixels high, of 1080", name, small.Text, small.Size)
		}
		if code < 1080*0.1 {
			t.Errorf("%s: the code is %.0f pixels high, of 1080", name, code)
		}
		if over := browsertest.Eval[string](b, covers); over != "" {
			t.Errorf("%s: over the board lies %s", name, over)
		}
		if cut := browsertest.Eval[int](b, `(() => { const l = document.querySelector("main > .last"); return l.scrollHeight - l.clientHeight; })()`); cut > 2 {
			t.Errorf("%s: %d pixels of the last turn are cut", name, cut)
		}
		b.Look("tv-" + fileName(name))
	}
	game := webtest.DemoGame(t)
	check("empty", "/tv")
	for i, s := range []scoreboard.State{game[0], game[9], game[16], game[len(game)-1]} {
		webtest.Publish(t, kitchen, s)
		check(fmt.Sprintf("nabit %d", i), "/tv")
	}
	for name, play := range otherGames(t) {
		other, err := place.server.OpenBeside(name)
		if err != nil {
			t.Fatal(err)
		}
		other.Seat(play(other))
		b.Open(place.Url + place.server.Link(name, access.RoleHost))
		check(name, "/t/"+name+"/tv")
	}
	t.Log("the smallest text:\n" + table.String())
	b.Clean(place.Url, false)
}
