// An extension with one tab that answers at once: PORT ORIGIN [KEY]; without a key for the bare relay.
import { WebSocket } from 'ws';

const [port, origin = '', key] = process.argv.slice(2);
const protocols = ['gatehouse.v1'];
if (key) {
  const response = await fetch(`http://127.0.0.1:${port}/browser/ticket`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: origin,
      Authorization: `Bearer ${key}`,
    },
    body: '{}',
  });
  protocols.push((await response.json()).ticket);
}
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
const socket = new WebSocket(`ws://127.0.0.1:${port}/?type=extension`, protocols, {
  headers: { Origin: origin },
  perMessageDeflate: false,
});
socket.on('message', (data) => {
  const { id, connectionId, method, params } = JSON.parse(
    /** @type {Buffer} */ (data).toString('utf8'),
  );
  const answer = answers[method];
  if (answer) {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, connectionId, result: answer(params) }));
  }
});
