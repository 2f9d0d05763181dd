// An editor that does nothing, quickly: two connections, each answering what it is told.
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

for (let n = 0; n < 2; n += 1) {
  const socket = new WebSocket(`ws://127.0.0.1:${process.argv[2]}`, { perMessageDeflate: false });
  socket.on('message', (/** @type {Buffer} */ data) => {
    const { id, action } = JSON.parse(data.toString('utf8'));
    const result = {
      type: 'result',
      id,
      status: 'ok',
      data: answers[/** @type {'open_file'} */ (action)],
    };
    socket.send(JSON.stringify(result));
  });
  socket.on('close', () => process.exit(0));
}
