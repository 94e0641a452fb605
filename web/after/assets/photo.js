// Sends photos of a table to be read, shows what was read over them, and counts again with every correction. The server remembers
// nothing: each request carries the readings and what people have said so far.
const by = (id) => document.getElementById(id);
const form = by('photo'), file = by('file'), further = by('further'), status = by('status'), answer = by('answer'), sheet = by('sheet');
let photos = []; // {result, figure, image, part}
let fixes = []; // what people said is wrong, oldest first
let walking = false; // from one doubtful tile to the next
let busy = 0;
form.hidden = false;
by('examples').hidden = false;

for (const input of [file, further]) {
  input.addEventListener('change', () => { take([...input.files], input === further); input.value = ''; });
}
document.addEventListener('paste', (event) => take([...event.clipboardData.files], photos.length > 0));
document.addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('dragging'); });
document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('dragging'); });
document.addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('dragging');
  take([...event.dataTransfer.files], false);
});

// take reads photos one after the other: of a new table, or more of the one that is shown.
async function take(files, more) {
  files = files.filter((one) => one.type.startsWith('image/') || one.type === '');
  if (!files.length) return;
  const mine = ++busy;
  if (!more) begin();
  by('examples').hidden = true;
  form.classList.remove('nothing');
  status.textContent = form.dataset.reading;
  document.body.classList.add('reading');
  try {
    for (const one of files) {
      const photo = await show(one);
      photo.result = await read(one);
      // What the browser shows and the server does not know, the browser saves as a JPEG.
      if (photo.result.error?.kind && photo.image.naturalWidth) photo.result = await read(await asJPEG(photo.image));
      if (mine !== busy) return;
      photos.push(photo);
      await count();
    }
    status.textContent = '';
  } catch {
    if (mine === busy) status.textContent = form.dataset.failed;
  }
  if (mine !== busy) return;
  document.body.classList.remove('reading');
  by('choose-text').textContent = form.dataset.again;
  by('adding').hidden = !by('count');
}

async function read(one) {
  const parts = new FormData();
  parts.append('photo', one);
  const reply = await fetch('/api/photos', {method: 'POST', body: parts});
  return reply.json();
}

function asJPEG(image) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return new Promise((done) => { canvas.toBlob((blob) => done(new File([blob], 'photo.jpg')), 'image/jpeg', 0.95); });
}

// begin forgets the table that was shown.
function begin() {
  for (const {image} of photos) URL.revokeObjectURL(image.src);
  photos = [];
  fixes = [];
  walking = false;
  answer.textContent = '';
  by('shots').textContent = '';
  by('adding').hidden = true;
}

// show puts the photo on the page. Some phones' formats cannot be shown; they can be read all the same.
async function show(one) {
  const figure = by('shot').content.firstElementChild.cloneNode(true);
  const image = figure.querySelector('img');
  const photo = {result: null, figure, image, part: null};
  image.src = URL.createObjectURL(one);
  by('shots').append(figure);
  figure.querySelector('.zoom').addEventListener('click', (event) => {
    const pressed = event.currentTarget.getAttribute('aria-pressed') === 'false';
    event.currentTarget.setAttribute('aria-pressed', String(pressed));
    place(photo);
  });
  try {
    await image.decode();
  } catch {
    figure.hidden = true;
  }
  return photo;
}

// place shows the part of the photo with the tiles, or all of it.
function place({figure, image, part}) {
  const near = figure.querySelector('.zoom').getAttribute('aria-pressed') === 'false';
  const [x, y, wide, high] = part && near && image.naturalWidth ? part : [0, 0, 1, 0];
  const whole = figure.querySelector('.whole');
  figure.style.aspectRatio = high ? `${wide} / ${high}` : 'auto';
  whole.style.width = `${100 * (high ? image.naturalWidth / wide : 1)}%`;
  whole.style.marginLeft = high ? `${-100 * x / wide}%` : '0';
  whole.style.marginTop = high ? `${-100 * y / wide}%` : '0';
}

// said is all that the server needs to count.
function said(at = '') {
  const [first, ...more] = photos.map(({result, image}) => ({result, width: image.naturalWidth || 0, height: image.naturalHeight || 0}));
  const body = {...first, more, out: '', fixes, at};
  const told = by('count');
  if (told) body.out = new FormData(told).get('out') || '';
  return {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)};
}

// count asks for the score, with what people say.
async function count() {
  const reply = await fetch('/photo/result', said());
  if (!reply.ok) throw new Error(reply.status);
  const focused = document.activeElement && answer.contains(document.activeElement) ? document.activeElement : null;
  const missing = by('missing')?.getAttribute('aria-pressed') === 'true';
  answer.innerHTML = await reply.text();
  for (const overlay of answer.querySelectorAll('template.overlay')) {
    const photo = photos[Number(overlay.dataset.view)];
    photo.figure.querySelector('.seen-tiles').replaceChildren(overlay.content.cloneNode(true));
    photo.part = overlay.dataset.crop.split(' ').map(Number);
    photo.figure.querySelector('.zoom').hidden = !(photo.part[2] < photo.image.naturalWidth * 0.9);
    place(photo);
  }
  for (const canvas of answer.querySelectorAll('.ask canvas')) cut(canvas);
  reach();
  if (missing) offer(true);
  if (focused?.name) {
    const same = [...answer.querySelectorAll(`[name="${focused.name}"]`)];
    (same.find((input) => input.value === focused.value) || same[0])?.focus();
  } else if (focused?.id) by(focused.id)?.focus();
}

