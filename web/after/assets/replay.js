// Moves through a game without reloading the page: slider, buttons, keys, and by itself. Without it the buttons are
// links.
const root = document.getElementById('replay');
const data = root.dataset;
const place = document.getElementById('moment');
const slider = document.getElementById('slider');
const run = document.getElementById('run');
const explained = document.getElementById('explained');
const say = document.getElementById('say');
const known = new Map(); // steps that were loaded
let step = Number(data.step);
let last = Number(data.last);
let turned = Number(data.turned);
let wanted = step;
let timer = 0;

known.set(key(step), Promise.resolve(place.innerHTML));
slider.hidden = false;
slider.style.setProperty('--steps', last);
run.hidden = false;

function key(n) { return `${n} ${turned}`; }

// load answers a step's html, from the server at most once. Of a game that goes on the last step may still change.
function load(n) {
  const k = key(n);
  if (!known.has(k)) {
    known.set(k, fetch(`/games/${data.game}/steps/${n}?turned=${turned}`).then((answer) => {
      if (!answer.ok) throw new Error(answer.status);
      if (data.finished !== 'true') {
        grow(Number(answer.headers.get('X-Steps')));
        if (n === last) known.delete(k);
      }
      return answer.text();
    }).catch((problem) => { known.delete(k); throw problem; }));
  }
  return known.get(k);
}

function grow(to) {
  if (!(to > last)) return;
  location.reload(); // another turn was played: the strip grows
}

async function go(n, quiet) {
  wanted = Math.min(Math.max(n, 0), last);
  slider.value = wanted;
  const mine = wanted;
  let html;
  try {
    html = await load(mine);
  } catch {
    stop();
    return; // the server is away: what is shown stays
  }
  if (mine !== wanted) return; // somebody was faster
  place.innerHTML = html;
  explain(null);
  step = mine;
  links();
  history.replaceState(null, '', `?step=${step}${turned ? `&turned=${turned}` : ''}`);
  if (!quiet) tell();
  for (const near of [step + 1, step - 1]) if (near >= 0 && near <= last) load(near).catch(() => {});
}

// tell says the step: its heading differs from every other one's.
function tell() {
  const heading = place.querySelector('.told h2 span').textContent;
  const deed = place.querySelector('.deed');
  say.textContent = `${heading}. ${deed ? deed.textContent : ''} (${step}/${last})`;
  slider.setAttribute('aria-valuetext', `${heading}. ${deed ? deed.textContent : ''}`);
}

function links() {
  for (const [id, n] of [['first', 0], ['back', step - 1], ['on', step + 1], ['end', last]]) {
    const link = document.getElementById(id);
    link.href = `?step=${Math.min(Math.max(n, 0), last)}${turned ? `&turned=${turned}` : ''}`;
    if ((id === 'first' || id === 'back') ? step === 0 : step === last) link.setAttribute('aria-disabled', 'true');
    else link.removeAttribute('aria-disabled');
  }
}

// explain says why the words are whose: those through a tapped stack, or the tapped word.
function explain(picks) {
  for (const stack of place.querySelectorAll('.picked')) stack.classList.remove('picked');
  const board = place.querySelector('.replay-board');
  const found = picks ? [...place.querySelectorAll('.whys li')].filter((why) => picks(why.dataset.cells.split(' '), why.dataset.cells)) : [];
  board.classList.toggle('pick', found.length > 0);
  explained.replaceChildren(...found.map((why) => Object.assign(document.createElement('p'), {textContent: why.textContent})));
  explained.hidden = found.length === 0;
  for (const why of found) for (const at of why.dataset.cells.split(' ')) place.querySelector(`[data-at="${at}"]`)?.classList.add('picked');
}

function stop() {
  clearInterval(timer);
  timer = 0;
  root.classList.remove('running');
  run.setAttribute('aria-label', data.play);
}

function toggle() {
  if (timer) {
    stop();
    return;
  }
  root.classList.add('running');
  run.setAttribute('aria-label', data.pause);
  if (step === last) go(0, true);
  timer = setInterval(() => {
    if (wanted >= last) stop();
    else go(wanted + 1, true);
  }, 1600);
}

slider.addEventListener('input', () => { stop(); go(Number(slider.value)); });
run.addEventListener('click', toggle);
for (const [id, to] of [['first', () => 0], ['back', () => wanted - 1], ['on', () => wanted + 1], ['end', () => last]]) {
  document.getElementById(id).addEventListener('click', (event) => {
    event.preventDefault();
    stop();
    go(to());
  });
}
place.addEventListener('click', (event) => {
  if (!event.target.closest('#turner')) return;
  event.preventDefault();
  turned = (turned + 1) % 4;
  go(step, true).then(() => place.querySelector('#turner').focus());
});
document.addEventListener('click', (event) => {
  const word = event.target.closest('.word-button');
  const stack = event.target.closest('.stack');
  if (word) explain((cells, all) => all === word.dataset.cells);
  else if (stack && !stack.classList.contains('picked')) explain((cells) => cells.includes(stack.dataset.at));
  else if (!event.target.closest('#explained')) explain(null);
});
document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input:not(#slider), textarea, select')) return;
  const moves = {ArrowLeft: () => go(wanted - 1), ArrowRight: () => go(wanted + 1), Home: () => go(0), End: () => go(last)};
  if (event.key === 'Escape') explain(null);
  if (event.key === ' ' && !event.target.closest('button, a')) {
    event.preventDefault();
    toggle();
  } else if (moves[event.key]) {
    event.preventDefault();
    stop();
    moves[event.key]();
  }
});
links();
