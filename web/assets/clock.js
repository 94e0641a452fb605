// The server's clock on this page, and how long the server has been silent. A device's clock may be minutes off, and be set while the page
// is open; what counts the time since the page was opened may stand still while the device sleeps. So each word of the server's says what
// time it is there, and until the next one the page counts.
let said = Number(document.body.dataset.now);
let at = performance.now(), wall = Date.now(); // when the server was heard last

export const now = () => said + performance.now() - at;

// hear takes a word of the server's, which may say what time it is.
export function hear(time) {
  said = time || now();
  at = performance.now();
  wall = Date.now();
}

// silence is in milliseconds, time asleep included. After the device's clock was set ahead it is long, until the server is asked again.
export const silence = () => Math.max(performance.now() - at, Date.now() - wall);
