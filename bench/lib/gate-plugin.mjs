// An editor that answers every command at once without doing anything. With a key it connects as a
// real plugin; without one it also serves the bare relays, or only those named on the command line.
// It connects to a port, or to a socket in the file system, as editors on the same machine do.
import { WebSocket } from 'ws';

/** The results, apart from the path, which is the one in the arguments. */
const answers = {
  open_file: {
    content: 'x',
    language: 'plaintext',
    version: '1',
    bytes: 1,
    truncated: false,
  },
  create_file: { bytes: 1, version: '1' },
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
    const { type, id, action, args } = JSON.parse(data.toString('utf8'));
    if (type !== 'cmd') return;
    // A result about a path outside the session's folders would be refused.
    const result = { path: args.path, ...answers[/** @type {"open_file"} */ (action)] };
    socket.send(JSON.stringify({ type: 'result', id, status: 'ok', data: result }));
  });
  socket.on('close', () => process.exit(0));
}
