// What a player's page can do beside looking: send commands, open sheets, and help on this device.
import {sendEvent, settle} from './answer.js';
import {kept} from './kept.js';
const body = document.body;
const data = body.dataset;
const sheet = document.getElementById('sheet');
const toast = document.getElementById('toast');
const say = document.getElementById('say');
const base = `/t/${data.table}`;

const dated = ['undo', 'redo', 'bank', 'pass', 'exchange', 'finish'];
// One command at a time, and the same one not twice at a double tap, however long its answer takes.
const doubleTap = 350; // milliseconds
let sent = '', sentAt = 0;
const busy = (now) => body.classList.toggle('busy', now);

// tell shows a line of our own in the place of the toast; an open sheet, which lies over that, says it itself.
let telling = 0;
export function tell(text) {
  if (sheet.open) return refuse(sheet, text);
  const line = document.createElement('span');
  line.textContent = text;
  say.textContent = text;
  toast.replaceChildren(line);
  toast.shown = null;
  toast.hidden = false;
  clearTimeout(telling);
  telling = setTimeout(() => { toast.hidden = true; }, 6000);
}

// ask puts a question that stays until it is answered; the first button says yes to it.
function ask(text, event) {
  fill(document.getElementById('sure').innerHTML, 'sure');
  sheet.querySelector('h2').textContent = say.textContent = text;
  sheet.querySelector('.primary').dataset.command = JSON.stringify(event);
}

async function send(button) {
  if (body.classList.contains('busy') || button.dataset.command === sent && performance.now() - sentAt < doubleTap) return;
  if (body.classList.contains('stale')) return tell(data.unsent);
  [sent, sentAt] = [button.dataset.command, performance.now()];
  busy(true);
  button.classList.add('sending');
  try {
    const event = JSON.parse(button.dataset.command);
    if ('withBlank' in button.dataset) event.blank = Boolean(sheet.querySelector('[data-blank]')?.checked);
    if ('withSeat' in button.dataset && data.seat) event.player = button.dataset.withSeat.split(' ').indexOf(data.seat);
    if ('withBy' in button.dataset) event.by = sheet.querySelector('[name=by]:checked')?.value ?? event.by;
    // What would do something else by now is refused if anything has happened since this page was drawn.
    const after = dated.includes(event.type) ? `?after=${data.count}` : '';
    const said = await sendEvent(event, after);
    if (said.code === 'not_out') ask(said.message, {...event, sure: true});
    else if (!said.ok) tell(said.message);
    else if (button.dataset.then && !hurry()) await open(button.dataset.then, button.dataset.thenQuery);
    else sheet.close();
  } finally {
    button.classList.remove('sending');
    busy(false);
  }
}

export async function open(name, query = '') {
  const before = hurry();
  const answer = await fetch(`${base}/sheet/${name}${query}`, {signal: AbortSignal.timeout(8000)}).catch(() => null);
  if (!answer) return tell(data.unsent);
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    tell(said.error?.message ?? answer.statusText);
    return;
  }
  const again = sheet.open && sheet.dataset.name === name && sheet.dataset.query === query;
  const html = await answer.text();
  if (hurry() && hurry() !== before) return sheet.close(); // it came meanwhile
  if (again && sheet.shown === html) return; // what has the focus keeps it
  const refocus = again && focused();
  fill(html, name, query);
  if (!again) sheet.scrollTop = 0;
  const problem = sheet.querySelector('.problem');
  if (problem) say.textContent = problem.textContent;
  dispatchEvent(new Event('sheet'));
  if (refocus) refocus();
}

// fill opens the sheet with what is on it.
function fill(html, name, query = '') {
  sheet.innerHTML = sheet.shown = html;
  sheet.append(say); // what lies outside of an open dialog is not spoken
  [sheet.dataset.name, sheet.dataset.query] = [name, query];
  device();
  if (!sheet.open) sheet.showModal();
}

