// A page's stream of events. By https that is an EventSource: all pages of a browser share one connection there (HTTP/2). By http each
// EventSource keeps one of the six connections that a browser opens to a server, and the seventh page would never load. A WebSocket does
// not count: package oneway sends the same events over it.
const sockets = location.protocol === 'http:';
let barred = 0; // how often in a row a WebSocket failed though the server answers: something between may let none through

// follow calls on[kind] with each event of the address, and lost once when no more will come. It returns the connection: close() ends it,
// and readyState is 1 while it is open. A fresh one is made for it alone, as WebSockets are.
export function follow(address, on, lost, fresh = false) {
  return (sockets || fresh) && barred < 2 ? bySocket(address, on, lost) : bySource(address, on, lost);
}

function bySource(address, on, lost) {
  const source = new EventSource(address);
  for (const [kind, take] of Object.entries(on)) source.addEventListener(kind, take);
  source.onerror = () => { source.close(); lost(source); };
  return source;
}

function bySocket(address, on, lost) {
  const url = new URL(address, location.href);
  url.protocol = sockets ? 'ws:' : 'wss:';
  const socket = new WebSocket(url);
  let opened = false;
  socket.onopen = () => { opened = true; barred = 0; };
  socket.onmessage = ({data}) => {
    const event = {};
    for (const line of data.split('\n')) {
      const at = line.indexOf(': ');
      if (at > 0) event[line.slice(0, at)] = line.slice(at + 2);
    }
    on[event.event]?.({data: event.data, lastEventId: event.id});
  };
  socket.onclose = async () => {
    if (!opened && await answers()) barred++;
    lost(socket);
  };
  const close = socket.close.bind(socket);
  socket.close = () => { socket.onclose = null; close(); }; // who closes it knows
  return socket;
}

async function answers() {
  try {
    return (await fetch('/healthz', {cache: 'no-store', signal: AbortSignal.timeout(1500)})).ok;
  } catch {
    return false;
  }
}
