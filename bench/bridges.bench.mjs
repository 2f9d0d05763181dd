// A call of a page's tool: MCP client over WebSocket → hub → browser extension and back, through keys,
// gate and durable ledger, against a bare two-hop relay to the same extension in the same process and
// the same rounds. Hub, extension and client have a process each.
//
// A yes is on disk before a page is called, so no call can be quicker than one fdatasync. That is what
// the second contender is for: the same relay, which makes one line durable before it passes a message
// on. Against it a call may take twice the time, since it is also MCP, checked, judged and recorded,
// where a page and a person are slower by far; but many at once must not be slower, because the ledger
// syncs for all of them together. Against the bare relay there is no target: it promises nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { asked, compared, nextMessage } from './lib/hub-rounds.mjs';

const rounds = 9;
const transports = ['bare', 'synced', 'gated'];

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {import('./lib/hub-rounds.mjs').Seen} Seen */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  /** @type {Child[]} */
  const children = [];
  const start = (/** @type {string} */ name, /** @type {object} */ facts) => {
    const child = spawn(electron, [path.resolve('bench/lib', name), JSON.stringify(facts)], {
      env: { ...env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  };
  try {
    const hub = start('bridges-hub.ts', {});
    const facts = await nextMessage(hub);
    await nextMessage(start('bridges-extension.mjs', facts));
    const load = start('bridges-load.mjs', facts);
    emit(await inRounds(hub, load), report);
  } finally {
    for (const child of children.toReversed()) {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    }
  }
}

/** @param {Child} hub @param {Child} load @param {string} door @returns {Promise<Seen>} */
async function measure(hub, load, door) {
  const { cpu: before } = await asked(hub, {});
  const { p50, perSecond, calls } = await asked(load, { door });
  const { cpu: after } = await asked(hub, {});
  return { p50, perSecond, cpu: (after - before) / calls };
}

/** @param {Child} hub @param {Child} load */
async function inRounds(hub, load) {
  /** @type {Record<string, Seen[]>} */
  const seen = Object.fromEntries(transports.map((door) => [door, []]));
  for (let n = -1; n < rounds; n += 1) {
    // Whoever comes first in one round comes last in the next.
    for (const door of n % 2 === 0 ? transports : transports.toReversed()) {
      const figures = await measure(hub, load, door);
      if (n >= 0) seen[door].push(figures);
    }
  }
  return seen;
}

/** @param {Record<string, Seen[]>} seen @param {(figure: object) => void} report */
function emit({ bare, synced, gated }, report) {
  report(compared('tab call: p50 against a bare relay', [gated, bare], 'p50', null));
  report(compared('tab call: calls/s at 32 against it', [gated, bare], 'perSecond', null));
  report(compared('tab call: CPU of the hub a call, against it', [gated, bare], 'cpu', null));
  const least = '  what one fdatasync alone costs that relay';
  report(compared(`${least}, p50`, [synced, bare], 'p50', null));
  report(compared(`${least}, calls/s at 32`, [synced, bare], 'perSecond', null));
  const against = 'against a relay with one fdatasync';
  report(compared(`tab call: p50 ${against}`, [gated, synced], 'p50', '≤ 2'));
  report(compared(`tab call: calls/s at 32 ${against}`, [gated, synced], 'perSecond', '≥ 1'));
}
