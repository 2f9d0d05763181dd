// A call of an agent's socket through the gate, real paths and the durable ledger to an editor and
// back, against a bare two-hop relay to the same editor in the same process and the same rounds.
// Hub, editor and load have a process each. For reads there is a third contender: the least that the
// promises of the gate need, written by hand. For writes it is the same relay that makes one line
// durable before it passes a message on, which is the least any ledger can do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { asked, compared, nextMessage } from './lib/hub-rounds.mjs';

const rounds = 9;

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {import('./lib/hub-rounds.mjs').Seen} Seen */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-root-')));
  const file = path.join(root, 'a.txt');
  fs.writeFileSync(file, 'x');
  /** @type {Child[]} */
  const children = [];
  const start = (/** @type {string} */ name, /** @type {string} */ argument) => {
    const child = spawn(electron, [path.resolve('bench/lib', name), argument], {
      env: { ...env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  };
  try {
    const hub = start('gate-hub.ts', root);
    const { pluginPort } = await nextMessage(hub);
    start('gate-plugin.mjs', String(pluginPort));
    const ports = await nextMessage(hub);
    const load = start('gate-load.mjs', root);
    const measure = measurer(hub, load, ports);
    await reading(measure, report);
    await writing(measure, report);
  } finally {
    for (const child of children.toReversed()) {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    }
    fs.rmSync(root, { recursive: true, force: true });
  }
}

/**
 * @param {Child} hub
 * @param {Child} load
 * @param {Record<string, number>} ports
 * @returns {(door: string, what: 'read' | 'write', warm?: boolean) => Promise<Seen>}
 */
const measurer =
  (hub, load, ports) =>
  async (door, what, warm = false) => {
    const { cpu: before } = await asked(hub, { what: 'cpu' });
    const { p50, perSecond, calls } = await asked(load, { door, port: ports[door], what, warm });
    const { cpu: after } = await asked(hub, { what: 'cpu' });
    return { p50, perSecond, cpu: (after - before) / calls };
  };

/** @typedef {ReturnType<typeof measurer>} Measure */
/** @typedef {Record<string, Seen[]>} Rounds */

/** @param {Measure} measure @param {readonly string[]} transports @param {'read' | 'write'} what */
async function inRounds(measure, transports, what) {
  /** @type {Rounds} */
  const seen = Object.fromEntries(transports.map((door) => [door, []]));
  for (const door of transports) await measure(door, what, true);
  for (let n = 0; n < rounds; n += 1) {
    // Whoever comes first in one round comes last in the next.
    for (const door of n % 2 === 0 ? transports : transports.toReversed()) {
      seen[door].push(await measure(door, what));
    }
  }
  return seen;
}

/** @param {Measure} measure @param {(figure: object) => void} report */
async function reading(measure, report) {
  const seen = await inRounds(measure, ['bare', 'least', 'gated'], 'read');
  report(figure(seen, 'read: p50 against a bare relay', 'p50', '≤ 1.3'));
  report(figure(seen, 'read: calls/s at 32 against a bare relay', 'perSecond', '≥ 0.7'));
  report(figure(seen, 'read: CPU of the hub a call, against a bare relay', 'cpu', null));
  const least = { gated: seen.least, bare: seen.bare };
  const promised = 'what path, chain and writes alone cost that relay';
  report(figure(least, `  ${promised}, p50`, 'p50', null));
  report(figure(least, `  ${promised}, calls/s at 32`, 'perSecond', null));
  const above = { gated: seen.gated, bare: seen.least };
  report(figure(above, 'read: p50 against that least (a target of ours)', 'p50', '≤ 1.5'));
  report(
    figure(above, 'read: calls/s at 32 against that least (ours, too)', 'perSecond', '≥ 0.45'),
  );
  report(figure(above, 'read: CPU of the hub a call, against that least', 'cpu', null));
}

/** @param {Measure} measure @param {(figure: object) => void} report */
async function writing(measure, report) {
  const seen = await inRounds(measure, ['bare', 'synced', 'gated'], 'write');
  report(figure(seen, 'write: p50 against a bare relay', 'p50', '≤ 1.9'));
  const least = { gated: seen.synced, bare: seen.bare };
  report(figure(least, '  what one fdatasync alone costs that relay', 'p50', null));
  const synced = { gated: seen.gated, bare: seen.synced };
  report(figure(synced, 'write: p50 against a relay with one fdatasync', 'p50', '≤ 1.3'));
  report(figure(synced, 'write: calls/s at 32 against the same', 'perSecond', '≥ 1'));
  report(figure(seen, 'write: CPU of the hub a call, against a bare relay', 'cpu', null));
}

/** @param {Rounds} seen @param {string} name @param {keyof Seen} of @param {string | null} target */
const figure = ({ gated, bare }, name, of, target) => compared(name, [gated, bare], of, target);
