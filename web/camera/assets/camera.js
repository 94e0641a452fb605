// Sends the camera's pictures, as many as the network takes: never more than two are under way.
const texts = JSON.parse(document.getElementById("texts").textContent);
const el = id => document.getElementById(id);
const say = (key, values = {}, kind = "bad") => {
  el("state").textContent = (texts[key] || key).replace(/\{(\w+)\}/g, (_, k) => values[k] ?? "");
  el("state").className = kind;
};

const SIZES = [1920, 1280, 960, 640]; // longest side of what is sent
const UNDER_WAY = 2;
const state = {
  wanted: false, stream: null, socket: null, posting: false, everOpen: false, failures: 0, take: false,
  pending: 0, every: 66, last: 0, size: 1, quality: 0.8, slow: 0, quick: 0, sent: [], shape: "", sending: false, lock: null,
};
const canvas = document.createElement("canvas");
const id = [...crypto.getRandomValues(new Uint8Array(12))].map(b => b.toString(16).padStart(2, "0")).join("");

function phoneName() {
  const given = new URLSearchParams(location.search).get("name");
  const [kind] = /iPhone|iPad|Android/.exec(navigator.userAgent) || ["computer"];
  return given || texts["device." + kind.toLowerCase()] || kind;
}

function buttons() {
  el("start").hidden = state.wanted;
  el("stop").hidden = !state.wanted;
  document.querySelector(".view").hidden = !state.stream;
}

async function start(take) {
  state.wanted = true;
  state.take = take;
  el("take").hidden = true;
  buttons();
  if (await openCamera()) connect();
}

function stop() {
  state.wanted = false;
  state.stream?.getTracks().forEach(t => t.stop());
  state.stream = null;
  hangUp();
  if (state.posting) navigator.sendBeacon("/camera/leave?id=" + id);
  state.lock?.release().catch(() => {});
  el("state").textContent = el("seen").textContent = "";
  held("");
  buttons();
}

function hangUp() {
  const socket = state.socket;
  state.socket = null;
  state.pending = 0;
  socket?.close();
}

async function openCamera() {
  say("starting", {}, "");
  try {
    state.stream = await navigator.mediaDevices.getUserMedia({
      audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } },
    });
  } catch (e) {
    say(e.name === "NotAllowedError" || e.name === "SecurityError" ? "denied" : "nocamera");
    state.wanted = false;
    buttons();
    return false;
  }
  const video = el("video");
  video.srcObject = state.stream;
  await video.play().catch(() => {});
  for (const track of state.stream.getVideoTracks()) track.addEventListener("ended", cameraGone);
  buttons();
  keepAwake();
  tick();
  return true;
}

// cameraGone: another program took the camera, or it was unplugged. It is asked for again until it is back.
async function cameraGone() {
  state.stream = null;
  while (state.wanted && !state.stream) {
    say("nocamera");
    await new Promise(done => setTimeout(done, 2000));
    if (!state.wanted) return;
    if (!await openCamera()) state.wanted = true;
  }
  buttons();
}

async function keepAwake() {
  try { state.lock = await navigator.wakeLock?.request("screen"); } catch { /* it may be refused; the page works without */ }
}

function connect() {
  if (!state.wanted || state.socket || state.posting) return;
  const socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/camera/socket?lang=" + document.documentElement.lang);
  state.socket = socket;
  state.pending = 0;
  socket.ready = false;
  socket.onopen = () => {
    state.everOpen = true;
    state.failures = 0;
    socket.send(JSON.stringify({ name: phoneName(), take: state.take }));
  };
  socket.onmessage = e => hear(JSON.parse(e.data), socket);
  socket.onclose = () => {
    if (state.socket !== socket) return;
    state.socket = null;
    if (!state.wanted) return;
    state.failures++;
    if (!state.everOpen && state.failures >= 3) { // no WebSocket comes through here: pictures are posted
      state.posting = true;
      return;
    }
    say("away");
    const wait = Math.min(10000, 500 * 2 ** Math.min(state.failures, 5)) * (0.7 + 0.6 * Math.random());
    setTimeout(connect, wait);
  };
}

function hear(m, socket) {
  switch (m.type) {
    case "ready":
      socket.ready = true;
      state.take = true; // a phone that was the camera comes back as it
      state.every = m.every_ms || 66;
      say("waiting", {}, "");
      break;
    case "ack":
      acknowledged();
      held(m.read || "");
      break;
    case "busy":
      busy(m);
      break;
    case "replaced":
      stop();
      say("replaced");
      el("take").hidden = false;
      break;
    case "bad":
      state.pending = Math.max(0, state.pending - 1);
      say("bad", { why: m.message });
  }
}

// held says why nothing is read; a sentence that stays is not announced again.
function held(why) {
  if (el("held").textContent !== why) el("held").textContent = why;
}

