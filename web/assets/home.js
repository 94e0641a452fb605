// The first page gives way to the game as soon as somebody plays, or the host begins one.
const source = new EventSource(document.body.dataset.events);
for (const kind of ['snapshot', 'update']) {
  source.addEventListener(kind, (event) => {
    const state = JSON.parse(event.data);
    if (state.life === 'set_up' && !(state.events && state.players.length)) return;
    source.close();
    location.reload();
  });
}

// A game plays itself on the board meanwhile, over and over, unless somebody stops it or wants nothing to move.
const hero = document.getElementById('hero');
if (hero) {
  const [felt, button] = hero.children;
  const every = 1500; // milliseconds
  const rest = 4; // so many times that at the end
  let boards = [], at = -1, timer = 0;
  const show = () => {
    at = (at + 1) % (boards.length + rest);
    if (boards[at]) felt.innerHTML = boards[at];
  };
  const play = async (runs) => {
    clearInterval(timer);
    timer = 0;
    button.ariaLabel = runs ? button.dataset.pause : button.dataset.play;
    hero.classList.toggle('runs', runs);
    if (!runs) return;
    if (!boards.length) boards = await fetch('/boards').then((answer) => answer.json()).catch(() => []);
    clearInterval(timer);
    timer = setInterval(() => { if (!document.hidden) show(); }, every);
  };
  button.hidden = false;
  button.addEventListener('click', () => play(!timer));
  play(!matchMedia('(prefers-reduced-motion: reduce)').matches);
}
