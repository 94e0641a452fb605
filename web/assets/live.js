// Keeps a page fresh: takes rendered parts from the event stream, reconnects for ever, and never shows old scores
// as live. The page is complete without it.
import {hear, now, silence} from './clock.js';
import {follow} from './events.js';

const body = document.body;
const data = body.dataset;
const badge = document.getElementById('link');
const say = document.getElementById('say');
let told = say.textContent; // of a turn; what the board's cursor and a tap say is spoken between
let asked = ''; // the question that was spoken
const why = document.querySelector('.why');
const toast = document.getElementById('toast');
const table = document.querySelector('.table');
const quiet = matchMedia('(prefers-reduced-motion: reduce)');

let seq = data.seq; // of the newest event applied
let turn = Number(data.turn);
let since = Number(data.since); // when the turn began, by the server's clock
let source = null;
let away = 0; // since when the server has not been heard; 0: it is there
let retry = 0; // timer of the next attempt
let cut = false;
let begun = 0; // when the stream was opened, or tried to
const mute = 6000; // milliseconds of silence before the page reconnects: a beat and a half

function place(name) {
  return document.querySelector(`[data-part="${name}"]`);
}

// Rows that change places move there, so that the eye can follow.
function swapRows(element, html) {
  const tops = new Map();
  for (const row of element.querySelectorAll('[data-key]')) tops.set(row.dataset.key, row.getBoundingClientRect().top);
  element.innerHTML = html;
  if (quiet.matches) return;
  for (const row of element.querySelectorAll('[data-key]')) {
    const from = tops.get(row.dataset.key);
    const by = from === undefined ? 0 : from - row.getBoundingClientRect().top;
    if (by) row.animate([{transform: `translateY(${by}px)`, zIndex: 1}, {transform: 'none', zIndex: 1}], {duration: 450, easing: 'ease-in-out'});
  }
}

// Where colors go with seats, people have another one after a rematch: the phone stays its holder's.
function keepSeat() {
  const own = data.holder && [...document.querySelectorAll('.players [data-name]')].find((row) => row.dataset.name === data.holder);
  if (own) data.seat = own.dataset.key;
}

// What somebody did to the game is shown for some seconds, but only while it is news.
let toasting = 0;
function showToast() {
  if (!toast) return;
  toast.hidden = !toast.firstElementChild;
  clearTimeout(toasting);
  toasting = setTimeout(() => { toast.hidden = true; }, 8000);
}

// The style keeps free what lies over the page: what was told, the tools, a question.
for (const [name, e] of Object.entries({toast, tools: document.getElementById('tools'), asking: document.querySelector('.asking'), why})) {
  if (e) new ResizeObserver(() => {
    if (name === 'tools' && !e.offsetHeight) return; // they are away while a turn is typed
    document.documentElement.style.setProperty(`--${name}-high`, `${e.offsetHeight && e.offsetHeight + 4}px`);
    document.documentElement.style.setProperty(`--${name}-wide`, `${e.offsetWidth}px`);
  }).observe(e);
}

// A verdict comes into sight, below the board that stays in its place.
let judged = '';
function reveal(verdict) {
  if (verdict && verdict.textContent !== judged && !body.classList.contains('typing')) verdict.scrollIntoView({block: 'nearest', behavior: quiet.matches ? 'auto' : 'smooth'});
  judged = verdict?.textContent ?? '';
}

function apply(event, isNew) {
  const d = JSON.parse(event.data);
  heard(d.now);
  // Another program's pages may differ; who may play may do so no longer; and what a player does must not reach another table than
  // the one shown.
  const may = body.classList.contains('may');
  if (d.build !== data.build || may && (!d.may || d.table !== data.table)) {
    location.reload();
    return;
  }
  const turned = isNew && d.turn > turn;
  let drawn = false;
  if ('board' in d.parts) table.classList.toggle('fresh', turned);
  for (const [name, html] of Object.entries(d.parts)) {
    const element = place(name);
    if (!element || element.shown === html) continue;
    if (name === 'notice' && !html.trim() && element.shown === null) continue; // no news does not wipe what was just said to this device
    element.shown = html;
    swapRows(element, html);
    if (name === 'players') keepSeat();
    if (name === 'board' || name === 'words') explain(null);
    if (name === 'last' && isNew) reveal(element.querySelector('.verdict'));
    drawn ||= name === 'board' || name === 'tools';
    if (name === 'notice' && isNew) showToast();
  }
  if (isNew && d.say && d.say !== told) {
    say.textContent = told = d.say;
    dispatchEvent(new CustomEvent('said', {detail: {text: d.say, turned}}));
  }
  const question = document.querySelector('.question h2')?.textContent ?? '';
  if (question && question !== asked) say.textContent = isNew && d.say ? `${d.say} ${question}` : question;
  asked = question;
  seq = event.lastEventId;
  turn = d.turn;
  data.count = d.count;
  since = d.since;
  tick();
  if (drawn) dispatchEvent(new Event('drawn'));
  dispatchEvent(new CustomEvent('applied', {detail: {isNew}}));
}

// What a finger is on is not replaced before the finger is up: the tap would be lost.
const longest = 1000; // milliseconds; a finger that rests keeps no news away
const late = []; // what has come meanwhile
let down = 0; // timer of the finger that is down
const whenUp = (act) => { if (down) late.push(act); else act(); };
const up = () => { clearTimeout(down); down = 0; for (const act of late.splice(0)) act(); };
const downFor = (milliseconds) => { clearTimeout(down); down = setTimeout(up, milliseconds); };
addEventListener('pointerdown', () => downFor(longest), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => { if (down) downFor(0); }, true); // the click comes first

function heard(time) {
  hear(time);
  away = 0;
  if (cut) {
    cut = false;
    body.classList.remove('stale');
    badge.hidden = true;
    say.textContent = data.back;
  }
}