// outline draws over the live picture what the table's camera page shows: each stack, and what keeps it from being read. A turned phone's
// picture is of another shape until it is read.
async function outline() {
  const seen = el("seen"), from = seen.dataset.from;
  if (!from || !state.stream || document.hidden || state.asking) return;
  state.asking = true;
  try {
    const answer = await fetch(from);
    seen.innerHTML = answer.ok && state.stream ? await answer.text() : "";
    const box = seen.querySelector("svg")?.viewBox.baseVal;
    seen.hidden = !box || box.width > box.height !== canvas.width > canvas.height;
  } catch { seen.textContent = ""; }
  state.asking = false;
}

function busy(m) {
  stop();
  say("busy", { name: m.name });
  el("take").hidden = false;
  el("start").hidden = true;
}

// acknowledged measures how long a picture took, and fits size and quality to the network.
function acknowledged() {
  state.pending = Math.max(0, state.pending - 1);
  const now = performance.now(), took = now - (state.sent.shift() ?? now);
  state.rate = (state.rate || []).filter(t => now - t < 2000);
  state.rate.push(now);
  if (took > 350) { state.slow++; state.quick = 0; } else if (took < 120) { state.quick++; state.slow = 0; }
  if (state.slow >= 4) { state.slow = 0; smaller(); }
  if (state.quick >= 150) { state.quick = 0; larger(); }
  const fps = Math.round(state.rate.length / 2);
  say(state.size > 1 ? "slow" : "live", { fps, size: canvas.width + " × " + canvas.height }, "live");
}

function smaller() {
  if (state.quality > 0.6) state.quality -= 0.1;
  else if (state.size < SIZES.length - 1) state.size++;
}

function larger() {
  if (state.size > 1) state.size--;
  else if (state.quality < 0.8) state.quality += 0.1;
}

// tick runs with every picture of the video while the camera is on.
function tick() {
  const video = el("video");
  if (!state.stream) return;
  if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(tick);
  else setTimeout(tick, 33);
  const now = performance.now();
  // A third of an interval early is in time: the video's own pictures do not come when we want them.
  if (document.hidden || state.sending || now - state.last < state.every * 0.67 || !open()) return;
  state.last = now;
  shoot(video);
}

function open() {
  if (state.posting) return state.pending < 1;
  return state.socket?.readyState === WebSocket.OPEN && state.socket.ready && state.pending < UNDER_WAY && state.socket.bufferedAmount < 1 << 20;
}

function shoot(video) {
  const w = video.videoWidth, h = video.videoHeight;
  if (!w || !h) return;
  const scale = Math.min(1, SIZES[state.size] / Math.max(w, h));
  const width = Math.round(w * scale), height = Math.round(h * scale);
  if (canvas.width !== width || canvas.height !== height) {
    const shape = w > h ? "wide" : "tall";
    if (state.shape && state.shape !== shape) say("turned", {}, "live");
    state.shape = shape;
    canvas.width = width;
    canvas.height = height;
  }
  canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0, width, height);
  state.sending = true;
  canvas.toBlob(blob => {
    state.sending = false;
    if (blob && state.wanted && open()) send(blob);
  }, "image/jpeg", state.quality);
}

function send(blob) {
  state.pending++;
  state.sent.push(performance.now());
  if (!state.posting) {
    state.socket.send(blob);
    return;
  }
  const take = state.take ? "&take=1" : "";
  fetch("/camera/frame?id=" + id + "&name=" + encodeURIComponent(phoneName()) + "&lang=" + document.documentElement.lang + take, { method: "POST", body: blob })
    .then(r => r.json()).then(m => hear(m)).catch(() => { state.pending = 0; state.last = performance.now() + 1000; say("away"); });
}

document.addEventListener("visibilitychange", () => {
  if (!state.wanted) return;
  if (document.hidden) { say("hidden"); return; }
  keepAwake();
  el("video").play().catch(() => {});
  if (!state.socket && !state.posting) connect();
});
addEventListener("pagehide", () => { if (state.posting) navigator.sendBeacon("/camera/leave?id=" + id); });

el("start").onclick = () => start(false);
el("take").onclick = () => start(true);
el("stop").onclick = stop;
el("photo").onchange = async e => {
  const file = e.target.files[0], out = el("photo-state");
  if (!file) return;
  out.textContent = texts.sending;
  out.className = "";
  el("photo-wrong").hidden = true;
  URL.revokeObjectURL(el("shown").src);
  el("shown").src = URL.createObjectURL(file);
  el("shown").hidden = false;
  document.querySelector("[for=photo]").textContent = texts.next;
  try {
    const answer = await (await fetch("/camera/photo?lang=" + document.documentElement.lang, { method: "POST", body: file })).json();
    out.textContent = answer.type === "ack" ? answer.read || texts.sent : texts.bad.replace("{why}", answer.message);
    out.className = answer.type !== "ack" ? "bad" : answer.turn ? "found" : "";
    el("photo-wrong").hidden = !answer.read;
    el("photo-wrong").href = answer.play || "";
  } catch {
    out.textContent = texts.away;
    out.className = "bad";
  }
  e.target.value = "";
};

setInterval(outline, 1000);
if (!isSecureContext || !navigator.mediaDevices?.getUserMedia) {
  el("secure").hidden = true;
  el("insecure").hidden = false;
} else if (new URLSearchParams(location.search).has("start")) start(false);
