package browsertest

import (
	_ "embed" // axe
	"strings"

	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest/chromium"
)

// axe is Deque's checker of accessibility, axe-core 4.14.1, under the Mozilla Public License beside it. It is part of tests
// alone.
//
//go:embed testdata/axe.min.js
var axe string

// Accessible fails the test if axe finds anything that keeps people from using the page as it is shown now.
func (b *Browser) Accessible(name string) {
	b.T.Helper()
	b.Rest() // what fades in has weak colors on its way
	b.Do(chromedp.Evaluate[chromedp.Void](axe + "\n;undefined"))
	b.Script(`window.axeFound = null; axe.run(document, {resultTypes: ['violations']}).then(r => {
		window.axeFound = r.violations.map(v => v.id + ' (' + v.help + '): ' + v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).join('; ')).join('\n');
	}, e => { window.axeFound = 'axe failed: ' + e; }); undefined`)
	b.Until("axe has looked", `window.axeFound !== null`)
	if found := Eval[string](b, `window.axeFound`); strings.TrimSpace(found) != "" {
		b.T.Errorf("%s:\n%s", name, found)
	}
}

// Rest waits until all that moves has come to rest.
func (b *Browser) Rest() {
	b.T.Helper()
	b.Until("all that moves has come to rest", chromium.AtRest)
}

// SmallTargets lists what can be touched and is smaller than a finger: 44 pixels.
func (b *Browser) SmallTargets() string {
	return Eval[string](b, `[...document.querySelectorAll('a, button, select, summary, input:not([type=hidden])')].filter(e => {
		const r = (e.closest('label') ?? e).getBoundingClientRect();
		return r.width > 0 && (r.width < 43.5 || r.height < 43.5) && getComputedStyle(e).clipPath === 'none';
	}).map(e => e.outerHTML.slice(0, 80)).join(', ')`)
}

// Wide is by how many pixels the page is wider than the screen.
func (b *Browser) Wide() int {
	return Eval[int](b, `Math.max(0, document.documentElement.scrollWidth - innerWidth)`)
}
