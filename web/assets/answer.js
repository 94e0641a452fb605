// Sends what people do and type at this table, and keeps what they have begun to type.
const data = document.body.dataset;

// A finger that was on its way before the page changed below it meant something else: the second tap of a double one, or a tap at what has
// just gone. For that moment, less than anybody takes to see and to tap, no tap counts.
const blink = 250; // milliseconds
let deaf = 0;
export function settle() {
  clearTimeout(deaf);
  document.body.classList.add('settling');
  deaf = setTimeout(() => { deaf = 0; document.body.classList.remove('settling'); }, blink);
}
addEventListener('click', (event) => {
  if (!deaf || !event.detail) return; // a keyboard's counts
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
