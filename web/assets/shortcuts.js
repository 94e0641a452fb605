// Keys for what the page's buttons do: each button names its own in aria-keyshortcuts. They are quiet while somebody types, and where this
// device has turned them off.
import {chosen, open} from './play.js';
const body = document.body;
const sheet = document.getElementById('sheet');
const say = document.getElementById('say');

const known = new Map(); // key -> what it does, for the time in which there is no such button
const named = () => document.querySelectorAll('[aria-keyshortcuts]');

// pressed is the event's key as aria-keyshortcuts writes it.
function pressed(event) {
  if (event.altKey) return '';
  const control = event.ctrlKey || event.metaKey;
  if (control && event.shiftKey && event.key.toUpperCase() === 'Z') return 'Control+Y';
  return control ? `Control+${event.key.toUpperCase()}` : event.key;
}

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.repeat || event.isComposing || sheet.open || body.classList.contains('typing') || event.target.closest('input, textarea, select')) return;
  for (const button of named()) known.set(button.ariaKeyShortcuts, button.textContent.trim());
  const key = pressed(event);
  if (key !== '?' && !(chosen.keys && known.has(key))) return;
  event.preventDefault();
  if (key === '?') return open('keys');
  const button = [...named()].find((b) => b.ariaKeyShortcuts === key && !b.disabled);
  if (button) return button.click();
  say.textContent = body.dataset.idle.replace('{what}', known.get(key));
});
