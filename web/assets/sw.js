// Stands in when the server cannot be reached: a page says so and comes back by itself. Everything else goes to the server as ever.
// The server writes above this which files the page is made of (shell), and under which name they are kept (kept).
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(shell)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => caches.match('/offline')));
  else if (shell.includes(new URL(event.request.url).pathname)) event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});
