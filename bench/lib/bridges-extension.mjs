// A browser extension with one tab whose tool answers at once, connected to the hub and to each relay.
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** @type {{ ports: Record<string, number>, origin: string, browserKey: string }} */
const { ports, origin, browserKey } = JSON.parse(process.argv[2]);

const tool = {
  name: 'tab1_echo',
  description: 'Says the same.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  _meta: { 'gatehouse/site': 'https://bench.example', 'gatehouse/document': 'd' },
};

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: () => ({
    protocolVersion: '2025-06-18',
    capabilities: { experimental: { 'gatehouse/once': {} } },
    serverInfo: { name: 'bench', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: params.arguments.text }] }),
};

/** @param {number} port */
async function ticketAt(port) {
  const response = await fetch(`http://127.0.0.1:${port}/browser/ticket`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: origin,
      Authorization: `Bearer ${browserKey}`,
    },
    body: '{}',
  });
  return String((await response.json()).ticket);
}

/** @param {string} door @param {number} port */
async function connect(door, port) {
  const protocols = door === 'gated' ? ['gatehouse.v1', await ticketAt(port)] : [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?type=extension`, protocols, {
    headers: { Origin: origin },
    perMessageDeflate: false,
  });
  socket.on('message', (/** @type {Buffer} */ data) => {
    const { id, connectionId, method, params } = JSON.parse(data.toString('utf8'));
    const result = answers[method]?.(params);
    if (result) socket.send(JSON.stringify({ jsonrpc: '2.0', id, connectionId, result }));
  });
  socket.on('close', () => process.exit(0));
  await once(socket, 'open');
}

for (const [door, port] of Object.entries(ports)) await connect(door, port);
process.send?.({});
