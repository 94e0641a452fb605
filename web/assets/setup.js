// The order of the players' rows is that of their turns. What is rarely changed says in a line what was changed, and the names of the last time
// that a game was begun here are a tap away.
import {kept} from './kept.js';
const rows = document.getElementById('rows');
for (const button of rows.querySelectorAll('.up')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const row = button.closest('li');
    const above = row.previousElementSibling ?? rows.lastElementChild;
    if (above === row.previousElementSibling) rows.insertBefore(row, above);
    else rows.append(row);
    button.focus();
  });
}
const plays = (row) => row.querySelector('[type=checkbox]');
const field = (row) => row.querySelector('.name');
const show = (row) => {
  row.classList.toggle('out', !plays(row).checked);
  row.querySelector('[type=radio]').disabled = !plays(row).checked;
};
for (const row of rows.children) {
  plays(row).addEventListener('change', () => show(row));
  field(row).addEventListener('input', () => { if (field(row).value) { plays(row).checked = true; show(row); } });
  show(row);
}

const form = rows.closest('form'), again = document.getElementById('again');
const seats = () => [...rows.children].map((row) => ({color: row.querySelector('[name=seat]').value, name: field(row).value.trim(), plays: plays(row).checked}));
const last = kept.list('seats');
const names = last.filter((seat) => seat.plays && seat.name).map((seat) => seat.name);
if (names.length && !seats().some((seat) => seat.name)) {
  again.textContent = again.dataset.says.replace('{names}', names.join(', '));
  again.hidden = false;
  again.addEventListener('click', () => {
    for (const seat of last) {
      const row = [...rows.children].find((r) => r.querySelector('[name=seat]').value === seat.color);
      if (!row) continue;
      [field(row).value, plays(row).checked] = [seat.name, seat.plays];
      rows.append(row);
      show(row);
    }
    again.hidden = true;
  });
}
form.addEventListener('submit', (event) => {
  if (!event.submitter?.formAction.endsWith('choices')) kept.set('seats', JSON.stringify(seats()));
});

const more = document.getElementById('more'), usual = more.querySelector('summary small');
const says = (control) => {
  if (control.type === 'checkbox') return control.checked === control.defaultChecked ? '' : control.labels[0].textContent;
  if (control.type === 'file') return control.files[0]?.name ?? '';
  const [was, now] = control.options ? [[...control.options].findIndex((o) => o.defaultSelected), control.selectedIndex] : [control.defaultValue, control.value];
  if (control.options ? now === Math.max(was, 0) : now === was) return '';
  return control.options ? control.options[now].text : `${control.labels[0].textContent} ${now}`;
};
more.addEventListener('change', () => {
  const changed = [...more.querySelectorAll('input:not([type=hidden]), select')].map(says).filter(Boolean);
  usual.textContent = changed.join(' · ') || usual.dataset.usual;
});

// A list of the table's own goes to the server at once, and a bar shows how far it is. Then it is chosen: the form need not send it again.
const own = form.querySelector('[name=own]'), lists = form.elements.wordlist, taking = document.getElementById('taking');
const note = (text, bar) => {
  taking.hidden = false;
  taking.replaceChildren(text, ...(bar ? [bar] : []));
};
own?.addEventListener('change', () => {
  const file = own.files[0];
  if (!file) return;
  own.value = '';
  if (file.size > own.dataset.most) return note(own.dataset.large);
  const bar = document.createElement('progress'), request = new XMLHttpRequest();
  bar.max = file.size;
  const begin = form.querySelector('.begin button');
  begin.disabled = true;
  bar.setAttribute('aria-label', taking.dataset.sending);
  note(taking.dataset.sending, bar);
  request.upload.addEventListener('progress', (event) => { bar.value = event.loaded; });
  request.upload.addEventListener('load', () => {
    bar.removeAttribute('value');
    note(taking.dataset.reading, bar);
  });
  request.addEventListener('loadend', () => {
    begin.disabled = false;
    const said = JSON.parse(request.responseText || 'null');
    if (request.status !== 200) return note(said?.error.message ?? taking.dataset.failed);
    taking.closest('fieldset').querySelector('details').hidden = true; // of the list before
    const number = new Intl.NumberFormat(document.documentElement.lang), {name, words, skipped} = said.judges;
    note([taking.dataset.taken.replace('{name}', name).replace('{n}', number.format(words)), skipped ? taking.dataset.without.replace('{n}', number.format(skipped)) : ''].join(' '));
    const option = lists.querySelector('[value=own]') ?? lists.appendChild(new Option('', 'own'));
    option.text = said.own;
    option.selected = true;
    lists.dispatchEvent(new Event('change', {bubbles: true}));
  });
  request.open('PUT', `/api/tables/${document.body.dataset.table}/words?name=${encodeURIComponent(file.name)}`);
  request.send(file);
});