// connect opens the stream. One that knocks has a connection of its own and little time: a connection that the browser keeps from before
// may have died without a word, and a stream that waits for lost packets finds the way back late.
const patience = 1500; // milliseconds for a knock
function connect(knocks) {
  clearTimeout(retry);
  source?.close();
  begun = Date.now();
  const own = source = follow(`${data.events}&last_event_id=${seq}`, {
    snapshot: (event) => whenUp(() => apply(event, false)),
    update: (event) => whenUp(() => apply(event, true)),
    beat: (event) => heard(JSON.parse(event.data).now),
  }, (stream) => { if (stream === source) lost(); }, knocks);
  if (knocks) retry = setTimeout(() => { if (own === source && own.readyState !== 1) lost(); }, patience);
}

// Knocks until the server answers: almost every second during the first minute, then ever more rarely, each time somewhat more or less,
// for a room full of phones must not knock all at once.
function lost() {
  source?.close();
  source = null;
  away ||= performance.now();
  const wait = Math.min(30, Math.max(0.7, (performance.now() - away) / 60000)) * (0.75 + Math.random() / 2);
  clearTimeout(retry);
  retry = setTimeout(connect, wait * 1000, true);
  tick();
}

function tick() {
  const silent = silence();
  if (source && Math.min(silent, Date.now() - begun) > mute) lost(); // one that was opened just now has its time
  if ((!source || source.readyState !== 1) && silent > 2000) {
    badge.textContent = data.reconnecting.replace('{s}', Math.round(silent / 1000));
    if (!cut) say.textContent = badge.textContent;
    cut = true;
    body.classList.add('stale');
    badge.hidden = false;
  }
  const clock = document.querySelector('[data-clock]');
  if (!clock || !since) return;
  // Without a limit it counts up; with one it says what is left.
  const limit = Number(clock.dataset.limit ?? 0), gone = Math.max(0, Math.floor((now() - since) / 1000));
  const s = limit ? Math.max(0, limit - gone) : gone;
  clock.classList.toggle('late', limit > 0 && gone >= limit);
  const text = s < 3600 ? `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}` : `${Math.floor(s / 3600)} h`;
  if (clock.textContent !== text) clock.textContent = text;
}

// A tap on a word shows it on the board and why it is whose; another tap, or Escape, puts it away.
function explain(button) {
  for (const other of document.querySelectorAll('.entry[aria-pressed=true]')) other.removeAttribute('aria-pressed');
  for (const stack of table.querySelectorAll('.picked')) stack.classList.remove('picked');
  table.classList.toggle('pick', Boolean(button));
  why.textContent = button ? button.dataset.why : '';
  if (!button) return;
  say.textContent = button.dataset.why;
  button.setAttribute('aria-pressed', 'true');
  for (const at of button.dataset.cells.split(' ')) table.querySelector(`[data-at="${at}"]`)?.classList.add('picked');
}

// A tap on a tile tells of the words through it. Players correct it instead: that is the other module's.
let tapped = '';
function explainStack(stack) {
  const at = stack.dataset.at;
  explain(null);
  if (tapped === at) { tapped = ''; return; }
  tapped = at;
  const lines = [];
  for (const button of document.querySelectorAll('.entry')) {
    if (!button.dataset.cells.split(' ').includes(at) || lines.includes(button.dataset.why)) continue;
    lines.push(button.dataset.why);
    for (const c of button.dataset.cells.split(' ')) table.querySelector(`[data-at="${c}"]`)?.classList.add('picked');
  }
  if (!lines.length) return;
  table.classList.add('pick');
  why.textContent = lines.join(' ');
  say.textContent = why.textContent;
}

document.addEventListener('click', (event) => {
  const stack = event.target.closest('.board [data-at]');
  if (stack && !body.classList.contains('may')) return explainStack(stack);
  tapped = '';
  const button = event.target.closest('.entry');
  explain(button && button.getAttribute('aria-pressed') !== 'true' ? button : null);
});
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') explain(null); });

// Turning the board restarts the stream, which then sends the board that way round. The device remembers it.
const turner = document.querySelector('.turner');
turner?.addEventListener('click', (event) => {
  event.preventDefault();
  const events = new URL(data.events, location.href);
  const quarters = (Number(events.searchParams.get('turned')) + 1) % 4;
  events.searchParams.set('turned', quarters);
  data.events = events.pathname + events.search;
  turner.href = `?turned=${(quarters + 1) % 4}`;
  document.cookie = `turned=${quarters};path=/;max-age=31536000;samesite=lax`;
  connect();
});

// It stands in a corner of the board where no tile lies, if there is one.
function cornered() {
  const tiles = [...table.querySelectorAll('[data-at]')].map((e) => e.getBoundingClientRect());
  turner.dataset.corner = ['', 'left', 'top', 'top left'].find((corner) => {
    turner.dataset.corner = corner;
    const own = turner.getBoundingClientRect();
    return !tiles.some((t) => t.left < own.right && own.left < t.right && t.top < own.bottom && own.top < t.bottom);
  }) ?? '';
}
if (turner) {
  addEventListener('drawn', cornered);
  new ResizeObserver(cornered).observe(table);
}

// A phone that was asleep asks at once.
function wake() {
  if (document.visibilityState === 'visible' && (!source || silence() > mute)) connect(true);
}
document.addEventListener('visibilitychange', wake);
addEventListener('online', wake);
addEventListener('pageshow', (event) => { if (event.persisted) wake(); });

connect();
setInterval(tick, 500);

// The installed program opens while the server is away, too. Browsers allow that on a secure connection only.
if (data.view !== 'overlay') navigator.serviceWorker?.register('/sw.js').catch(() => {});
