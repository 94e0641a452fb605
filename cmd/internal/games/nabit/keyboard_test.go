package nabit

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// TestTurnsAreTypedWithAKeyboardAlone plays from the skip link to the second turn without a pointer.
func TestTurnsAreTypedWithAKeyboardAlone(t *testing.T) {
	c, server, site := served(t)
	b := browsertest.New(t)
	b.Dress(1024, 768, 1, "dark")
	keys := keyboard{browsertest.Typist{Browser: b}}
	b.Open(site + server.Link("1", access.RolePlayer))
	b.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
	keys.Keys(kb.Tab)
	if live := browsertest.Eval[string](b, liveRegions); live != "say" {
		t.Errorf("live regions %q, want one", live)
	}
	b.Until("the first stop is the skip link", `document.activeElement.classList.contains('skip')`)
	keys.Keys(kb.Enter)
	b.Until("it leads to the board, and the cursor is told", `document.activeElement.id === 'felt' && /empty; row 0, column 0/.test(document.getElementById('say').textContent)`)
	keys.Keys("GAME")
	b.Until("the turn is told in a sentence", `/^Turn 1: Red plays GAME/.test(document.getElementById('say').textContent)`)
	keys.Keys(kb.Enter)
	b.Until("it is played, and the board has the keys again", `document.activeElement.id === 'felt' && document.querySelectorAll('.board .stack').length === 4`)
	for range 5 {
		keys.Keys(kb.ArrowLeft)
	}
	b.Until("a free place is told", `/^empty; row 0, column -1/.test(document.getElementById('say').textContent)`)
	keys.Keys(kb.ArrowRight)
	b.Until("the first tile is told", `/^G, Red, 1 high; row 0, column 0/.test(document.getElementById('say').textContent)`)
	keys.Keys("T")
	keys.Keys(kb.ArrowDown)
	keys.Keys(kb.ArrowLeft)
	keys.Keys(" RY")
	b.Until("the nab is told", `/TRY.*takes TAME from Red/.test(document.getElementById('say').textContent) && !document.querySelector('[data-is=send]').disabled`)
	b.Look("keyboard")
	keys.Keys(kb.Enter)
	b.Until("the second turn is played", `document.querySelector('.turn b').textContent === 'Red’s turn' && document.querySelectorAll('.board .stack').length === 6`)
	if s := c.desk.state(); s.Turn != 2 {
		t.Errorf("turn %d, want 2", s.Turn)
	}
	keysOfThePage(t, keys)
	t.Run("passes end the game, and the rematch begins", func(t *testing.T) {
		for _, next := range []string{"Green’s turn", "Green has played"} {
			b.Until("keys are taken again", `!document.body.classList.contains('busy')`)
			keys.Keys(".")
			b.Until("a pass", fmt.Sprintf(`document.querySelector('.turn b').textContent === %q`, next))
		}
		b.Until("a camera watches: it is asked", `document.querySelector('.question .answers button')`)
		keys.says("Is the game over?")
		keys.tabsTo(t, ".answers button")
		b.Until("keys are taken again", `!document.body.classList.contains('busy')`)
		keys.Keys(kb.Enter)
		b.Until("the game is over", `document.querySelector('.chip.finished')`)
		b.Until("keys are taken again", `!document.body.classList.contains('busy')`)
		keys.tabsTo(t, "[data-command*=rematch]")
		keys.Keys(kb.Enter)
		b.Until("the rematch begins", `document.querySelectorAll('.board .stack').length === 0 && !document.querySelector('.chip.finished')`)
	})
	b.Clean(site, false)
}

// liveRegions names what a screen reader speaks from by itself.
const liveRegions = `[...document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')].map(e => e.id).join()`

// keyboard is somebody without a pointer.
type keyboard struct{ browsertest.Typist }

// tabsTo goes on from stop to stop until the focus is on what the selector finds.
func (k keyboard) tabsTo(t *testing.T, selector string) {
	t.Helper()
	for range 60 {
		if browsertest.Eval[bool](k.Browser, fmt.Sprintf("document.activeElement.matches(`%s`)", selector)) {
			return
		}
		k.Keys(kb.Tab)
	}
	t.Fatalf("no stop at %s", selector)
}

// says waits for the live region.
func (k keyboard) says(what string) {
	k.T.Helper()
	k.Until("it is said: "+what, fmt.Sprintf(`document.getElementById('say').textContent.includes(%q)`, what))
}

// control presses a letter together with Control.
func (k keyboard) control(letter string) {
	k.T.Helper()
	k.Do(chromedp.KeyEvent(letter, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
}

// keysOfThePage undoes, redoes, challenges and asks for the keys after the second turn.
func keysOfThePage(t *testing.T, k keyboard) {
	t.Helper()
	if stops := browsertest.Eval[int](k.Browser, `document.querySelectorAll('.felt [tabindex], .felt a, .felt button').length`); stops > 0 {
		t.Errorf("the board has %d stops beside its own", stops)
	}
	k.Until("the turn is sent", `document.activeElement.id === 'felt' && !document.body.classList.contains('typing')`)
	k.control("z")
	k.Until("the turn is taken back", `document.querySelectorAll('.board .stack').length === 4`)
	k.says("undone")
	k.Until("keys are taken again", `!document.body.classList.contains('busy')`)
	k.control("y")
	k.Until("it is there again", `document.querySelectorAll('.board .stack').length === 6 && !document.body.classList.contains('busy')`)
	k.Keys("!")
	k.Until("the challenge opens", `document.querySelector('#sheet[open] .judge')`)
	if live := browsertest.Eval[string](k.Browser, `document.querySelector('#sheet '+'#say') ? '' : 'outside of the dialog'`); live != "" {
		t.Errorf("the live region is %s", live)
	}
	k.Keys(".")
	k.Keys(kb.Escape)
	k.Until("Escape closes it", `!document.getElementById('sheet').open`)
	k.Keys("?")
	k.Until("the keys are shown", `document.querySelectorAll('#sheet[open] .keys kbd').length === 8`)
	k.Rest()
	k.Look("keys")
	k.Accessible("the keys")
	k.Keys(kb.Escape)
	k.Until("Escape closes it", `!document.getElementById('sheet').open`)
	k.Keys("S!?." + kb.Escape)
	k.Until("keys are letters in a field, and Escape ends the typing", `document.activeElement.id === 'felt'`)
	k.Keys("+")
	k.says("banks")
}
