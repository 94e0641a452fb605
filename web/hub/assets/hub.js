// Keeps a page of all tables fresh: takes the drawn view from the stream and reconnects for ever. The page is complete
// without it.
import {hear, silence} from './clock.js';
import {follow} from './events.js';

const hub = document.getElementById('hub');
const badge = document.getElementById('link');
let source = null;
let failures = 0;
let retry = 0;
const perPage = 9; // tables on a wall at once
let first = 0;

// Replaces only what differs, so that a finger or a keyboard keeps its place.
function show(html) {
  const next = document.createElement('template');
  next.innerHTML = html;
  const keys = (root) => [...root.querySelectorAll('[data-key]')].map((e) => e.dataset.key).join('\n');
  if (keys(next.content) !== keys(hub) || hub.querySelectorAll('[data-key]').length === 0) {
    const focused = document.activeElement?.closest('[data-key]')?.dataset.key;
    hub.replaceChildren(next.content);
    if (focused) [...hub.querySelectorAll('[data-key]')].find((e) => e.dataset.key === focused)?.querySelector('a')?.focus();
  } else {
    const fresh = next.content.querySelectorAll('[data-key]');
    hub.querySelectorAll('[data-key]').forEach((old, i) => {
      if (old.innerHTML === fresh[i].innerHTML) return;
      const had = old.contains(document.activeElement);
      old.innerHTML = fresh[i].innerHTML;
      if (had) old.querySelector('a')?.focus();
    });
    for (const part of ['.top', '.lead-in']) {
      const was = hub.querySelector(part), now = next.content.querySelector(part);
      if (was && now && was.innerHTML !== now.innerHTML) was.innerHTML = now.innerHTML;
    }
  }
  turn();
}

// A wall shows so many tables at a time, and says which.
function turn() {
  if (hub.dataset.view !== 'wall') return;
  const cards = [...hub.querySelectorAll('.tables > li')];
  if (first >= cards.length) first = 0;
  cards.forEach((card, i) => { card.hidden = i < first || i >= first + perPage; });
  const pages = hub.querySelector('.pages');
  const text = cards.length <= perPage ? '' : hub.dataset.pages.replace('{page}', first / perPage + 1).replace('{pages}', Math.ceil(cards.length / perPage));
  if (pages) pages.textContent = text;
}
setInterval(() => { first += perPage; turn(); }, 10000);

function connect() {
  clearTimeout(retry);
  source?.close();
  source = follow(hub.dataset.events, {
    view: (event) => { heard(); show(JSON.parse(event.data).html); },
    beat: heard,
  }, (stream) => { if (stream === source) lost(); });
}

function heard() {
  hear();
  failures = 0;
  badge.hidden = true;
  document.body.classList.remove('stale');
}

function lost() {
  const gone = source;
  source = null;
  gone?.close();
  failures++;
  clearTimeout(retry);
  const wait = Math.min(30000, 1000 * 2 ** Math.min(failures - 1, 5));
  retry = setTimeout(connect, wait * (0.7 + 0.6 * Math.random()));
}

setInterval(() => {
  const silent = silence();
  if (silent < 10000) return;
  badge.textContent = badge.dataset.reconnecting.replace('{s}', Math.round(silent / 1000));
  badge.hidden = false;
  document.body.classList.add('stale');
  if (source) lost(); // else it is tried again already
}, 1000);

addEventListener('online', connect);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && silence() > 6000) connect();
});
turn();
connect();
