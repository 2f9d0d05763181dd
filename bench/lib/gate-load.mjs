// The agent of the gate bench, in a process of its own: calls one by one, then 32 at a time.
import { once } from 'node:events';
import path from 'node:path';
import { WebSocket } from 'ws';
import { median } from './figures.mjs';

const [, , root] = process.argv;
const oneByOne = { read: 1_500, write: 400 };
const together = { read: 6_000, write: 3_000 };
const atOnce = 32;
/** Long enough for V8 to compile the hot code: a tray app runs for days, not for seconds. */
const warmUp = { read: 30_000, write: 10_000 };

/** No two calls are the same, whichever way they take. */
let made = 0;
const calls = {
  read: () => ({
    action: 'open_file',
    args: { path: path.join(root, 'a.txt'), range: { start_line: 1, end_line: 1 + made } },
  }),
  write: () => ({
    action: 'create_file',
    args: { path: path.join(root, `new-${made}`), content: 'x' },
  }),
};

/** @param {string} door @param {number} port */
async function connect(door, port) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${door}`, { perMessageDeflate: false });
  await once(socket, 'open');
  /** @type {Map<string, (answer: { status: string }) => void>} */
  const waiting = new Map();
  socket.on('message', (/** @type {Buffer} */ data) => {
    const answer = JSON.parse(data.toString('utf8'));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return {
    /** @param {'read' | 'write'} what */
    async call(what) {
      made += 1;
      const id = String(made);
      const { promise, resolve } = Promise.withResolvers();
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ type: 'cmd', id, ...calls[what]() }));
      const answer = await promise;
      if (answer.status !== 'ok') throw new Error(`it did not pass: ${JSON.stringify(answer)}`);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof connect>>} Link */

/** @param {Link} link @param {'read' | 'write'} what @param {number} count */
async function manyAtOnce(link, what, count) {
  let left = count;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      await link.call(what);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** @param {Link} link @param {'read' | 'write'} what */
async function measure(link, what) {
  for (let n = 0; n < 50; n += 1) await link.call(what);
  const times = [];
  for (let n = 0; n < oneByOne[what]; n += 1) {
    const at = performance.now();
    await link.call(what);
    times.push((performance.now() - at) * 1000);
  }
  const began = performance.now();
  await manyAtOnce(link, what, together[what]);
  return {
    p50: median(times),
    perSecond: together[what] / ((performance.now() - began) / 1000),
    calls: 50 + oneByOne[what] + together[what],
  };
}

/** @type {Map<string, ReturnType<typeof connect>>} */
const links = new Map();
process.on('message', (/** @type {any} */ { door, port, what, warm }) => {
  const link = links.get(door) ?? connect(door, port);
  links.set(door, link);
  void link.then((open) => served(open, what, warm)).then((seen) => process.send?.(seen));
});

/** @param {Link} link @param {'read' | 'write'} what @param {boolean} warm */
async function served(link, what, warm) {
  if (warm) await manyAtOnce(link, what, warmUp[what]);
  return measure(link, what);
}
