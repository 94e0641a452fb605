// A small sound for each phone that takes its seat before the first play, where sounds are not off.
import {kept} from './kept.js';

const here = () => document.querySelectorAll('.lobby [data-here]').length;
let count = here(), audio = null;

// Browsers let a page sound only after somebody has touched it: the first touch opens the ears.
addEventListener('pointerdown', () => {
  if (!document.querySelector('.lobby') || !('AudioContext' in window)) return;
  audio ??= new AudioContext();
  audio.resume();
});

addEventListener('applied', (event) => {
  const now = here();
  if (event.detail.isNew && now > count && audio && kept.get('sound') !== '0') {
    const tone = audio.createOscillator(), gain = audio.createGain(), from = audio.currentTime;
    tone.frequency.value = 520 + 90 * now; // each one higher than the one before
    gain.gain.setValueAtTime(0.12, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + 0.25);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.25);
  }
  count = now;
});
