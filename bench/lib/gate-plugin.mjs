// An editor that does nothing, quickly: plain connections for the bare relays and a real one; with a
// key the real one only; else those that are named, if any are. It comes by a port, or by a socket of
// the file system, as editors do that are on the same machine.
import { WebSocket } from 'ws';

const answers = {
  open_file: {
    path: '/',
    content: 'x',
    language: 'plaintext',
    version: '1',
    bytes: 1,
    truncated: false,
  },
  create_file: { path: '/w', bytes: 1, version: '1' },
};

const hello = {
  type: 'hello',
  protocol: 1,
  plugin_id: 'bench',
  name: 'Bench',
  version: '1',
  actions: Object.keys(answers),
  workspace_folders: [],
};

const [, , place = '', key, ...named] = process.argv;
const app = place.startsWith('/') ? `ws+unix:${place}:` : `ws://127.0.0.1:${place}`;
const headers = key ? { Authorization: `Bearer ${key}` } : {};
const real = 'plugin/bench';
const plain = named.length > 0 ? named : ['bare', 'synced', 'least', real];
for (const way of key ? [real] : plain) {
  const socket = new WebSocket(`${app}/${way}`, { perMessageDeflate: false, headers });
  if (way === real) socket.on('open', () => socket.send(JSON.stringify(hello)));
  socket.on('message', (/** @type {Buffer} */ data) => {
    const { type, id, action } = JSON.parse(data.toString('utf8'));
    if (type !== 'cmd') return;
    const answer = answers[/** @type {"open_file"} */ (action)];
    socket.send(JSON.stringify({ type: 'result', id, status: 'ok', data: answer }));
  });
  socket.on('close', () => process.exit(0));
}
