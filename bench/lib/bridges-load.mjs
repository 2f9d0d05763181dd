// The MCP client of the bridges bench, in a process of its own: tab calls one by one, then 32 at a time.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { median } from './figures.mjs';

/** @type {{ ports: Record<string, number>, clientKey: string }} */
const { ports, clientKey } = JSON.parse(process.argv[2]);
const warmUp = 50;
const oneByOne = 400;
const together = 3_000;
const atOnce = 32;

/** No two calls are the same, whichever way they take. */
let made = 0;

/** @param {string} door */
async function connect(door) {
  const headers = door === 'gated' ? { Authorization: `Bearer ${clientKey}` } : {};
  const url = `ws://127.0.0.1:${ports[door]}`;
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  socket.on('close', (code) => process.exit(code === 1006 ? 0 : 1));
  await once(socket, 'open');
  /** @type {Map<number, (message: any) => void>} */
  const waiting = new Map();
  socket.on('message', (/** @type {Buffer} */ data) => {
    const message = JSON.parse(data.toString('utf8'));
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const ask = (/** @type {string} */ method, /** @type {object} */ params) => {
    made += 1;
    const { promise, resolve } = Promise.withResolvers();
    waiting.set(made, resolve);
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: made, method, params }));
    return promise;
  };
  const clientInfo = { name: 'bench', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  socket.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  if (door === 'gated') await getAccess(ask);
  return async () => {
    const text = String(made);
    const answer = await ask('tools/call', { name: 'tab1_echo', arguments: { text } });
    if (answer.result?.content?.[0]?.text !== text)
      throw new Error(`it did not pass: ${JSON.stringify(answer)}`);
  };
}

/** @param {(method: string, params: object) => Promise<any>} ask */
async function getAccess(ask) {
  const accessArgs = { scopes: ['browser:tools'], reason: 'bench', ttl_seconds: 3600 };
  const { result } = await ask('tools/call', { name: 'request_access', arguments: accessArgs });
  if (!result || result.isError) throw new Error(`no access: ${JSON.stringify(result)}`);
}

/** @param {() => Promise<void>} call */
async function measure(call) {
  for (let n = 0; n < warmUp; n += 1) await call();
  const times = [];
  for (let n = 0; n < oneByOne; n += 1) {
    const at = performance.now();
    await call();
    times.push((performance.now() - at) * 1000);
  }
  const began = performance.now();
  let left = together;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return {
    p50: median(times),
    perSecond: together / ((performance.now() - began) / 1000),
    calls: warmUp + oneByOne + together,
  };
}

/** @type {Map<string, ReturnType<typeof connect>>} */
const links = new Map();
process.on('message', (/** @type {any} */ { door }) => {
  const link = links.get(door) ?? connect(door);
  links.set(door, link);
  void link.then(measure).then((seen) => process.send?.(seen));
});
