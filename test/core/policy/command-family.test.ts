/** "npm test in harbour": a yes for a program and its first word, for the rest of the session. */
import { describe, expect, test } from 'vitest';
import { answerNext, boldApp, nextConfirm } from '../core-fixture.ts';

type TestApp = Awaited<ReturnType<typeof boldApp>>;

async function offered(app: TestApp, argv: readonly string[]): Promise<string | null> {
  const passing = app.call('exec_command', { argv });
  const { forSession } = await nextConfirm(app.core, app.clock);
  await answerNext(app.core, app.clock, { kind: 'change', text: 'No.' });
  await passing;
  return forSession;
}

describe('F2 what is offered for the session', () => {
  test.each([
    [['npm', 'test'], 'npm test'],
    [['npm', 'run', 'test', '--', '-t', 'x'], 'npm test'],
    [['npm', 'run', 'lint'], 'npm run lint'],
    [['npx', 'tsc', '--noEmit'], 'npx tsc'],
    [['npx', 'vitest', 'run', 'a.test.ts'], 'npx vitest'],
    [['node', 'scripts/bench.js'], 'node scripts/bench.js'],
    [['node', '--test', 'a.test.js'], 'node --test'],
    [['python3', 'scripts/x.py'], 'python3 scripts/x.py'],
    [['python3', '-m', 'pytest', '-q'], 'python3 -m pytest'],
    [['make', 'check'], 'make check'],
    [['make'], 'make'],
    [['npm', 'ci'], 'npm ci'],
    [['uv', 'run', 'pytest', '-q'], 'uv run pytest'],
  ])('%j: %s', async (argv, words) => {
    expect(await offered(await boldApp(), argv)).toBe(`${words} in app, with any arguments`);
  });

  test.each([
    [['sh', '-c', 'npm test']],
    [['bash', '-lc', 'npm test']],
    [['env', 'A=1', 'npm', 'test']],
    [['timeout', '5', 'npm', 'test']],
    [['xargs', 'npm', 'test']],
    [['node', '-e', '1']],
    [['python3', '-c', '1']],
    [['perl', '-e1']],
    [['npm', '--prefix', 'x', 'test']],
    [['npm', 'run', '--silent']],
    [['node', '/usr/lib/x.js']],
    [['frobnicate', 'test']],
    [['docker', 'run', 'x']],
    [['rm', '-r', 'x']],
    [['git', 'clean', '-fdx']],
    [['npm', 'install']],
    [['npm', 'i', 'left-pad']],
    [['pnpm', 'add', 'left-pad']],
    [['pip', 'install', 'x']],
    [['python3', '-m', 'pip', 'install', 'x']],
    [['go', 'run']],
    [['uv', 'run', 'bash', '-c', 'x']],
    [['bundle', 'exec', 'ruby', '-e', '1']],
    [['npx', 'node', '-e', '1']],
  ])('%j only once', async (argv) => {
    expect(await offered(await boldApp(), argv)).toBeNull();
  });
});

describe('F2 a yes for the session', () => {
  const kept = async (): Promise<TestApp> => {
    const app = await boldApp();
    const passing = app.call('exec_command', { argv: ['npm', 'test'] });
    await answerNext(app.core, app.clock, { kind: 'session' });
    await passing;
    return app;
  };

  test.each([[['npm', 'test']], [['npm', 'test', '--', 'a.test.ts']], [['npm', 'run', 'test']]])(
    'covers %j',
    async (argv) => {
      const app = await kept();
      expect(await app.call('exec_command', { argv })).toMatchObject({ kind: 'done' });
      expect(app.ran).toHaveLength(2);
    },
  );

  test.each([
    [{ argv: ['npm', 'install'] }],
    [{ argv: ['npm', 'run', 'lint'] }],
    [{ argv: ['npm', 'test', '/etc/x'] }],
    [{ argv: ['npm', 'test'], cwd: '/w/app/sub' }],
    [{ argv: ['pnpm', 'test'] }],
    [{ argv: ['npm', 'test', '--script-shell=./x'] }],
    [{ argv: ['npm', 'test', '--node-options=--require=./x'] }],
    [{ argv: ['npm', 'test', '--prefix', 'sub'] }],
    [{ argv: ['npm', 'test', '-C', 'sub'] }],
    [{ argv: ['sh', '-c', 'npm test'] }],
  ])('does not cover %j', async (args) => {
    const app = await kept();
    void app.call('exec_command', args);
    expect(await nextConfirm(app.core, app.clock)).toMatchObject({ action: 'exec_command' });
  });

  test.each([
    [
      ['make', 'check'],
      ['make', 'check', '--eval=x:;id'],
    ],
    [
      ['make', 'check'],
      ['make', 'check', '-f', 'other.mk'],
    ],
    [
      ['make', 'check'],
      ['make', 'check', 'SHELL=./x'],
    ],
    [
      ['node', '--test'],
      ['node', '--test', '--eval', 'x'],
    ],
    [
      ['node', '--test'],
      ['node', '--test', '--import', 'data:text/javascript,x'],
    ],
    [
      ['npm', 'exec', 'vitest'],
      ['npm', 'exec', 'vitest', '--package=evil'],
    ],
    [
      ['go', 'test', './...'],
      ['go', 'test', './...', '-exec=./x'],
    ],
  ])('for %j does not cover %j, which names other code', async (first, then) => {
    const app = await boldApp();
    const passing = app.call('exec_command', { argv: first });
    await answerNext(app.core, app.clock, { kind: 'session' });
    await passing;
    void app.call('exec_command', { argv: then });
    expect(await nextConfirm(app.core, app.clock)).toMatchObject({ action: 'exec_command' });
  });

  test('ends with the session', async () => {
    const app = await kept();
    app.core.sessions.end(app.sessionId, 'agent');
    expect(await app.call('exec_command', { argv: ['npm', 'test'] })).toMatchObject({
      kind: 'refused',
    });
  });
});
