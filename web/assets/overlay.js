// Makes the overlay's address of what is chosen, and shows what it shows, as large as the page allows.
const form = document.getElementById('overlay');
const address = document.getElementById('address');
const copy = document.getElementById('copy');
const preview = document.getElementById('preview');

form.addEventListener('change', () => {
  const chosen = new FormData(form), query = [];
  const parts = chosen.getAll('part'), all = form.querySelectorAll('[name=part]').length;
  if (parts.length && parts.length < all) query.push(`part=${parts.join(',')}`);
  query.push(`theme=${chosen.get('theme')}`);
  if (chosen.get('scale')) query.push(`scale=${chosen.get('scale')}`);
  address.value = `${form.dataset.address}?${query.join('&')}`;
  preview.src = address.value;
});

copy.addEventListener('click', async () => {
  const label = copy.textContent;
  address.select();
  // Plain http gives pages no clipboard of their own: what is selected can be copied all the same.
  if (navigator.clipboard) await navigator.clipboard.writeText(address.value).catch(() => document.execCommand('copy'));
  else document.execCommand('copy');
  copy.textContent = copy.dataset.done;
  setTimeout(() => { copy.textContent = label; }, 2000);
});

new ResizeObserver(([box]) => { preview.style.transform = `scale(${box.contentRect.width / 1920})`; }).observe(preview.parentElement);
