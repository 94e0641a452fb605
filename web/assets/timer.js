// Counts a game's timer down on every phone, and tells its end to eyes, ears and hands. The end is a moment of the server's clock.
import {now} from './clock.js';

let rung = 0; // the end that was rung last
let audio = null;

// Browsers let a page sound only after somebody has touched it: the first touch opens the ears.
addEventListener('pointerdown', () => {
  if (!audio && 'AudioContext' in window) audio = new AudioContext();
  audio?.resume();
});

function ring() {
  navigator.vibrate?.([300, 150, 300, 150, 600]);
  if (!audio) return;
  for (const [at, pitch] of [[0, 880], [0.35, 880], [0.7, 1175]]) {
    const tone = audio.createOscillator(), gain = audio.createGain(), from = audio.currentTime + at;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.25, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.3);
  }
}

function count() {
  const timer = document.querySelector('.timer[data-ends]');
  if (!timer) return;
  const ends = Number(timer.dataset.ends);
  const left = Math.max(0, Math.ceil((ends - now()) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  if (timer.textContent !== text) timer.textContent = text;
  const said = timer.previousElementSibling.querySelector('b');
  if (!left && said.textContent !== timer.dataset.over) said.textContent = timer.dataset.over;
  timer.classList.toggle('late', left <= 30);
  timer.classList.toggle('over', left === 0);
  if (left > 0 || rung === ends) return;
  const late = now() - ends > 5000; // a page that comes after the end shows it and is quiet
  rung = ends;
  if (late) return;
  document.getElementById('say').textContent = timer.dataset.over;
  dispatchEvent(new CustomEvent('timesup'));
  ring();
}

setInterval(count, 200);
count();
