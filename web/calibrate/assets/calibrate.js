// Shows what the camera sees, what is wanted next, and what was found.
const texts = JSON.parse(document.getElementById("texts").textContent);
const el = id => document.getElementById(id);
const say = (key, values = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, k) => {
  const v = values[k];
  return typeof v === "number" ? v.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2 }) : v ?? "";
});
const day = date => new Date(date + "T12:00").toLocaleDateString(document.documentElement.lang, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
let problem = "", shown = "";

async function ask(values) {
  const body = new URLSearchParams(values);
  try {
    const answer = await fetch("/calibrate/do", { method: "POST", body });
    const told = await answer.json();
    problem = told.problem || "";
    if (!problem) show(told);
    else el("message").textContent = problem, el("message").className = "bad";
  } catch {
    problem = texts.lost;
  }
}

function show(s) {
  for (const card of document.querySelectorAll("[data-step]")) {
    const step = card.dataset.step, on = s.step === step;
    card.classList.toggle("on", on);
    for (const b of card.querySelectorAll("button")) {
      const what = b.dataset.do;
      b.hidden = what === "start" ? on : what === "save" ? !(on && s.can_save && !s.saved) : what === "drop" ? !s.known["found_" + step] : !on;
      b.disabled = s.busy || (what === "start" && !s.camera);
    }
    const known = { camera: s.known.camera && say("known", { day: day(s.known.camera) }), table: s.known.table && texts["known.yes"], tiles: s.known.tiles && texts["known.yes"] }[step];
    const found = s.known["found_" + step];
    card.querySelector(".known").textContent = known || (found ? say("found", { day: day(found) }) : texts["known.no"]);
  }
  const form = el("size");
  if (!form.contains(document.activeElement)) {
    form.square.value = s.square_mm;
    form.thick.value = s.thick_mm;
  }
  message(s);
  el("bar").hidden = s.step !== "camera";
  el("bar").setAttribute("aria-valuenow", Math.round(100 * s.progress));
  el("bar").firstElementChild.style.width = 100 * s.progress + "%";
  el("count").textContent = s.step === "camera" ? say("views", { n: s.views }) : s.score ? say("score", { score: s.score }) : "";
  marks(s);
}

// message is the next step, or the result. It is written only when it changes: it is read aloud.
function message(s) {
  const lines = [];
  let kind = "";
  if (problem) { lines.push(problem); kind = "bad"; }
  else if (s.busy) lines.push(texts.busy);
  else if (s.saved) { lines.push(texts.saved); kind = "good"; }
  else {
    if (s.step && s.wish) lines.push(say("wish." + s.wish));
    for (const one of s.says || []) lines.push(texts["say." + one.key] ? say("say." + one.key, one.values) : one.text);
    if (s.can_save) kind = "good";
  }
  const now = kind + lines.join("\n");
  if (now === shown) return;
  shown = now;
  el("message").className = kind;
  el("message").replaceChildren(...lines.map(text => Object.assign(document.createElement("span"), { textContent: text })));
}

const NS = "http://www.w3.org/2000/svg";
function shape(name, attributes) {
  const e = document.createElementNS(NS, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
}

function marks(s) {
  const svg = el("marks");
  if (!s.Width) { svg.replaceChildren(); return; }
  svg.setAttribute("viewBox", `0 0 ${s.Width} ${s.Height}`);
  const all = [];
  const w = s.Width / 8, h = s.Height / 8;
  (s.step === "camera" && s.cells || []).forEach((n, i) => { if (n) all.push(shape("rect", { class: "cell", x: (i % 8) * w, y: Math.floor(i / 8) * h, width: w, height: h })); });
  for (const [x, y] of s.corners || []) all.push(shape("circle", { class: "corner", cx: x, cy: y, r: s.Width / 260 }));
  for (const q of s.quads || []) all.push(shape("polygon", { class: "quad", points: q.map(p => p.join(",")).join(" ") }));
  svg.replaceChildren(...all);
}

async function look() {
  try {
    const s = await (await fetch("/calibrate/state")).json();
    if (problem === texts.lost) problem = "";
    show(s);
    el("none").hidden = Boolean(s.camera);
    const img = el("picture");
    if (s.camera) {
      const r = await fetch("/calibrate/picture.jpg");
      if (r.ok) {
        const url = URL.createObjectURL(await r.blob()), old = img.src;
        img.src = url;
        if (old) URL.revokeObjectURL(old);
      }
      img.hidden = !r.ok && !img.src;
    } else img.hidden = true;
  } catch {
    problem = texts.lost;
    el("message").textContent = problem;
    el("message").className = "bad";
  }
  setTimeout(look, document.hidden ? 2000 : 200);
}

document.addEventListener("click", e => {
  const what = e.target.closest("[data-do]");
  if (!what) return;
  problem = "";
  if (what.dataset.do === "start") scrollTo({ top: 0 }); // where the picture is, and now this step too
  ask({ do: what.dataset.do, step: what.closest("[data-step]").dataset.step });
});
el("size").addEventListener("submit", e => {
  e.preventDefault();
  problem = "";
  ask({ do: "board", square: e.target.square.value, thick: e.target.thick.value });
});
look();
