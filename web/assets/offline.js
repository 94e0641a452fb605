// Asks for the server, ever more slowly, and opens the page that was wanted as soon as it answers.
let wait = 1000;
async function ask() {
  try {
    const answer = await fetch('/healthz', {cache: 'no-store'});
    if (answer.ok) return location.reload();
  } catch { /* still away */ }
  wait = Math.min(wait * 1.5, 15000);
  setTimeout(ask, wait);
}
setTimeout(ask, wait);
addEventListener('online', ask);
