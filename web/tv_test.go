package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// leastTV is the smallest text of a screen on the wall, as a part of its height: what is read from five metres. The board's drawing may
// be smaller, for it is as large as the table.
const leastTV, leastDrawn = 1.0 / 30, 1.0 / 40

// smallestTexts are the smallest text that is seen and the smallest of the board, in pixels of the screen, with where it stands. What is drawn
// counts as large as it is shown.
const smallestTexts = `[...document.querySelectorAll('body *')].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
	.filter((e) => { const r = e.getBoundingClientRect(); return r.width > 2 && r.height > 2 && getComputedStyle(e).visibility === 'visible' && !e.closest('.sr, .swatch, script, style, title') && Number(getComputedStyle(e).opacity) > 0; })
	.map((e) => ({size: parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b) : 1), board: Boolean(e.ownerSVGElement), text: e.className + ' ' + e.textContent.trim().slice(0, 24)}))
	.sort((a, b) => a.size - b.size).filter((t, _, all) => t === all.find((o) => o.board === t.board))`

type seenText struct {
	Size  float64
	Board bool
	Text  string
}

// tooSmall lists what of them, but for the board beside a winner, is too small for a screen of that height.
func tooSmall(b *browsertest.Browser, height int64) (list []string) {
	for _, small := range browsertest.Eval[[]seenText](b, smallestTexts) {
		if small.Board && browsertest.Eval[bool](b, `Boolean(document.querySelector('.won'))`) {
			continue
		}
		if least := map[bool]float64{false: leastTV, true: leastDrawn}[small.Board]; small.Size < float64(height)*least-0.1 {
			list = append(list, fmt.Sprintf("%q, 1/%.0f of the height", small.Text, float64(height)/small.Size))
		}
	}
	return list
}

// covers lists what lies over the board on a screen on the wall.
const covers = `(() => { const t = document.querySelector('main > .table').getBoundingClientRect();
	return [...document.querySelectorAll('main > :not(.table), .toast, .link')].filter((e) => { const r = e.getBoundingClientRect(); return r.width && r.height && getComputedStyle(e).visibility === 'visible' && r.left < t.right - 1 && t.left < r.right - 1 && r.top < t.bottom - 1 && t.top < r.bottom - 1; }).map((e) => e.className).join(', '); })()`

// beyond lists what reaches out of its row or of the screen.
const beyond = `[...document.querySelectorAll('.victor > *, .feats *, .players li *, .evening *, .qr *, .inviting *, .lobby *')].filter((e) => { const r = e.getBoundingClientRect(), row = (e.closest('.players li, .feats li, .places li') ?? document.body).getBoundingClientRect();
	return r.width && !e.closest('.sr') && !['none', 'inline'].includes(getComputedStyle(e).display) && !e.ownerSVGElement && (r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.left < -1 || r.bottom > row.bottom + 2 || r.right > row.right + 2); }).map((e) => (e.getAttribute('class') ?? '') + ' ' + e.textContent.trim()).join(', ')`

// TestTheScreenOnTheWallIsReadFromTheSofa: in every state of every game the smallest text is a thirtieth of the height, the code a tenth,
// nothing lies over the board, and the last turn is not cut.
func TestTheScreenOnTheWallIsReadFromTheSofa(t *testing.T) {
	place := newSite(t)
	kitchen := place.open(t, "kitchen")
	b := browsertest.New(t)
	check := func(name, path string) {
		b.Open(place.Url + path)
		b.Until("the page is drawn", `document.querySelector("main > .table") && document.fonts.status === "loaded"`)
		for _, size := range [][2]int64{{1280, 720}, {3840, 2160}, {1920, 1080}} {
			b.Dress(size[0], size[1], 1, "dark")
			b.Rest() // rows that change places are on their way
			where := fmt.Sprintf("%s at %dx%d", name, size[0], size[1])
			if small := tooSmall(b, size[1]); small != nil {
				t.Errorf("%s: too small are %s", where, small)
			}
			if code := browsertest.Eval[float64](b, `Math.max(0, ...[...document.querySelectorAll(".qrcode")].map((e) => e.getBoundingClientRect().height))`); code < float64(size[1])*0.1 {
				t.Errorf("%s: the code is %.0f pixels high", where, code)
			}
			if over := browsertest.Eval[string](b, covers); over != "" {
				t.Errorf("%s: over the board lies %s", where, over)
			}
			if cut := browsertest.Eval[int](b, `(() => { const l = document.querySelector("main > .last"); return l.scrollHeight - l.clientHeight; })()`); cut > 2 {
				t.Errorf("%s: %d pixels of the last turn are cut", where, cut)
			}
			if out := browsertest.Eval[string](b, beyond); out != "" {
				t.Errorf("%s: cut, or beyond the screen: %s", where, out)
			}
		}
		b.Look("tv-" + fileName(name))
	}
	game := webtest.DemoGame(t)
	check("empty", "/tv")
	for i, s := range []scoreboard.State{game[0], game[9], game[16], game[len(game)-1]} {
		webtest.Publish(t, kitchen, s)
		check(fmt.Sprintf("nabit %d", i), "/tv")
	}
	for _, n := range []int{3, 5, 8} { // DemoGame has four, the others two or three
		var players []string
		for i := range n {
			players = append(players, fmt.Sprintf(`{"player":"Player %d","total":%d}`, i+1, 10*i))
		}
		webtest.Publish(t, kitchen, parts.Plain("pips", "PIPS", json.RawMessage(`{"scores":[`+strings.Join(players, ",")+`],"next":"Player 2","turn":3}`)))
		check(fmt.Sprintf("%d players", n), "/tv")
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
	b.Clean(place.Url, false)
}
