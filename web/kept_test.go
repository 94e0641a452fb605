package web

import (
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/webtest"
)

// TestABrowserThatKeepsNothing, as with all cookies blocked, sets a game up and plays it: scripts run to their end, and a choice holds while the
// page is open. What it keeps in a damaged form is as nothing.
func TestABrowserThatKeepsNothing(t *testing.T) {
	words, err := lexicon.Open("")
	if err != nil {
		t.Fatal(err)
	}
	for name, keeps := range map[string]string{
		"nothing": `Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('denied', 'SecurityError'); }})`,
		"damaged": `localStorage.setItem('tilewatch-seats', '{"a'); localStorage.setItem('tilewatch-keys', 'x')`,
	} {
		t.Run(name, func(t *testing.T) {
			place := newSiteWith(t, Options{Words: map[string]*lexicon.Lexicon{nabit.Name: words}})
			table := place.open(t, "kitchen")
			table.Seat(&ruled{game: nabit.New(nil), table: table})
			b := browsertest.New(t)
			b.Dress(390, 844, 1, "light")
			b.Open(place.Url + place.server.Link("kitchen", access.RoleHost))
			if _, err := chromedp.Call(b.Ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: keeps}); err != nil {
				t.Fatal(err)
			}
			b.Open(place.Url + "/t/kitchen/setup")
			b.Until("the script of the set-up page has run to its end", `!document.querySelector('.up').hidden && document.querySelector('#more summary small').textContent !== undefined`)
			b.Script(`document.querySelector('.newgame').dispatchEvent(new SubmitEvent('submit', {cancelable: true, submitter: document.querySelector('.newgame .primary')}))`)
			webtest.Publish(t, table, webtest.DemoGame(t)[5])
			b.Open(place.Url + "/t/kitchen/play")
			b.Until("the page is live", `document.querySelector('.tools [data-sheet=more]:not(:disabled)')`)
			b.Tap(".tools [data-sheet=more]")
			b.Until("the device's switches are there", `document.querySelector('#sheet[open] [data-device=sound]')`)
			b.Tap("#sheet [data-device=sound]")
			b.Tap("#sheet .x")
			b.Tap(".tools [data-sheet=more]")
			b.Until("the choice holds", `document.querySelector('#sheet[open] [data-device=sound]')?.checked`)
			b.Clean(place.Url, false)
		})
	}
}
