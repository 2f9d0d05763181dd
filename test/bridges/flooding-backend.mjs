/** A hostile backend in a process of its own: floods whoever connects, in the way its argument says. */
import { WebSocketServer } from 'ws';

const way = process.argv[2] ?? '';
const MiB = 1_048_576;

const large = (/** @type {number} */ n) =>
  JSON.stringify({ type: 't', channel: `c${n % 300}`, data: 'x'.repeat(900_000) });
const intricate = (/** @type {string} */ open, /** @type {number} */ size) =>
  `{"type":"t","channel":"c","data":[${`${open},`.repeat(size / (open.length + 1))}0]}`;
/** @type {Readonly<Record<string, (n: number) => string>>} */
const ways = {
  'many small messages': (n) => JSON.stringify({ type: 't', channel: `c${n}`, data: n }),
  'many large messages': large,
  'messages larger than allowed': () => JSON.stringify({ type: 't', data: 'x'.repeat(3.5 * MiB) }),
  'long lists': () => intricate('[]', 900_000),
  'long lists of objects': () => intricate('{"a":0}', 900_000),
  'deep nesting': () => `{"type":"t","data":${'['.repeat(450_000)}${']'.repeat(450_000)}}`,
  'no messages at all': () => 'x'.repeat(500_000),
};

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
server.on('listening', () =>
  process.stdout.write(
    `${/** @type {import('node:net').AddressInfo} */ (server.address()).port}\n`,
  ),
);
server.on('connection', (socket) => {
  socket.on('error', () => undefined);
  let n = 0;
  const prepared = way === 'pings' ? null : Array.from({ length: 8 }, (_, i) => ways[way](i));
  const pour = () => {
    if (socket.readyState !== 1) return;
    for (let at = 0; at < 64 && socket.bufferedAmount < 16 * MiB; at += 1) {
      if (prepared === null) socket.ping('x'.repeat(100));
      else socket.send(way === 'many small messages' ? ways[way](n) : prepared[n % 8]);
      n += 1;
    }
    setImmediate(pour);
  };
  pour();
});
