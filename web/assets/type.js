// Types a turn on the board: a cursor on the lattice, letters from any keyboard, and what the play would bring, told by the server
// after each letter. A letter that lies there already is passed over, since it cannot go on itself: so whole words can be typed.
import {sendEvent, draft as stored} from './answer.js';
import {tell} from './play.js';
const body = document.body;
const data = body.dataset;
const composer = document.getElementById('composer');
const field = document.getElementById('typing');
const felt = document.querySelector('.felt');
const say = document.getElementById('say');
const part = (name) => composer.querySelector(`[data-is="${name}"]`);
const words = composer.dataset; // in the reader's language
const kept = stored('');
const namespace = 'http://www.w3.org/2000/svg';

let draft = new Map(); // place, as "row,col" -> {letter, blank, on: height of the stack there}
let at = [0, 0]; // the cursor's row and column
let down = false; // else across
let mover = '';
let blankNext = false; // the next letter is a blank's
let accepted = []; // words that the list lacks, and that count this once
let laid = []; // places in the order in which they were typed
let trying = 0; // number of the newest trial

const name = (place) => place.join(',');
const typing = () => !composer.hidden;
const starter = () => document.querySelector('.tools [data-type]');

// The lattice as it is drawn: places are turned with the board, clockwise by quarters, about the origin.
const turned = ([r, c], quarters) => [[r, c], [c, -r], [-r, -c], [-c, r]][(quarters + 4) % 4];

function lattice() {
  const svg = felt.querySelector('svg.board[data-lattice]');
  if (!svg) return null;
  const [pitch, gap, margin, rise, quarters] = svg.dataset.lattice.split(' ').map(Number);
  const [top, left, rows, cols] = svg.dataset.frame.split(' ').map(Number);
  const a = turned([top, left], quarters), b = turned([top + rows - 1, left + cols - 1], quarters);
  const first = [Math.min(a[0], b[0]), Math.min(a[1], b[1])], last = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  return {
    svg, pitch, gap, margin, rise, quarters, first, last,
    corner: (place) => { const [r, c] = turned(place, quarters); return [(c - first[1]) * pitch, (r - first[0]) * pitch + margin]; },
    place: (x, y) => turned([Math.floor((y - margin) / pitch) + first[0], Math.floor(x / pitch) + first[1]], -quarters),
  };
}

function stack(place) {
  const g = felt.querySelector(`[data-at="${name(place)}"]`);
  return g ? {letter: g.dataset.top, height: Number(g.dataset.height), owner: g.dataset.owner} : {letter: '', height: 0, owner: ''};
}

// draw puts the letters typed and the cursor on the board, and shows as much of it as is large enough to be tapped.
function draw() {
  const l = lattice();
  if (!l) return;
  l.svg.querySelector('.draft')?.remove();
  const g = l.svg.appendChild(document.createElementNS(namespace, 'g'));
  g.setAttribute('class', `draft k-${mover}`);
  const side = l.pitch - 2 * l.gap;
  const add = (tag, attributes, text) => {
    const e = g.appendChild(document.createElementNS(namespace, tag));
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    if (text) e.textContent = text;
  };
  const places = [...draft.keys()].map((key) => key.split(',').map(Number));
  places.sort((a, b) => l.corner(a)[1] - l.corner(b)[1]);
  for (const place of places) {
    const {letter, blank} = draft.get(name(place)), height = stack(place).height + 1;
    let [x, y] = l.corner(place);
    x += l.gap; y += l.gap - l.rise * (height - 1);
    add('rect', {class: `f-${mover} ghost`, x, y, width: side, height: side, rx: 15, 'data-typed': name(place)});
    const middle = x + side / 2;
    add('text', {class: `l-${mover}`, x: middle, y: y + 66, 'font-size': 66, transform: `rotate(${90 * l.quarters} ${middle} ${y + side / 2})`}, letter);
    if (blank) add('text', {class: `l-${mover}`, x: x + 18, y: y + 28, 'font-size': 28}, '?');
    if (height > 1) add('text', {class: `l-${mover}`, x: x + side - 14, y: y + side - 8, 'font-size': 29}, height);
  }
  const [x, y] = l.corner(at);
  for (const ring of ['cursor-out', 'cursor']) add('rect', {class: ring, x: x + l.gap, y: y + l.gap, width: side, height: side, rx: 15});
  const heading = 90 * (l.quarters + (down ? 1 : 0));
  add('path', {class: 'heading', d: 'M-16-22L18 0L-16 22z', transform: `translate(${x + 50} ${y + 50}) rotate(${heading}) translate(62 0)`});
  view(l, [...places, at]);
}

