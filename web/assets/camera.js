// Renews the camera's picture and what is seen in it, one after the other: a slow network gets fewer, never a queue.
const base = `/t/${document.body.dataset.table}/camera`;
const picture = document.getElementById('picture');
const seen = document.getElementById('seen');
const none = document.getElementById('nopicture');

async function renew() {
  if (document.visibilityState === 'visible') {
    try {
      const answer = await fetch(`${base}/seen`);
      if (answer.ok) {
        const next = new Image();
        next.src = `${base}/picture.jpg?at=${Date.now()}`;
        await next.decode();
        picture.src = next.src;
        seen.innerHTML = await answer.text();
      }
      picture.hidden = !answer.ok;
      seen.hidden = !answer.ok;
      none.hidden = answer.ok;
    } catch { none.hidden = false; }
  }
  setTimeout(renew, 1000);
}
setTimeout(renew, 1000);
