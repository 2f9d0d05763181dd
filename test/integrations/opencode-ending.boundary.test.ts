/** Which processes end with an OpenCode, and which never do. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOfApp } from '../../src/cli/app-starter.ts';
import { endMarked } from '../../src/main/integrations/opencode/marked-processes.ts';
import { eventually } from '../fakes/test-app.ts';

const isLinux = process.platform === 'linux';
const source = path.resolve(
  import.meta.dirname,
  '../../src/main/integrations/opencode/marked-processes.ts',
);

function marked(mark: string, program: string, args: readonly string[]): ChildProcess {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', GATEHOUSE_OPENCODE_RUN: mark };
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await gone;
  });
  return child;
}

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => child.stdout?.once('data', (said: Buffer) => resolve(String(said))));

test.runIf(isLinux)('a command may end in its own way, one that will not is ended', async () => {
  const says = 'echo ready; while :; do sleep 0.05; done';
  const polite = marked('m1:run', 'sh', ['-c', `trap "echo bye; exit 3" TERM; ${says}`]);
  const deaf = marked('m1:run', 'sh', ['-c', `trap "" TERM; ${says}`]);
  await Promise.all([firstLine(polite), firstLine(deaf)]);
  const bye = firstLine(polite);
  await endMarked('m1:run');
  expect(await bye).toBe('bye\n');
  await eventually(() => polite.exitCode === 3 && deaf.signalCode === 'SIGKILL');
});

test.runIf(isLinux)(
  'an app that was started from within an OpenCode spares itself and its parts',
  async () => {
    const app = `
    import { spawn } from 'node:child_process';
    import { endMarked } from ${JSON.stringify(source)};
    const part = spawn('sleep', ['300']);
    const run = spawn('sleep', ['300'], { env: { ...process.env, GATEHOUSE_OPENCODE_RUN: 'm2:new' } });
    run.once('exit', (_code, signal) => {
      console.log(JSON.stringify({ run: signal, part: part.signalCode }));
      part.kill('SIGKILL');
    });
    await endMarked('m2');`;
    const orphan = marked('m2:old', 'sleep', ['300']);
    const self = marked('m2:old', process.execPath, ['--input-type=module', '-e', app]);
    expect(JSON.parse(await firstLine(self))).toEqual({ run: 'SIGTERM', part: null });
    await eventually(() => orphan.signalCode === 'SIGTERM');
    await eventually(() => self.exitCode === 0);
  },
);

test('an app that the command line starts does not carry the mark on', () => {
  const env = environmentOfApp({ GATEHOUSE_OPENCODE_RUN: 'm:1', GATEHOUSE_DATA: '/d', A: 'b' });
  expect(env).toEqual({ GATEHOUSE_DATA: '/d', A: 'b' });
});
