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
    [{ argv: ['sh', '-c', 'npm test'] }],
  ])('does not cover %j', async (args) => {
    const app = await kept();
    void app.call('exec_command', args);
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
