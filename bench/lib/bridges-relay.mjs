// The bare two hops: whatever a client sends goes to the extension with the id of its connection, and
// comes back by it. Nobody is asked, nothing is checked, nothing is on record.
import { randomUUID } from 'node:crypto';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
/** @type {Map<string, import('ws').WebSocket>} */
const clients = new Map();
/** @type {import('ws').WebSocket | null} */
let extension = null;
server.on('connection', (socket, { url }) => {
  if (url?.includes('type=extension')) {
    extension = socket;
    socket.on('message', (data) => {
      const { connectionId, ...message } = JSON.parse(
        /** @type {Buffer} */ (data).toString('utf8'),
      );
      clients.get(connectionId)?.send(JSON.stringify(message));
    });
    return;
  }
  const connectionId = randomUUID();
  clients.set(connectionId, socket);
  socket.on('message', (data) =>
    extension?.send(
      JSON.stringify({
        ...JSON.parse(/** @type {Buffer} */ (data).toString('utf8')),
        connectionId,
      }),
    ),
  );
});
server.on('listening', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
