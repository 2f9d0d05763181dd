// A browser extension by its wire alone, with one page that offers one tool; paired by a person's clicks.
import { WebSocket } from 'ws';

const origin = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;

const tool = {
  name: 'tab12_createTodo',
  title: 'Add a todo',
  description: 'Adds a todo to the list.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
  },
  _meta: { 'gatehouse/site': 'https://todo.example', 'gatehouse/document': 'd1' },
};

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: () => ({
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'stand-in', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: args }) => ({
    content: [{ type: 'text', text: `added ${args.text}` }],
  }),
};

/** @param {Awaited<ReturnType<typeof import('./gatehouse.mjs').startGatehouse>>} gatehouse */
export async function connectStandInBrowser(gatehouse) {
  const port = gatehouse.browserPort;
  const post = async (/** @type {string} */ route, /** @type {object} */ body, key = '') => {
    const response = await fetch(`http://127.0.0.1:${port}${route}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: origin,
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { pairing_id } = await post('/browser/pair', { name: 'Stand-in', version: '1' });
  const window = await gatehouse.mainPage();
  await window.getByRole('button', { name: 'Show the code' }).click();
  const code = await window.locator('.pairing-code').textContent();
  const { browser_key: key } = await post('/browser/pair/code', { pairing_id, code });
  const { ticket } = await post('/browser/ticket', {}, key);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?type=extension`, ['gatehouse.v1', ticket], {
    headers: { Origin: origin },
  });
  socket.on('message', (data) => {
    const { id, connectionId, method, params } = JSON.parse(
      /** @type {Buffer} */ (data).toString('utf8'),
    );
    const answer = answers[method];
    if (answer && id !== undefined)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, connectionId, result: answer(params) }));
  });
  return { close: () => socket.terminate() };
}
