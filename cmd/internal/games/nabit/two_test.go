package nabit

import (
	"testing"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// TestTwoPhonesTypeAtOnce has two seated players type at the same time, letter by letter, and send at the same time: no letter is lost.
func TestTwoPhonesTypeAtOnce(t *testing.T) {
	c, server, site := served(t)
	var phones [2]browsertest.Typist
	for i, color := range []string{"red", "green"} {
		b := browsertest.New(t)
		b.Dress(390, 664, 1, []string{"light", "dark"}[i])
		b.Open(site + server.Link("1", access.RolePlayer))
		b.Open(site + "/t/1/join")
		b.Tap(".seats [value=" + color + "]")
		b.Until("the phone has its seat", `document.body.dataset.seat === '`+color+`' && document.querySelector('[data-part=board]').shown`)
		b.Tap(".tools .type")
		b.Until("typing begins", `document.activeElement.id === 'typing'`)
		phones[i] = browsertest.Typist{Browser: b}
	}
	first, second := phones[0], phones[1]
	second.TapAt(1, 3)
	if !browsertest.Eval[bool](second.Browser, `document.querySelector('[data-is=turn]').ariaLabel.endsWith('down')`) {
		second.TapAt(1, 3)
	}
	for i, letters := range []string{"GA", "A", "ME", "T"} {
		phones[i%2].Keys(letters)
	}
	first.Until("all letters of the one", typedLetters+` === 'AEGM' && !document.querySelector('[data-is=send]').disabled`)
	second.Until("all letters of the other", typedLetters+` === 'AT' && !document.querySelector('[data-is=send]').disabled`)
	for _, p := range phones {
		p.Script(`document.querySelector('[data-is=send]').click()`)
	}
	for i, p := range phones { // one of them was late
		p.Until("it is sent, or its letters are still there", `!document.body.classList.contains('typing') || `+typedLetters+` === `+[]string{"'AEGM'", "'AT'"}[i]+` && document.querySelectorAll('.board .stack').length > 0 && !document.querySelector('[data-is=send]').disabled`)
		p.Look("two-phones")
		if browsertest.Eval[bool](p.Browser, `document.body.classList.contains('typing')`) {
			p.Tap("[data-is=send]")
		}
	}
	// If the second phone's letters came first, they were the turn that the first one typed: its letters are put away, and it says so.
	const lie = `[...document.querySelectorAll('.board .stack')].map(s => s.dataset.top).sort().join('')`
	for _, p := range phones {
		p.Until("both plays lie on the board, or that of the second phone", lie+` === 'AAEGMT' || `+lie+` === 'AT' && !document.body.classList.contains('typing')`)
	}
	want := 2
	if browsertest.Eval[string](first.Browser, lie) == "AT" {
		want = 1
	}
	if s := c.desk.state(); s.Turn != want {
		t.Errorf("turn %d, want %d", s.Turn, want)
	}
}

// typedLetters are the letters that are typed and not sent, in the order of the alphabet.
const typedLetters = `[...document.querySelectorAll('.draft .ghost')].map(g => g.nextElementSibling.textContent).sort().join('')`
