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