// view shows the whole board with a free place around it; where that would be too small for a finger, a part with the cursor in it.
const smallest = 34; // pixels of a place
let window_ = null; // what is shown: top, left, in turned places
function view(l, places) {
  let [top, left, bottom, right] = [l.first[0], l.first[1], l.last[0], l.last[1]];
  for (const p of places) {
    const [r, c] = turned(p, l.quarters);
    [top, left, bottom, right] = [Math.min(top, r - 1), Math.min(left, c - 1), Math.max(bottom, r + 1), Math.max(right, c + 1)];
  }
  const box = felt.getBoundingClientRect();
  const rows = Math.max(3, Math.floor(box.height / smallest)), cols = Math.max(3, Math.floor(box.width / smallest));
  const [r, c] = turned(at, l.quarters);
  const from = (low, high, shown, cursor, before) => {
    if (high - low + 1 <= shown) return [low, high];
    const first = Math.min(high - shown + 1, Math.max(low, Math.min(cursor - 1, Math.max(cursor + 2 - shown, before ?? cursor - (shown >> 1)))));
    return [first, first + shown - 1];
  };
  [top, bottom] = from(top, bottom, rows, r, window_?.top);
  [left, right] = from(left, right, cols, c, window_?.left);
  window_ = {top, left};
  l.svg.setAttribute('viewBox', [(left - l.first[1]) * l.pitch, (top - l.first[0]) * l.pitch, (right - left + 1) * l.pitch, (bottom - top + 1) * l.pitch + l.margin].join(' '));
}

// whole shows the board as it was drawn.
function whole() {
  const l = lattice();
  if (!l) return;
  l.svg.querySelector('.draft')?.remove();
  l.svg.setAttribute('viewBox', `0 0 ${(l.last[1] - l.first[1] + 1) * l.pitch} ${(l.last[0] - l.first[0] + 1) * l.pitch + l.margin + 12}`);
}

const step = (place, by) => (down ? [place[0] + by, place[1]] : [place[0], place[1] + by]);

// speak says what is at the cursor, or what was typed there.
function speak(text) { say.textContent = text; }
function here() {
  const typed = draft.get(name(at)), s = stack(at);
  const what = typed ? `${typed.letter}, ${words.typed}` : s.height ? words.tile.replace('{letter}', s.letter).replace('{who}', called(s.owner)).replace('{n}', s.height) : words.empty;
  return `${what}; ${words.place.replace('{row}', at[0]).replace('{col}', at[1])}, ${down ? words.down : words.across}`;
}

const row = (color) => document.querySelector(`.players [data-key="${color}"]`);
const called = (color) => row(color)?.querySelector('.name')?.lastChild.textContent ?? color;

function save() {
  if (draft.size) kept.keep({draft: [...draft], at, down, mover, laid});
  else kept.drop();
}

function changed(text) {
  blankNext = false;
  foreseen = '';
  save();
  show();
  speak(text ?? here());
  attempt();
}

function show() {
  if (!typing()) return;
  draw();
  part('blank').setAttribute('aria-pressed', blankNext || Boolean(draft.get(name(last()))?.blank));
  part('turn').querySelector('svg').style.rotate = `${90 * ((lattice()?.quarters ?? 0) + (down ? 1 : 0))}deg`;
  part('turn').setAttribute('aria-label', `${words.direction}: ${down ? words.down : words.across}`);
  part('blank').disabled = false;
  field.setAttribute('aria-label', `${words.label}: ${here()}`);
}

// last is the place of the letter typed last.
const last = () => laid.at(-1)?.split(',').map(Number) ?? [NaN, NaN];

