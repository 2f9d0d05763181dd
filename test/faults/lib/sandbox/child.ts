/** The unprivileged process of the run: opens the app and the world, and tells one row per line. */
import fs from 'node:fs';
import { constants } from 'node:os';
import { SandboxApp } from './sandbox-app.ts';
import type { Attempt } from './attempt.ts';
import { checkpointAttempts } from './checkpoint-attempts.ts';
import { fileAttempts } from './file-attempts.ts';
import { kernelAttempts } from './kernel-attempts.ts';
import { leftoverAttempts } from './leftover-attempts.ts';
import { endOwnProcesses } from './own-processes.ts';
import { networkAttempts } from './network-attempts.ts';
import { gitAttempts, heldBackAttempts } from './held-back-attempts.ts';
import { runAttempt } from './run-attempts.ts';
import { World } from './world.ts';

const [base = '', filter = ''] = process.argv.slice(2);
const attempts: readonly Attempt[] = [
  ...fileAttempts,
  ...kernelAttempts,
  ...leftoverAttempts,
  ...networkAttempts,
  ...heldBackAttempts,
  ...gitAttempts,
  ...checkpointAttempts,
];

const endMs = 10_000;
let isInterrupted = false;
const say = (row: object): void => {
  if (!isInterrupted) fs.writeSync(1, `${JSON.stringify(row)}\n`);
};

const world = new World(base);
await world.open();
const app = await SandboxApp.open(world.dataDir, () => world.ports['internet'] ?? 0);
world.ports['mcp'] = Number(new URL(app.app.mcpUrl).port);
// What a signal interrupts is ended from outside in: first what runs without a sandbox, then the app,
// which takes its sandboxes along.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    isInterrupted = true;
    endOwnProcesses();
    world.dispose();
    const end = (): never => {
      // The attempt that was interrupted may have started others meanwhile.
      endOwnProcesses();
      return process.exit(128 + constants.signals[signal]);
    };
    setTimeout(end, endMs);
    app.dispose().then(end, end);
  });
const families = new Map<string, Awaited<ReturnType<SandboxApp['agent']>>>();
try {
  for (const attempt of attempts) {
    if (!`${attempt.family}: ${attempt.name}`.includes(filter)) continue;
    const { family, isAlone = false } = attempt;
    const name = family.replaceAll(/[^a-z0-9]+/g, '-');
    const shared = families.get(family);
    const agent = isAlone
      ? await app.freshAgent([world.root])
      : (shared ?? (await app.agent(name, [world.root])));
    if (!isAlone) families.set(family, agent);
    const began = performance.now();
    const row = await runAttempt(attempt, { world, app, agent });
    if (isAlone) await app.end(agent);
    say({ ...row, ms: Math.round(performance.now() - began) });
  }
} finally {
  for (const { client } of families.values()) await client.close();
  await app.dispose();
  world.dispose();
  endOwnProcesses();
}
process.exit(0);
