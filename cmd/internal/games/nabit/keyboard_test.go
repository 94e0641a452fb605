package nabit

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// TestTurnsAreTypedWithAKeyboardAlone plays from the skip link to the second turn without a pointer.
func TestTurnsAreTypedWithAKeyboardAlone(t *testing.T) {
	c, server, site := served(t)
	b := browsertest.New(t)
	b.Dress(1024, 768, 1, "dark")
	keys := browsertest.Typist{Browser: b}
	b.Open(site + server.Link("1", access.RolePlayer))
	b.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
	keys.Keys(kb.Tab)
	b.Until("the first stop is the skip link", `document.activeElement.classList.contains('skip')`)
	keys.Keys(kb.Enter)
	b.Until("it leads to the board, and the cursor is told", `document.activeElement.id === 'felt' && /empty; row 0, column 0/.test(document.getElementById('say').textContent)`)
	keys.Keys("GAME")
	b.Until("the turn is told in a sentence", `/^Turn 1: Red plays GAME/.test(document.querySelector('[data-is=heard]').textContent)`)
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
	b.Until("the nab is told", `/TRY.*takes TAME from Red/.test(document.querySelector('[data-is=heard]').textContent) && !document.querySelector('[data-is=send]').disabled`)
	b.Look("keyboard")
	keys.Keys(kb.Enter)
	b.Until("the second turn is played", `document.querySelector('.turn b').textContent === 'Red’s turn' && document.querySelectorAll('.board .stack').length === 6`)
	if s := c.desk.state(); s.Turn != 2 {
		t.Errorf("turn %d, want 2", s.Turn)
	}
	b.Clean(site, false)
}
