package browsertest

import (
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Still lets nothing move in a theme.
func (b *Browser) Still(theme string) {
	b.T.Helper()
	media := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "prefers-color-scheme", Value: theme}}
	if _, err := chromedp.Call(b.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media}); err != nil {
		b.T.Fatal(err)
	}
}

// Wear sets the size of the screen in CSS pixels and that of the text in percent of a browser's usual one, and lets nothing move.
func (b *Browser) Wear(width, height, text int64) {
	b.T.Helper()
	b.Do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(1)))
	media := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}
	if _, err := chromedp.Call(b.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media}); err != nil {
		b.T.Fatal(err)
	}
	const usual = 16
	if _, err := chromedp.Call(b.Ctx, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: usual * text / 100}}); err != nil {
		b.T.Fatal(err)
	}
}

// Astray lists what a finger would miss as the page is shown now: controls whose middle another thing lies over however the page is scrolled,
// the square that is typed at, what reaches beyond the page, and what the line about the last deed lies over: a control, or a text that it may speak of.
func (b *Browser) Astray() []string {
	b.T.Helper()
	b.Script(`window.drawnAnew = false; requestAnimationFrame(() => requestAnimationFrame(() => { window.drawnAnew = true; }))`)
	b.Until("what measures the page has done so", `window.drawnAnew && document.fonts.status === 'loaded'`)
	return strings.FieldsFunc(Eval[string](b, astray), func(r rune) bool { return r == '\n' })
}

const astray = `(() => {
	const wide = document.documentElement.clientWidth, high = innerHeight, out = new Set();
	const modal = document.querySelector('dialog:modal'), root = modal ?? document.body, toast = document.getElementById('toast');
	const name = (e) => e ? e.tagName.toLowerCase() + (e.id && '#' + e.id) + [...e.classList].map((c) => '.' + c).join('') + ' ' + JSON.stringify((e.ariaLabel || e.textContent || e.value || '').trim().replace(/\s+/g, ' ').slice(0, 40)) : 'nothing';
	const shown = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest('.sr') && getComputedStyle(e).clipPath === 'none';
	const boxOf = (e) => [...e.getClientRects()].reduce((a, b) => b.width * b.height > a.width * a.height ? b : a, {width: 0, height: 0});
	const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
	const cut = (box, e) => { // to what the parts that scroll show of it
		for (e = e?.parentElement; e; e = e.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowY)) {
			const part = e.getBoundingClientRect();
			box = {left: Math.max(box.left, part.left), right: Math.min(box.right, part.right), top: Math.max(box.top, part.top), bottom: Math.min(box.bottom, part.bottom)};
		}
		return box;
	};
	const slides = (e) => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth ? true : slides(e.parentElement));
	const controls = [...root.querySelectorAll('a[href], button, select, summary, textarea, input:not([type=hidden]), label[for], body:is(.may:not(.typing), .view-watch) .board [data-at]')]
		.map((e) => e.matches('input') && e.closest('label') || e).filter((e, i, all) => all.indexOf(e) === i && shown(e) && boxOf(e).width > 1 && boxOf(e).height > 1);
	scrollTo({top: 0, behavior: 'instant'});
	if (toast && shown(toast) && !modal) {
		const own = toast.getBoundingClientRect();
		for (const e of controls) if (!toast.contains(e) && across(cut(boxOf(e), e), own)) out.add('the toast covers ' + name(e));
		const range = document.createRange(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			const of = texts.currentNode.parentElement;
			if (!texts.currentNode.data.trim() || !of.closest('main, .asking, .composer, .why') || !shown(of)) continue;
			range.selectNodeContents(texts.currentNode);
			if ([...range.getClientRects()].some((r) => across(cut({left: r.left, right: r.right, top: r.top + r.height / 7, bottom: r.bottom - r.height / 7}, texts.currentNode), own))) out.add('the toast covers the text ' + JSON.stringify(texts.currentNode.data.trim().slice(0, 60)));
		}
	}
	const cursor = document.querySelector('.typing:not(:has(dialog:modal)) .board .cursor'); // where the next letter comes
	if (cursor) {
		const box = cursor.getBoundingClientRect(), over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
		if (!over?.closest('.felt')) out.add(name(over) + ' lies over the cursor');
	}
	for (const e of controls) {
		if (e.matches('.skip')) {
			if (boxOf(e).bottom > 0) out.add('it peeks in: ' + name(e));
			continue;
		}
		let box, hit;
		const hits = () => {
			box = boxOf(e);
			hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
			return hit && (e.contains(hit) || e.matches('[data-at]') && hit.closest('[data-at]') || [...(e.labels ?? [])].some((l) => l.contains(hit)));
		};
		if (!hits() && !['nearest', 'center', 'start', 'end'].some((block) => { e.scrollIntoView({block, inline: 'nearest', behavior: 'instant'}); return hits(); })
			&& ![...Array(31)].some((_, i) => { const part = .95 - i * .03; scrollBy({top: box.top + box.height / 2 - part * high, behavior: 'instant'}); return hits(); })) {
			out.add((hit ? name(hit) + ' in ' + name(hit.closest('nav, section, dialog, form, header')).split(' ')[0] + ' lies over ' : 'beside the page is ') + name(e));
		}
		if ((box.left < -1 || box.right > wide + 1) && !slides(e.parentElement)) out.add(Math.round(Math.max(-box.left, box.right - wide)) + ' pixels beyond the page is ' + name(e));
	}
	const parts = [...document.querySelectorAll('main > *')].filter((e) => shown(e) && /static|relative/.test(getComputedStyle(e).position));
	for (const [i, a] of parts.entries()) for (const b of parts.slice(i + 1)) if (across(a.getBoundingClientRect(), b.getBoundingClientRect())) out.add(name(a).split(' ')[0] + ' lies over ' + name(b).split(' ')[0]);
	scrollTo({top: 0, behavior: 'instant'});
	for (const e of [document.documentElement, modal]) if (e && e.scrollWidth > e.clientWidth + 1) {
		const widest = [...e.querySelectorAll('*')].filter((c) => shown(c) && !c.ownerSVGElement && !slides(c.parentElement)).sort((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0];
		out.add(e.scrollWidth - e.clientWidth + ' pixels too wide: ' + name(e).split(' ')[0] + ', widest ' + name(widest));
	}
	return [...out].join('\n');
})()`