function put(letter) {
  if (letter === '?') {
    blankNext = true;
    return show();
  }
  const key = name(at), text = stack(at).letter === letter && !blankNext ? `${letter}, ${words.lies}` : letter;
  draft.delete(key);
  laid = laid.filter((other) => other !== key);
  if (text === letter) {
    draft.set(key, {letter, blank: blankNext, on: stack(at).height});
    laid.push(key);
  }
  at = step(at, 1);
  changed(text);
}

function erase() {
  if (!draft.delete(name(at))) {
    at = step(at, -1);
    draft.delete(name(at));
  }
  laid = laid.filter((key) => draft.has(key));
  changed();
}

function move(place) {
  at = place;
  refill();
  changed();
}

// Phones' keyboards change the field in ways of their own; what has become of its text says what was typed. One invisible character
// stays in front, so that erasing is seen.
const first = '\u200b';
let before = first;
function refill() { field.value = before = first; }
// A list whose words have AE for Ä wants two tiles for it.
const pairs = {Ä: 'AE', Ö: 'OE', Ü: 'UE'};
const apart = (text) => words.apart ? text.normalize('NFC').replace(/[ÄÖÜ]/g, (letter) => pairs[letter]) : text;
function typed() {
  const now = field.value.toUpperCase();
  let same = 0;
  while (same < now.length && same < before.length && now[same] === before[same]) same++;
  const gone = before.length - same;
  for (let i = 0; i < gone; i++) erase();
  for (const letter of apart(now.slice(same)).normalize('NFD')) {
    if (letter === ' ') down ? erect(false) : erect(true);
    else if (/[A-Z?]/.test(letter)) put(letter);
  }
  before = now;
  if (!now.startsWith(first) || now.includes(' ') || now.length > 24) refill();
}

function erect(toDown) {
  down = toDown;
  changed(down ? words.down : words.across);
}

// attempt asks the server what the play would bring. Answers that come late are passed over.
async function attempt() {
  const number = ++trying, out = part('trial'), button = part('send');
  button.disabled = true;
  if (mover === '') return;
  const said = await post('?try=1'), untold = said.status === 501; // where nothing can be tried, sending tells
  if (said.status === 429) setTimeout(() => { if (number === trying) attempt(); }, 400);
  if (number !== trying || !typing()) return;
  racks(said.rack ?? '');
  if (!draft.size) {
    out.textContent = words.lead;
    return;
  }
  button.disabled = !said.ok && !untold;
  out.classList.toggle('wrong', !said.ok);
  if (said.shown) out.innerHTML = said.shown;
  else out.textContent = said.message;
  foresee(said.ok ? said.said : [...out.querySelectorAll('.doubt')].map((p) => p.textContent).join(' ') || out.textContent);
}

// foresee says what the play would bring, once: what others do meanwhile is not spoken over.
let foreseen = '';
function foresee(text) {
  if (text !== foreseen) speak(foreseen = text);
}

function post(query) {
  const placements = [...draft].map(([key, {letter, blank}]) => ({row: Number(key.split(',')[0]), col: Number(key.split(',')[1]), letter, ...(blank && {blank})}));
  return sendEvent({type: 'play', player: mover, placements, ...(accepted.length && {accepted})}, query);
}

// racks offers the letters that the camera saw on the mover's rack.
function racks(letters) {
  const shelf = part('rack');
  shelf.hidden = !letters;
  if (shelf.dataset.letters === letters) return;
  shelf.dataset.letters = letters;
  shelf.replaceChildren(...[...letters].filter((l) => /[A-Z?]/.test(l)).map((letter) => {
    const b = document.createElement('button');
    b.type = 'button';
    b.textContent = letter;
    b.addEventListener('click', () => put(letter));
    return b;
  }));
}

let sending = false;
async function send() {
  if (part('send').disabled || sending) return;
  sending = true;
  const said = await post(`?after=${data.count}`);
  sending = false;
  if (said.ok) return stop();
  part('trial').textContent = said.message;
  movers();
  if (said.late) setTimeout(attempt, 1200); // what the other did is on the board by then
}

