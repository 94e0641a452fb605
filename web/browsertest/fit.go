package browsertest

import "strings"

// Unfit lists the texts that do not fit as the page is shown now: beside the screen, wider than their box, higher than their button,
// cut off, or with a word broken in two; and the options that are wider than their select. What a table scrolls sideways, names of
// players, and what only screen readers get, may be wider.
func (b *Browser) Unfit() string {
	b.T.Helper()
	return strings.TrimSpace(Eval[string](b, unfitTexts) + "\n" + Eval[string](b, unfitOptions))
}

const unfitTexts = `(() => {
	const kinds = 'button, a, label, legend, summary, h1, h2, h3, h4, dt, th, .chip, p';
	const shown = (box) => box.width > 1 && box.height > 1;
	const skipped = (e) => e.closest('.sr, svg, select, .scroll, .board, pre, code, .address, .nm, .name');
	const range = document.createRange();
	const out = new Set();
	for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode();) {
		const node = walk.currentNode, parent = node.parentElement, e = parent.closest(kinds), style = getComputedStyle(parent);
		if (!e || !node.data.trim() || skipped(parent) || style.visibility !== 'visible') continue;
		const say = (why, text) => out.add(why + ': ' + JSON.stringify(text.trim().slice(0, 60)) + ' in ' + e.tagName.toLowerCase() + ' ' + e.className);
		range.selectNodeContents(node);
		const box = range.getBoundingClientRect(), around = e.getBoundingClientRect();
		if (!shown(box) || !shown(around)) continue;
		if (box.left < -1 || box.right > innerWidth + 1) say('beside the screen', node.data);
		if (box.left < around.left - 1 || box.right > around.right + 1) say('beyond its box', node.data);
		if (e.matches('button, a, .chip') && (box.top < around.top - 2 || box.bottom > around.bottom + 2)) say('higher than its button', node.data);
		if (box.right > parent.getBoundingClientRect().right + .5 && style.overflowX !== 'visible' && style.display !== 'inline') say('cut off', node.data);
		for (const word of node.data.matchAll(/\p{L}+/gu)) {
			range.setStart(node, word.index);
			range.setEnd(node, word.index + word[0].length);
			const lines = new Set([...range.getClientRects()].filter(shown).map((r) => Math.round(r.top)));
			if (lines.size > 1) say('broken word', word[0]);
		}
	}
	return [...out].join('\n');
})()`

const unfitOptions = `[...document.querySelectorAll('select')].filter((e) => e.getBoundingClientRect().width > 1).flatMap((e) => {
	const style = getComputedStyle(e), pen = document.createElement('canvas').getContext('2d');
	pen.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily;
	const arrow = 20, room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
	return [...e.options].map((o) => [o.text, pen.measureText(o.text).width - room]).filter(([, over]) => over > 0)
		.map(([text, over]) => 'option ' + Math.ceil(over) + ' pixels too wide: ' + JSON.stringify(text));
}).join('\n')`
