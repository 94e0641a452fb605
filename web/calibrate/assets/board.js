// Shows the board at its true size: a bank card (ISO 7810 ID-1) is 85.60 x 53.98 mm everywhere in the world.
const texts = JSON.parse(document.getElementById("texts").textContent);
const el = id => document.getElementById(id);
const CARD = [85.6, 53.98];
const columns = Number(document.body.dataset.columns) + 1, rows = Number(document.body.dataset.rows) + 1;
const store = { get: () => { try { return localStorage.getItem("px-per-mm"); } catch { return null; } }, set: v => { try { localStorage.setItem("px-per-mm", v); } catch { /* private mode */ } } };

el("scale").value = store.get() || (matchMedia("(pointer:coarse)").matches ? 6 : 3.78);
function fit() {
  const px = Number(el("scale").value); // CSS pixels a millimetre
  // A phone held upright has no room for a card across: then it lies along.
  const along = CARD[0] * px > innerWidth - 32;
  el("card").style.width = (along ? CARD[1] : CARD[0]) * px + "px";
  el("card").style.height = (along ? CARD[0] : CARD[1]) * px + "px";
}
el("scale").oninput = fit;
addEventListener("resize", () => { fit(); if (!el("board").hidden) draw(); });
fit();

// draw makes squares of whole device pixels, as large as the screen takes, and tells the server how large they are.
function draw() {
  const px = Number(el("scale").value), dpr = devicePixelRatio || 1;
  const upright = innerHeight > innerWidth;
  const across = upright ? rows : columns, down = upright ? columns : rows;
  const side = Math.floor(Math.min(innerWidth * dpr / (across + 0.6), innerHeight * dpr / (down + 1)));
  const canvas = el("squares");
  canvas.width = across * side;
  canvas.height = down * side;
  canvas.style.width = canvas.width / dpr + "px";
  canvas.style.height = canvas.height / dpr + "px";
  const g = canvas.getContext("2d");
  g.fillStyle = "#fff";
  g.fillRect(0, 0, canvas.width, canvas.height);
  g.fillStyle = "#000";
  for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) if ((x + y) % 2 === 0) g.fillRect(x * side, y * side, side, side);
  const mm = side / dpr / px;
  el("told").textContent = texts["show.told"].replace("{mm}", mm.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 })) + " " + texts["show.back"];
  fetch("/calibrate/do", { method: "POST", body: new URLSearchParams({ do: "board", square: mm.toFixed(3), thick: "-" }) }).catch(() => {});
}

el("go").onclick = async () => {
  store.set(el("scale").value);
  el("match").hidden = true;
  el("board").hidden = false;
  try { await document.documentElement.requestFullscreen?.(); } catch { /* it works without */ }
  try { await navigator.wakeLock?.request("screen"); } catch { /* the screen may go dark */ }
  draw();
};
el("board").onclick = () => {
  el("match").hidden = false;
  el("board").hidden = true;
  if (document.fullscreenElement) document.exitFullscreen();
};
