// The order of the players' rows is that of their turns. What is rarely changed says in a line what was changed, and the names of the last time
// that a game was begun here are a tap away.
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
const last = JSON.parse(localStorage.getItem('tilewatch-seats') ?? '[]');
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
  if (!event.submitter?.formAction.endsWith('choices')) localStorage.setItem('tilewatch-seats', JSON.stringify(seats()));
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
