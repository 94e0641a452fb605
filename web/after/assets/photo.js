// Sends a photo to be read, shows what was read over it, and counts again when somebody says who went out.
const form = document.getElementById('photo');
const file = document.getElementById('file');
const status = document.getElementById('status');
const shot = document.getElementById('shot');
const picture = document.getElementById('picture');
const seen = document.getElementById('seen');
const answer = document.getElementById('answer');
let read = null; // what the API answered
const whole = document.getElementById('whole');
const zoom = document.getElementById('zoom');
let part = null; // of the photo: where the tiles lie
let busy = 0;
form.hidden = false;

file.addEventListener('change', async () => {
  const photo = file.files[0];
  if (!photo) return;
  const mine = ++busy;
  read = null;
  answer.textContent = '';
  seen.textContent = '';
  part = null;
  zoom.hidden = true;
  zoom.setAttribute('aria-pressed', 'false');
  place();
  status.textContent = form.dataset.reading;
  document.body.classList.add('reading');
  await show(photo);
  try {
    const parts = new FormData();
    parts.append('photo', photo);
    const reply = await fetch('/api/photos', {method: 'POST', body: parts});
    const result = await reply.json();
    if (mine !== busy) return;
    read = result;
    await count();
    status.textContent = '';
  } catch {
    if (mine === busy) status.textContent = form.dataset.failed;
  }
  if (mine !== busy) return;
  document.body.classList.remove('reading');
  document.getElementById('choose-text').textContent = form.dataset.again;
  file.value = '';
});

// show puts the photo on the page. Some phones' formats cannot be shown; they can be read all the same.
async function show(photo) {
  URL.revokeObjectURL(picture.src);
  picture.src = URL.createObjectURL(photo);
  shot.hidden = false;
  try {
    await picture.decode();
  } catch {
    shot.hidden = true;
  }
}

// place shows the part of the photo with the tiles, or all of it.
function place() {
  const [x, y, wide, high] = part && zoom.getAttribute('aria-pressed') === 'false' && picture.naturalWidth ? part : [0, 0, 1, 0];
  const all = high ? picture.naturalWidth / wide : 1;
  shot.style.aspectRatio = high ? `${wide} / ${high}` : 'auto';
  whole.style.width = `${100 * all}%`;
  whole.style.marginLeft = high ? `${-100 * x / wide}%` : '0';
  whole.style.marginTop = high ? `${-100 * y / wide}%` : '0';
}

zoom.addEventListener('click', () => {
  zoom.setAttribute('aria-pressed', String(zoom.getAttribute('aria-pressed') === 'false'));
  place();
});

// count asks for the score, with what people say.
async function count() {
  const said = document.getElementById('count');
  const body = {result: read, width: picture.naturalWidth || 0, height: picture.naturalHeight || 0, out: '', banked: {}};
  if (said) {
    const values = new FormData(said);
    body.out = values.get('out') || '';
    for (const [name, value] of values) if (name.startsWith('banked-') && value !== '') body.banked[name.slice(7)] = Number(value);
  }
  const reply = await fetch('/photo/result', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
  if (!reply.ok) throw new Error(reply.status);
  const focused = document.activeElement && document.activeElement.name && answer.contains(document.activeElement)
    ? [document.activeElement.name, document.activeElement.value] : null;
  answer.innerHTML = await reply.text();
  const overlay = document.getElementById('overlay');
  seen.textContent = '';
  if (overlay) {
    seen.append(overlay.content.cloneNode(true));
    part = overlay.dataset.crop.split(' ').map(Number);
    zoom.hidden = !(part[2] < picture.naturalWidth * 0.9);
    place();
  }
  if (focused) {
    const same = [...answer.querySelectorAll(`[name="${focused[0]}"]`)];
    (same.find((input) => input.value === focused[1]) || same[0])?.focus();
  }
}

answer.addEventListener('change', () => { count().catch(() => { status.textContent = form.dataset.failed; }); });
answer.addEventListener('submit', (event) => event.preventDefault());
