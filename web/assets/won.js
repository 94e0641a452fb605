// Cheers once for a game that has been won: the crown lands, tiles fall, and the winner's points count up. Without motion all is there at once.
const quiet = matchMedia('(prefers-reduced-motion: reduce)');
const takes = 1800; // milliseconds to count, whatever the points
const lasts = 4500;

let cheered = '';
function cheer() {
  const field = document.querySelector('[data-won]'), points = field?.querySelector('[data-count]');
  const won = points ? `${field.dataset.won} ${points.dataset.count}` : '';
  if (won === cheered) return;
  cheered = won;
  if (!won || quiet.matches) return;
  document.body.classList.add('cheer');
  setTimeout(() => document.body.classList.remove('cheer'), lasts);
  const all = Number(points.dataset.count), begun = performance.now();
  requestAnimationFrame(function count(now) {
    const part = Math.min(1, Math.max(0, now - begun) / takes);
    points.textContent = Math.round(all * (1 - (1 - part) ** 3));
    if (part < 1) requestAnimationFrame(count);
  });
}
addEventListener('applied', cheer);
cheer();