// focused remembers the field or the button of the sheet that has the focus at this moment; the answer gives it back in the sheet drawn anew.
function focused() {
  const at = document.activeElement, from = at.selectionStart, to = at.selectionEnd, {command} = at.dataset;
  if (!sheet.contains(at) || !(at.name || command)) return null;
  return () => {
    const now = at.name ? [...sheet.querySelectorAll('[name]')].find((f) => f.name === at.name && (f.type !== 'radio' || f.value === at.value))
      : [...sheet.querySelectorAll('[data-command]')].find((b) => b.dataset.command === command);
    if (!now) return;
    now.focus({preventScroll: true});
    if (from != null && now.type === 'text') now.setSelectionRange(from, to);
  };
}
sheet.addEventListener('close', () => { body.append(say); });

// hurry is what cannot wait: tiles that somebody must call first. When they come, the sheet makes way for the button.
export const hurry = () => document.querySelector('.tools [data-hurry]')?.dataset.hurry ?? '';
let hurried = hurry();
addEventListener('drawn', () => {
  const now = hurry();
  if (now && now !== hurried && sheet.open) {
    sheet.close();
    settle();
    [...document.querySelectorAll('.tools [data-hurry] button')].find((b) => b.checkVisibility())?.focus({preventScroll: true});
  }
  hurried = now;
});

document.addEventListener('click', (event) => {
  const on = (selector) => event.target.closest(selector);
  const command = on('[data-command]');
  if (command) return send(command);
  const opener = on('[data-sheet]');
  if (opener) {
    event.preventDefault();
    return open(opener.dataset.sheet, opener.dataset.query);
  }
  if (on('[data-close]') || event.target === sheet && sheet.dataset.name !== 'sure') return sheet.close();
  if (on('[data-later]')) return later(!asking.classList.contains('later'));
  if (on('[data-hide]')) {
    later(true);
    const {place} = question().dataset;
    return place && open('cell', `?at=${place}`);
  }
  const stack = on('.board [data-at]');
  if (stack) open('cell', `?at=${stack.dataset.at}`);
});

document.addEventListener('keydown', (event) => {
  const stack = event.target.closest?.('.board [data-at]');
  if (stack && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    open('cell', `?at=${stack.dataset.at}`);
  }
});

// A question is put off on this device until another one comes; its button stays. The card goes to the top where it would cover the tile
// in question.
const asking = document.querySelector('.asking');
const question = () => asking.querySelector('.question');
let putOff = '', asked = '';
function later(yes) {
  putOff = yes ? question()?.dataset.ask ?? '' : '';
  askAside();
  asking.querySelector(yes ? '.put-off' : '.answers button')?.focus({preventScroll: true});
}

function askAside() {
  const card = question();
  asking.classList.toggle('later', Boolean(card) && card.dataset.ask === putOff);
  asking.classList.remove('above');
  const tile = card?.dataset.place && document.querySelector(`.board [data-at="${card.dataset.place}"]`);
  if (!tile || asking.classList.contains('later')) return;
  const covers = () => {
    const a = card.getBoundingClientRect(), b = tile.getBoundingClientRect();
    return a.left < b.right && a.right > b.left ? b.bottom + 12 - a.top : 0;
  };
  // What is asked of the game as a whole stays in sight: it comes first.
  if (card.dataset.ask !== asked && !document.querySelector('.life button')) scrollBy(0, Math.max(0, covers()));
  asked = card.dataset.ask;
  asking.classList.toggle('above', covers() > 0);
}
addEventListener('applied', askAside);
addEventListener('resize', askAside);

// rename sends the names that were changed, one after the other; the first that is refused stays to be mended. An empty field goes
// first: it frees a name for another.
async function rename(form) {
  const changed = [...form.elements].filter((e) => e.name && e.value.trim() !== e.dataset.was).sort((a, b) => Boolean(a.value.trim()) - Boolean(b.value.trim()));
  for (const field of changed) {
    const said = await sendEvent({type: 'name', player: field.name, name: field.value.trim()});
    if (!said.ok) {
      field.focus();
      return refuse(form, said.message);
    }
    field.dataset.was = field.value.trim();
  }
  sheet.close();
}

