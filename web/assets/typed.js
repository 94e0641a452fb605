// Types what a game takes in the form on a sheet: a tile's number, a rack's words, cards. The server says after each letter what that
// would bring, and what was typed stays until it is sent.
import {answered, draft, sendEvent} from './answer.js';
import {hurry, open} from './play.js';
const data = document.body.dataset;
const sheet = document.getElementById('sheet');
const felt = document.getElementById('felt');
const say = document.getElementById('say');
const opener = () => document.querySelector('.tools [data-typing]:not(:disabled)');

let form = null; // on the sheet that is open
let event_ = null; // what the form says; null: nothing that could be sent
let trying = 0; // number of the newest trial
let asked = null; // its answer, which may be under way
let foreseen = ''; // what was said of it
let byKeys = false; // what was touched last was a keyboard: then a field that a finger can do without has the focus
addEventListener('pointerdown', () => { byKeys = false; }, true);
addEventListener('keydown', () => { byKeys = true; }, true);
let first = ''; // a letter that was typed before the sheet was open

const part = (name) => form.querySelector(`[data-is="${name}"]`);
const kept = () => draft(`-${form.dataset.typed}-${form.dataset.of ?? ''}`);
const fields = () => [...form.elements].filter((e) => e.name && e.type !== 'hidden');
const typed = () => Object.fromEntries(fields().map((e) => [e.name, e.value]));

addEventListener('sheet', () => {
  form = sheet.querySelector('form[data-typed]');
  event_ = null;
  foreseen = '';
  if (!form) return;
  const old = kept().read() ?? {};
  for (const field of fields()) if (field.name in old) field.value = old[field.name];
  if (first) {
    fields()[0].value = first;
    kept().keep(typed());
  }
  if (byKeys || form.dataset.focus !== 'keys') focusOn(fields().find((e) => !e.value) ?? fields()[0]);
  first = '';
  asked = attempt();
});

function focusOn(field) {
  field.focus({preventScroll: true});
  if (field.type === 'text') field.setSelectionRange(field.value.length, field.value.length);
}

sheet?.addEventListener('input', (event) => {
  if (!form?.contains(event.target)) return;
  kept().keep(typed());
  asked = attempt();
});

// attempt asks the server what the form says by now. Answers that come late are passed over.
async function attempt() {
  const number = ++trying, own = form;
  const said = await answered(`/t/${data.table}/sheet/${form.dataset.typed}?typed=1&${new URLSearchParams(new FormData(form))}`);
  if (number !== trying || form !== own) return;
  if (said.status === 429) setTimeout(() => { if (number === trying) asked = attempt(); }, 400);
  event_ = said.ok ? said.event : null;
  const out = part('trial');
  out.classList.toggle('wrong', !said.ok && said.code !== 'incomplete');
  if (said.ok && said.shown) out.innerHTML = said.shown;
  else out.textContent = said.ok ? said.said : said.message;
  const text = said.ok && said.said ? said.said : out.textContent;
  if (text !== foreseen) say.textContent = foreseen = text; // once: what others do meanwhile is not spoken over
  part('send').disabled = !event_;
}

let sending = false;
document.addEventListener('submit', async (event) => {
  if (event.target !== form || !form) return;
  event.preventDefault();
  if (!event_ || sending) return;
  sending = true;
  const own = form;
  for (let answer; answer !== asked;) await (answer = asked); // what was typed last counts, however slow its answer is
  const said = event_ && form === own ? await sendEvent(event_, `?after=${data.count}`) : null;
  sending = false;
  if (!said) return;
  if (form !== own) return;
  if (said.ok) {
    kept().drop();
    trying++;
    form = null;
    own.dataset.then && !hurry() ? open(own.dataset.then, own.dataset.thenQuery) : sheet.close();
    return;
  }
  part('trial').classList.add('wrong');
  part('trial').textContent = said.message;
  if (said.late) setTimeout(() => { asked = attempt(); }, 1200); // what the other did is on the page by then
});

// What others do meanwhile may change what can be typed: the sheet is drawn again, and what was typed stays.
addEventListener('drawn', () => {
  if (form && sheet.open && !sending) open(sheet.dataset.name, sheet.dataset.query);
});
sheet?.addEventListener('close', () => { form = null; trying++; });

// A free square of the board begins to type its number.
felt?.addEventListener('click', (event) => {
  const square = event.target.closest('[data-number]');
  if (!square || !opener()) return;
  first = square.dataset.number;
  opener().click();
});

// On the board's stop of a keyboard's way, a letter or a digit begins to type.
felt?.addEventListener('keydown', (event) => {
  if (event.target !== felt || event.ctrlKey || event.metaKey || event.altKey || !/^[\p{L}\p{N}]$/u.test(event.key) || !opener()) return;
  event.preventDefault();
  first = event.key;
  opener().click();
});