// cut draws a question's part of its photo; one that cannot be shown has none.
function cut(canvas) {
  const {image} = photos[Number(canvas.dataset.view)], [x, y, wide, high] = canvas.dataset.crop.split(' ').map(Number);
  canvas.hidden = !image.naturalWidth;
  canvas.width = 440;
  canvas.height = Math.round(440 * high / wide);
  if (!canvas.hidden) canvas.getContext('2d').drawImage(image, x, y, wide, high, 0, 0, canvas.width, canvas.height);
}

// reach lets the keyboard into the board, too.
function reach() {
  for (const stack of answer.querySelectorAll('.photo-board [data-at]')) {
    stack.setAttribute('tabindex', '0');
    stack.setAttribute('role', 'button');
    stack.setAttribute('aria-label', stack.textContent.trim());
  }
  answer.querySelector('.photo-board svg')?.setAttribute('role', 'group');
}

// offer shows, or hides, a plus at every empty place beside a tile.
function offer(on) {
  const box = answer.querySelector('.photo-board'), board = box.querySelector('svg.board');
  by('missing').setAttribute('aria-pressed', String(on));
  board.querySelectorAll('.plus').forEach((plus) => plus.remove());
  if (!on) return;
  const [top, left] = board.dataset.frame.split(' ').map(Number);
  for (const at of box.dataset.missing.split(' ').filter(Boolean)) {
    const [row, col] = at.split(',').map(Number);
    const plus = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    plus.setAttribute('class', 'plus');
    plus.dataset.at = at;
    plus.setAttribute('transform', `translate(${(col - left) * 100 + 50} ${(row - top) * 100 + 80})`);
    plus.innerHTML = '<rect x="-42" y="-42" width="84" height="84" rx="14"/><path d="M-18 0h36M0-18v36"/>';
    board.append(plus);
  }
}

// open shows a sheet over the page.
async function open(name, at = '') {
  const reply = await fetch(`/photo/sheet/${name}`, said(at));
  if (!reply.ok) return;
  sheet.innerHTML = await reply.text();
  sheet.dataset.at = at;
  const crop = cropOf(at);
  if (crop) sheet.querySelector('.nosaw')?.replaceWith(crop);
  sheet.classList.toggle('no-picture', !crop);
  sheet.classList.toggle('new-tile', !sheet.querySelector('[data-command*=right]'));
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

// cropOf cuts the tile out of the photo that shows it; null where none does.
function cropOf(at) {
  const shown = photos.find(({figure, image}) => image.naturalWidth && figure.querySelector(`.seen-tiles [data-at="${at}"]`));
  if (!at || !shown) return null;
  const points = shown.figure.querySelector(`.seen-tiles [data-at="${at}"] .line`).getAttribute('points').split(' ').map((p) => p.split(',').map(Number));
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  const side = 1.5 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const x = (Math.max(...xs) + Math.min(...xs) - side) / 2, y = (Math.max(...ys) + Math.min(...ys) - side) / 2;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 264;
  canvas.className = 'cut';
  canvas.getContext('2d').drawImage(shown.image, x, y, side, side, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// fix takes what a tile's sheet says, and goes on to the next doubtful tile if the user is being taken through them.
async function fix(button) {
  const {type, ...told} = JSON.parse(button.dataset.command);
  if ('withBlank' in button.dataset) told.blank = Boolean(sheet.querySelector('[data-blank]')?.checked);
  const fresh = sheet.open && sheet.classList.contains('new-tile');
  fixes.push(told);
  try {
    await count();
  } catch {
    fixes.pop();
    status.textContent = form.dataset.failed;
    return;
  }
  if (fresh) return open('cell', sheet.dataset.at); // its color and height may be others
  sheet.close();
  const left = doubtful();
  if (walking && left.length) return open('cell', left[0]);
  if (walking) status.textContent = form.dataset.checked;
  walking = false;
}

const doubtful = () => (by('certain')?.dataset.check || '').split(' ').filter(Boolean);

async function keep() {
  const reply = await fetch('/photo/keep', said());
  if (!reply.ok) { status.textContent = form.dataset.failed; return; }
  location.href = (await reply.json()).url;
}

function tapped(event) {
  const on = (selector) => event.target.closest(selector);
  const field = on('[data-field]');
  if (field) return answer.querySelector(`[name="${field.dataset.field}"]`).focus();
  const command = on('[data-command]'), opener = on('[data-sheet]'), tile = on('.photo-board [data-at], .seen-tiles [data-at]');
  if (command) return fix(command);
  if (opener) return open(opener.dataset.sheet, new URLSearchParams(opener.dataset.query).get('at') ?? '');
  if (on('[data-close]') || event.target === sheet) { walking = false; return sheet.close(); }
  if (on('#check')) { walking = true; return open('cell', doubtful()[0]); }
  if (on('#missing')) return offer(by('missing').getAttribute('aria-pressed') === 'false');
  if (on('#keep')) return keep();
  if (tile) return open('cell', tile.dataset.at);
}

document.addEventListener('click', tapped);
document.addEventListener('keydown', (event) => {
  if ((event.key === 'Enter' || event.key === ' ') && event.target.closest?.('.photo-board [data-at]')) {
    event.preventDefault();
    tapped(event);
  }
});
answer.addEventListener('change', ({target}) => {
  if (target.name.startsWith('banked-')) {
    if (target.value === '') return;
    fixes.push({bank: target.name.slice(7), tiles: Number(target.value)});
  }
  count().catch(() => { status.textContent = form.dataset.failed; });
});
answer.addEventListener('submit', (event) => event.preventDefault());
