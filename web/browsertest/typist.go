package browsertest

import (
	"fmt"

	"github.com/chromedp/chromedp"
)

// Typist types turns on a play page.
type Typist struct{ *Browser }

// TapAt touches the board at a place of the lattice, wherever it is drawn now.
func (p Typist) TapAt(row, col int) {
	p.T.Helper()
	p.Until("the board is drawn", `document.querySelector('.board[data-lattice]')`)
	at := Eval[[]float64](p.Browser, fmt.Sprintf(`(() => {
		const svg = document.querySelector('.board'), [pitch, , margin] = svg.dataset.lattice.split(' ').map(Number), [top, left] = svg.dataset.frame.split(' ').map(Number);
		const at = new DOMPoint((%d - left + .5) * pitch, (%d - top + .5) * pitch + margin).matrixTransform(svg.getScreenCTM());
		return [at.x, at.y];
	})()`, col, row))
	p.Do(chromedp.MouseClickXY(at[0], at[1]))
}

// Keys types on whatever has the focus.
func (p Typist) Keys(text string) {
	p.T.Helper()
	p.Do(chromedp.KeyEvent(text))
}

// Lays types the word from the place on, and sends it once the page says that it is allowed.
func (p Typist) Lays(row, col int, down bool, word string) {
	p.T.Helper()
	p.Tap(".tools .type")
	p.Until("typing begins", `document.body.classList.contains('typing')`)
	p.TapAt(row, col)
	p.Until("a turn is typed", `document.body.classList.contains('typing') && document.activeElement.id === 'typing'`)
	if isDown := Eval[bool](p.Browser, `document.querySelector('[data-is=turn]').ariaLabel.endsWith(document.getElementById('composer').dataset.down)`); isDown != down {
		p.TapAt(row, col)
	}
	p.Keys(word)
	p.Until("the play is allowed: "+word, `!document.querySelector('[data-is=send]').disabled`)
	turn := Eval[int](p.Browser, `Number(document.body.dataset.count)`)
	p.Tap("[data-is=send]")
	p.Until("it is played: "+word, fmt.Sprintf(`!document.body.classList.contains('typing') && Number(document.body.dataset.count) > %d`, turn))
}

// Told waits for what the page says of what is typed so far, on the board or on a sheet.
func (p Typist) Told(what string) {
	p.T.Helper()
	p.Until("it says: "+what, fmt.Sprintf(`[...document.querySelectorAll('[data-is=trial]')].some(e => e.textContent.replace(/\s+/g, ' ').includes(%q))`, what))
}

// Fills types the text into a field of the sheet, in place of what stands there.
func (p Typist) Fills(field, text string) {
	p.T.Helper()
	at := fmt.Sprintf(`#sheet[open] form[data-typed] [name="%s"]`, field)
	p.Until(field+" is there", fmt.Sprintf("document.querySelector(`%s`)", at))
	p.Script(fmt.Sprintf("{ const field = document.querySelector(`%s`); field.focus(); field.select(); }", at))
	p.Keys(text)
}

// Chooses chooses a value in a list of the sheet.
func (p Typist) Chooses(field, value string) { p.T.Helper(); p.chooses(field, value, "") }

// ChoosesAndSends chooses and sends at once, before the server can have said what that brings.
func (p Typist) ChoosesAndSends(field, value string) {
	p.T.Helper()
	p.chooses(field, value, "document.querySelector('#sheet [data-is=send]').click();")
}

func (p Typist) chooses(field, value, then string) {
	p.T.Helper()
	p.Until(field+" is there", fmt.Sprintf("document.querySelector(`#sheet[open] [name=\"%s\"]`)", field))
	p.Script(fmt.Sprintf("{ const list = document.querySelector(`#sheet[open] [name=\"%s\"]`); list.value = %q; list.dispatchEvent(new Event('input', {bubbles: true})); %s }", field, value, then))
}
