// What this browser keeps from one visit to the next. One that keeps nothing, as with all cookies blocked, is as good a player's.
const use = (act) => { try { return act(localStorage); } catch { return null; } };
const here = new Map(); // for as long as the page is open
export const kept = {
  get: (name) => use((store) => store.getItem(`tilewatch-${name}`)) ?? here.get(name) ?? null,
  set: (name, value) => { here.set(name, value); use((store) => store.setItem(`tilewatch-${name}`, value)); },
  list: (name) => {
    try { const list = JSON.parse(kept.get(name)); return Array.isArray(list) ? list : []; } catch { return []; }
  },
};
