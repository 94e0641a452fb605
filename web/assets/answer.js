// Sends what people do and type at this table, and keeps what they have begun to type.
const data = document.body.dataset;

// What somebody tapped at must have been there when the finger went down for it: the second tap of a double one hits what the first brought
// there, and was not meant for that. Taps are told apart by where and when they went down, so a page that is slow to change drops no other;
// and one at what the first hit is meant, wherever that has moved.
const twice = 350, near = 32; // milliseconds, pixels
let first = {at: -twice}, stray = false;
const under = (x, y) => {
  const e = document.elementFromPoint(x, y)?.closest('a, button, label, input, select, summary, [data-at], [data-command], [data-sheet]');
  return e ? [e.tagName, e.dataset.command, e.dataset.sheet, e.ariaLabel || e.textContent].join() : '';
};
addEventListener('pointerdown', ({timeStamp: at, clientX: x, clientY: y}) => {
  const what = under(x, y);
  stray = at - first.at < twice && Math.hypot(x - first.x, y - first.y) < near && what !== first.what && under(first.x, first.y) !== first.what;
  first = {at, x, y, what: stray ? first.what : what};
}, true);

// settle drops what taps at something that came by itself, sooner than anybody sees it.
const blink = 250; // milliseconds
let settling = 0;
export function settle() {
  clearTimeout(settling);
  document.body.classList.add('settling');
  settling = setTimeout(() => { settling = 0; document.body.classList.remove('settling'); }, blink);
}
addEventListener('click', (event) => {
  if (!event.detail || !settling && !stray) return; // a keyboard's counts
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// sendEvent sends an event of the engine. It answers what came of it: ok, and a message that says why not.
export const sendEvent = (event, query = '') => answered(`/api/tables/${data.table}/commands${query}`, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(event), signal: AbortSignal.timeout(8000),
});

// answered is the server's answer to a request; one that never comes says so.
export async function answered(address, request) {
  try {
    const answer = await fetch(address, request);
    const said = await answer.json();
    const message = said.message ?? said.error?.message ?? (answer.ok ? '' : answer.statusText);
    return {...said, status: answer.status, ok: answer.ok && said.ok !== false, message: message.charAt(0).toUpperCase() + message.slice(1)};
  } catch {
    return {ok: false, status: 0, message: data.unsent};
  }
}

// draft is what was typed and not sent, under a name. It outlives the page, not the browser's tab.
export const draft = (name) => {
  const key = `typed-${data.table}${name}`;
  const storage = (use) => { try { return use(sessionStorage); } catch { return null; } }; // a browser that stores nothing
  return {
    keep: (value) => storage((s) => s.setItem(key, JSON.stringify(value))),
    drop: () => storage((s) => s.removeItem(key)),
    read: () => storage((s) => JSON.parse(s.getItem(key))),
  };
};
