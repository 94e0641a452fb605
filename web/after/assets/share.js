// Hands the result's picture to the device's own sharing, where it has one. Otherwise the link saves it.
const button = document.getElementById('share');
const able = navigator.share && navigator.canShare && navigator.canShare({files: [new File([''], 'x.png', {type: 'image/png'})]});
if (button && able) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      const answer = await fetch(button.dataset.url);
      const file = new File([await answer.blob()], button.dataset.name, {type: 'image/png'});
      await navigator.share({files: [file], text: button.dataset.text});
    } catch (problem) {
      if (problem.name !== 'AbortError') button.hidden = true; // the link beside it does without
    }
  });
}
