// Moves players in the order of their turns, and numbers nothing: the order of the rows is the order.
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
for (const row of rows.children) {
  const plays = row.querySelector('[type=checkbox]');
  const show = () => {
    row.classList.toggle('out', !plays.checked);
    row.querySelector('[type=radio]').disabled = !plays.checked;
  };
  plays.addEventListener('change', show);
  row.querySelector('.name').addEventListener('input', (event) => { if (event.target.value) { plays.checked = true; show(); } });
  show();
}