// refuse says in the sheet why it stays.
function refuse(form, text) {
  const line = form.querySelector('.problem') ?? (form.querySelector('header') ?? form).appendChild(document.createElement('p'));
  line.className = 'problem';
  line.textContent = say.textContent = text;
}

document.addEventListener('submit', (event) => {
  if (event.target.matches('[data-names]')) {
    event.preventDefault();
    return rename(event.target);
  }
  const form = event.target.closest('[data-sheet-form]');
  if (!form) return;
  event.preventDefault();
  open(form.dataset.sheetForm, `?${new URLSearchParams(new FormData(form))}`);
});

// Help on this device alone, off until somebody wants it; a seated one says when it is its turn.
const usual = {turn: Boolean(data.seat), keys: true};
export const chosen = new Proxy({}, {
  get: (_, name) => (kept.get(name) ?? (usual[name] ? '1' : '0')) === '1',
  set: (_, name, value) => { kept.set(name, value ? '1' : '0'); return true; },
});
const can = {turn: Boolean(data.seat), sound: 'AudioContext' in window, speech: 'speechSynthesis' in window, awake: 'wakeLock' in navigator};

function device() {
  for (const box of sheet.querySelectorAll('[data-device]')) {
    box.checked = chosen[box.dataset.device];
    box.addEventListener('change', () => { chosen[box.dataset.device] = box.checked; help(box.dataset.device); });
  }
  for (const row of sheet.querySelectorAll('[data-needs]')) row.hidden = !can[row.dataset.needs];
  for (const row of sheet.querySelectorAll('[data-without]')) row.hidden = can[row.dataset.without];
}

let audio = null;
function beep() {
  if (!can.sound) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator(), gain = audio.createGain(), now = audio.currentTime;
  tone.frequency.setValueAtTime(660, now);
  tone.frequency.setValueAtTime(880, now + 0.09);
  gain.gain.setValueAtTime(0.12, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.3);
  tone.connect(gain).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.3);
}

function speak(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = data.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

let lock = null;
async function stayAwake() {
  if (!can.awake) return;
  try {
    if (chosen.awake && document.visibilityState === 'visible') lock ??= await navigator.wakeLock.request('screen');
    else { await lock?.release(); lock = null; }
    lock?.addEventListener('release', () => { lock = null; });
  } catch { lock = null; } // the battery is low, say: the screen then goes off as usual
}

function help(name) {
  if (name === 'sound' && chosen.sound) beep();
  if (name === 'speech' && chosen.speech) speak(document.querySelector('.turn b').textContent);
  if (name === 'awake') stayAwake();
}

// Browsers let a page sound only after somebody has touched it: the first touch opens the ears.
addEventListener('pointerdown', () => {
  if (!can.sound || !(chosen.turn || chosen.sound)) return;
  audio ??= new AudioContext();
  audio.resume();
}, {once: true});

// A seated device knows its holder: their row says so, and while it is their turn the whole head has their color. It says once that the turn has
// come: to the hand, the ear, and in the page's title.
const title = document.title;
let wasMine = false;
function own(isNew) {
  const row = data.seat && document.querySelector(`.players [data-key="${data.seat}"]`);
  if (row && !row.classList.contains('own')) {
    row.classList.add('own');
    row.querySelector('.name').dataset.you = data.you;
  }
  const whose = document.querySelector('.turn [data-whose]');
  const isMine = Boolean(row) && whose?.dataset.whose === data.seat;
  if (isMine) [whose.textContent, body.dataset.mine] = [data.yours, data.seat];
  else delete body.dataset.mine;
  if (isMine && !wasMine && isNew && chosen.turn) {
    navigator.vibrate?.([180, 90, 180]);
    beep();
  }
  document.title = isMine && chosen.turn ? `${data.yours} · ${title}` : title;
  wasMine = isMine;
}
addEventListener('applied', (event) => own(event.detail.isNew));
own(false);

addEventListener('said', (event) => {
  if (chosen.sound && can.sound) beep();
  if (chosen.speech && can.speech) speak(event.detail.text);
});
document.addEventListener('visibilitychange', stayAwake);
stayAwake();