// movers shows who plays, or asks where nobody knows.
function movers() {
  const fixed = starter()?.dataset.type ?? '';
  if (fixed && mover && mover !== fixed && draft.size && !ahead(fixed)) return sending || overtaken(); // what is sent is answered
  if (fixed) mover = fixed;
  const out = part('mover');
  const colors = fixed ? [fixed] : [...document.querySelectorAll('.players [data-key]')].map((li) => li.dataset.key);
  if (!fixed && !mover && colors.includes(data.seat)) mover = data.seat;
  out.replaceChildren(...colors.map((color) => {
    const b = document.createElement(fixed ? 'span' : 'button');
    const swatch = row(color)?.querySelector('.swatch')?.cloneNode(true);
    if (swatch) b.append(swatch);
    b.appendChild(document.createElement('b')).textContent = called(color);
    if (!fixed) {
      b.type = 'button';
      b.setAttribute('aria-pressed', mover === color);
      b.addEventListener('click', () => { mover = color; movers(); changed(); });
    }
    return b;
  }));
}

// ahead says that the seat's holder typed what they want to play when their turn comes, and that it has come: nothing was laid there meanwhile.
function ahead(whose) {
  return whose === data.seat && [...draft].every(([key, {on}]) => stack(key.split(',')).height === on);
}

// overtaken puts away what was typed for a turn that somebody else has played meanwhile: it is nobody else's.
function overtaken() {
  const text = words.overtaken.replace('{who}', called(mover));
  stop();
  tell(text);
}

function start(place, whose = '') {
  const button = starter();
  if (!button || button.disabled) return false;
  if (typing()) {
    field.focus({preventScroll: true});
    move(place);
    return true;
  }
  composer.hidden = false;
  body.classList.add('typing');
  mover = whose;
  movers();
  if (!typing()) return false; // it was overtaken
  window_ = null;
  fit();
  field.focus({preventScroll: true});
  move(place);
  return true;
}

function stop() {
  draft.clear();
  accepted = [];
  laid = [];
  save();
  trying++;
  composer.hidden = true;
  body.classList.remove('typing');
  field.blur();
  whole();
  hushed = true; // the turn is being spoken
  felt.focus({preventScroll: true});
  hushed = false;
}

// lay types a whole play, as a hint names it: "3,4,A;3,5,B,blank".
function lay(play) {
  draft.clear();
  for (const tile of play.split(';')) {
    const [r, c, letter, blank] = tile.split(',');
    draft.set(`${r},${c}`, {letter, blank: Boolean(blank), on: stack([Number(r), Number(c)]).height});
  }
  laid = [...draft.keys()];
  changed();
}

// free is a place to begin at: the first of the board's empty ones under its last turn, else the middle.
function free() {
  const own = felt.querySelector('.stack.last') ?? felt.querySelector('.stack');
  return own ? own.dataset.at.split(',').map(Number) : [0, 0];
}

// What is under a finger on the board; null: no place.
function touched(event) {
  const l = lattice();
  if (!l) return null;
  const own = event.target.closest('[data-at]');
  if (own) return own.dataset.at.split(',').map(Number);
  const ghost = event.target.closest('[data-typed]');
  if (ghost) return ghost.dataset.typed.split(',').map(Number);
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(l.svg.getScreenCTM().inverse());
  return l.place(p.x, p.y);
}

