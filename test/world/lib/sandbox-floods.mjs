// A program that prints without end: what it prints is bounded, and other calls go on. No fork bomb: as
// root, whom the kernel does not limit, it would take the processes of everybody on the machine.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {Awaited<ReturnType<typeof import('./sandbox-agent.mjs').sandboxAgent>>} Agent */

/** Another call may take this long while a program does its worst. */
const slowestMs = 5_000;

/** @param {Agent} agent @param {string} root */
export async function floods(agent, root) {
  const quiet = await slowestCall(agent, root, wait(2_000));
  const bytes = 10 * 1024 ** 3;
  const began = performance.now();
  const run = (/** @type {string} */ name, /** @type {string} */ script) => {
    fs.writeFileSync(path.join(root, name), script);
    return agent.succeeds('exec_command', { argv: ['sh', name], cwd: root, timeout: 20 });
  };
  const flood = run('flood.sh', `head -c ${bytes} /dev/zero\n`);
  const duringOutput = await slowestCall(agent, root, flood);
  const { output_bytes, truncated, stdout } = await flood;
  const perSecond = output_bytes / ((performance.now() - began) / 1000) / 1024 ** 2;
  assert.equal(truncated, true);
  assert.ok(String(stdout).length <= 1024 ** 2, `${String(stdout).length} characters were kept`);
  assert.ok(duringOutput < slowestMs, `a call took ${duringOutput} ms`);
  const gigabytes = (output_bytes / 1024 ** 3).toFixed(1);
  return (
    `${gigabytes} GB at ${perSecond.toFixed(0)} MB/s; the slowest other call took ${quiet} ms ` +
    `before and ${duringOutput} ms meanwhile`
  );
}

/** The longest of calls that are made while that goes on. @param {Agent} agent @param {string} root @param {Promise<unknown>} busy */
async function slowestCall(agent, root, busy) {
  const over = new AbortController();
  busy.then(
    () => over.abort(),
    () => over.abort(),
  );
  let slowest = 0;
  for (let at = 0; !over.signal.aborted; at += 1) {
    const began = performance.now();
    await agent.succeeds('explore_tree', { path: root, limit: 100 + at });
    slowest = Math.max(slowest, Math.round(performance.now() - began));
    await wait(500);
  }
  return slowest;
}

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
