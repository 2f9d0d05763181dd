/** Processes that outlive their call, their session or the app. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Around, Attempt } from './attempt.ts';
import { endingWithUs } from './own-processes.ts';
import { processesWith } from './world.ts';

type Short = Omit<Attempt, 'family' | 'control'> & Partial<Attempt>;

const run =
  (name: string, more: Record<string, unknown> = {}) =>
  ({ agent }: Around) =>
    agent.call('exec_command', { argv: ['/usr/bin/python3', 'try.py', name], ...more });

const token = 'leftover-of-the-fault-run';
const stillRunning = (): readonly string[] => {
  const found = processesWith(token);
  for (const pid of found) process.kill(pid, 'SIGKILL');
  return found.length > 0 ? [`${found.length} processes are left`] : [];
};
const daemon = (how: string): string => `
def stay():
    ${how}
    os.execv('/bin/sh', ['sh', '-c', 'while true; do sleep 0.2; done', '${token}'])
`;

const leftovers: readonly Short[] = [
  {
    name: 'a process that went to the background twice',
    python: `${daemon('os.setsid()')}
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: stay()
    os._exit(0)
time.sleep(0.3)`,
    after: stillRunning,
  },
  {
    name: 'a process that ignores every signal',
    python: `${daemon('[quiet(signal.signal, n, signal.SIG_IGN) for n in range(1, 65)]')}
if os.fork() == 0: stay()
time.sleep(0.3)`,
    after: stillRunning,
  },
  {
    name: 'a process left by a command that ran out of time',
    python: `${daemon('os.setsid()')}
if os.fork() == 0: stay()
time.sleep(10)`,
    run: async (around: Around) => void (await run('', { timeout: 2 })(around)),
    after: stillRunning,
  },
  {
    name: 'hundreds of processes at once',
    python: `${daemon('os.setsid()')}
for _ in range(150):
    if os.fork() == 0: stay()
time.sleep(0.3)`,
    after: stillRunning,
  },
  {
    name: 'processes of a session that has ended',
    python: `${daemon('os.setsid()')}
for _ in range(5):
    if os.fork() == 0: stay()
time.sleep(60)`,
    run: async ({ app, world }: Around) => {
      const agent = await app.freshAgent([world.root]);
      const running = agent.call('exec_command', { argv, timeout: 60 }).catch(() => undefined);
      await started();
      await app.end(agent);
      await running;
      await ended();
    },
    after: stillRunning,
  },
  {
    name: 'processes of an app that was killed (SIGKILL)',
    python: `${daemon('os.setsid()')}
for _ in range(5):
    if os.fork() == 0: stay()
time.sleep(60)`,
    run: async ({ world }: Around) => {
      const script = path.join(import.meta.dirname, 'killed-app.ts');
      const data = path.join(world.base, 'killed-data');
      const child = spawn(process.execPath, [script, data, world.root], {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
        stdio: ['ignore', 'inherit', 'inherit'],
        detached: true,
      });
      endingWithUs(child);
      await started();
      child.kill('SIGKILL');
      await once(child, 'exit');
      await ended();
      fs.rmSync(data, { recursive: true, force: true });
    },
    after: stillRunning,
  },
].map((one) => ({ ...one, control: 'plain' as const }));

const argv = ['/usr/bin/python3', 'try.py'];

/** The control's own program waits for nobody. */
async function started(): Promise<void> {
  const until = performance.now() + 30_000;
  while (processesWith(token).length < 5 && performance.now() < until) await wait(50);
}

/** Ending takes a moment, and a longer one on a busy machine. */
async function ended(): Promise<void> {
  const until = performance.now() + 10_000;
  while (processesWith(token).length > 0 && performance.now() < until) await wait(50);
}

export const leftoverAttempts: readonly Attempt[] = leftovers.map((one) => ({
  control: 'plain' as const,
  ...one,
  family: 'leftover processes',
}));
