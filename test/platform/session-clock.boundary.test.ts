import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const connectionProgram = fileURLToPath(new URL('../fakes/session-connection.ts', import.meta.url));

/** A process with one session on the real clocks, which answers every message with whether it is live. */
async function startConnection(seconds: number) {
  const child = spawn(process.execPath, [connectionProgram, String(seconds)], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const ask = async (): Promise<unknown> => {
    const answer = once(child, 'message');
    child.send('live?');
    const [live] = (await answer) as [unknown];
    return live;
  };
  await once(child, 'message');
  return { child, ask };
}

test.skipIf(process.platform === 'win32')(
  'C4 goal 17: an app suspended past the deadline serves nothing when it resumes',
  async () => {
    const { child, ask } = await startConnection(1);
    expect(await ask()).toBe(true);
    child.kill('SIGSTOP');
    await pause(1_300);
    const answer = once(child, 'message');
    child.send('live?');
    child.kill('SIGCONT');
    expect((await answer)[0]).toBe(false);
  },
);

test('C3 goal 17: on the real clocks nothing is served later than 100 ms after the deadline', async () => {
  const { ask } = await startConnection(1);
  const start = performance.now();
  let lastServed = 0;
  while (performance.now() - start < 1_300) {
    const asked = performance.now() - start;
    if (await ask()) lastServed = asked;
    await pause(5);
  }
  expect(lastServed).toBeGreaterThan(500);
  expect(lastServed).toBeLessThan(1_100);
});