// Before the other modules, which would correct a tile.
document.addEventListener('click', (event) => {
  const on = (selector) => event.target.closest(selector);
  const skip = on('.skip');
  if (skip) {
    event.preventDefault();
    const target = document.querySelector(skip.hash);
    return (target === felt ? felt : target.querySelector('button:not(:disabled)')).focus();
  }
  const opener = on('[data-type-at]');
  if (opener) {
    document.getElementById('sheet').close();
    if (start(opener.dataset.typeAt.split(',').map(Number)) && opener.dataset.lay) lay(opener.dataset.lay);
    return event.stopImmediatePropagation();
  }
  if (on('.tools [data-type]')) return start(free());
  if (on('.felt') && !on('a')) {
    if (!typing() && on('[data-at]')) return; // to be corrected
    const place = touched(event);
    if (!place || !typing() && !starter()) return;
    event.stopImmediatePropagation();
    if (typing() && name(place) === name(at)) erect(!down);
    else start(place);
    if (typing()) field.focus({preventScroll: true});
    return;
  }
  if (!typing() || !composer.contains(event.target)) return;
  if (on('[data-is=stop]')) return stop();
  if (on('[data-is=send]')) return send();
  const accept = on('[data-accept]');
  if (accept) {
    accepted.push(accept.dataset.accept);
    return attempt();
  }
  if (on('[data-is=turn]')) erect(!down);
  if (on('[data-is=erase]')) erase();
  if (on('[data-is=blank]')) toggleBlank();
  if (event.detail) field.focus({preventScroll: true}); // a finger's; a keyboard's stays on the button
}, true);

// A press on the board leaves the focus on what is typed, so that no key is lost, a phone's keyboard stays and no letter is selected.
felt.addEventListener('mousedown', (event) => { if (typing()) event.preventDefault(); });

// toggleBlank makes the letter typed last the blank's, or a tile again; before the first letter the next one.
function toggleBlank() {
  const tile = draft.get(laid.at(-1));
  if (!tile) {
    blankNext = !blankNext;
    return show();
  }
  const make = !tile.blank;
  for (const other of draft.values()) other.blank = false; // there is one
  tile.blank = make;
  changed(`${tile.letter}, ${make ? words.blank : words.typed}`);
}

// The board is one stop of a keyboard's way: arrows move the cursor, a letter begins a turn there, Enter does what a tap does.
felt.addEventListener('keydown', (event) => {
  if (event.target !== felt || event.ctrlKey || event.metaKey || event.altKey || !lattice()) return;
  const arrow = arrows[event.key];
  if (arrow) {
    const [r, c] = turned(arrow, -lattice().quarters);
    at = [at[0] + r, at[1] + c];
    draw();
    speak(here());
  } else if (event.key === 'Enter') {
    const tile = felt.querySelector(`[data-at="${name(at)}"]`);
    if (tile && !typing()) tile.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    else start(at);
  } else if (/^\p{L}$/u.test(event.key)) {
    start(at); // the field has the focus before the letter comes
    return;
  } else return;
  event.preventDefault();
});
felt.addEventListener('focus', () => {
  if (typing() || !lattice()) return;
  if (touching) return; // a finger needs no cursor
  draw();
  if (!hushed) speak(here());
});
let hushed = false;
let touching = false;
addEventListener('pointerdown', () => { touching = true; }, true);
addEventListener('keydown', () => { touching = false; }, true);
felt.addEventListener('blur', () => { if (!typing()) whole(); });

const arrows = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
field.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = arrows[event.key];
  if (arrow) {
    const [r, c] = turned(arrow, -(lattice()?.quarters ?? 0));
    move([at[0] + r, at[1] + c]);
  } else if (event.key === 'Enter') send();
  else return;
  event.preventDefault();
});
composer.addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.stopPropagation(); stop(); } });
field.addEventListener('input', typed);

// The page leaves the phone's own keyboard its room.
const screen_ = window.visualViewport;
function fit() {
  if (!typing()) return;
  const style = document.documentElement.style;
  style.setProperty('--seen-top', `${screen_?.offsetTop ?? 0}px`);
  style.setProperty('--seen', `${screen_?.height ?? innerHeight}px`);
  style.setProperty('--composer', `${composer.offsetHeight}px`);
  draw();
}
screen_?.addEventListener('resize', fit);
screen_?.addEventListener('scroll', fit);
new ResizeObserver(fit).observe(composer);

// What others do meanwhile is drawn, and the letters typed stay.
addEventListener('drawn', () => {
  if (!typing()) return;
  movers();
  if (!typing()) return; // it was overtaken
  show();
  attempt();
});

// A page that was loaded again has lost nothing.
const old = kept.read();
if (old?.draft && starter() && !starter().disabled) {
  [draft, down, laid] = [new Map(old.draft), old.down, old.laid];
  start(old.at, old.mover);
}
