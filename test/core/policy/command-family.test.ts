/** "npm test in harbour": a yes for a program and its first word, for the rest of the session. */
import { describe, expect, test, vi } from 'vitest';
import { done } from '../../../src/shared/actions/outcomes.ts';
import { ruleSentence } from '../../../src/shared/rules/rules.ts';
import { answerNext, boldApp, nextConfirm, recordingExecutor } from '../core-fixture.ts';
import { ruleWith } from '../rule-fixture.ts';

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
    [['turbo', 'run', 'test'], 'turbo run test'],
    [['mvnw', 'test'], 'mvnw test'],
    [['deno', 'task', 'test', 'a'], 'deno task test'],
    [['curl', '-s', 'http://localhost:5173/a?b=c'], 'curl localhost:5173'],
    [['curl', '-sS', '-m', '5', 'http://127.0.0.1:80'], 'curl 127.0.0.1:80'],
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
    [['npm', 'isnta', 'evil']],
    [['npm', 'instal', 'evil']],
    [['npm', 'rum', 'test']],
    [['npm', 'pkg', 'set', 'scripts.test=id']],
    [['npm', 'ci', '--registry=http://x']],
    [['npx', 'concurrently', 'id']],
    [['npx', 'cross-env', 'A=1', 'id']],
    [['npx', 'tsx', '-e', '1']],
    [['yarn', 'workspace', 'x', 'add', 'evil']],
    [['yarn', 'plugin', 'import', 'x']],
    [['python3', '-m', 'pdb', 'x']],
    [['python3', '-m', 'timeit', 'x']],
    [['make', 'check', 'deploy']],
    [['gradle', 'test', '-I', 'x']],
    [['mvn', 'test', '-Dexec.executable=id']],
    [['deno', 'test', '-A']],
    [['php', 'artisan']],
    [['rails', 'runner', 'x']],
    [['rails', 'db:drop']],
    [['php', 'artisan', 'migrate:fresh']],
    [['php', 'artisan', 'tinker']],
    [['bundle', 'exec', 'rake', 'deploy']],
    [['direnv', 'allow']],
    [['direnv', 'exec', '.', 'id']],
    [['watchexec', 'id']],
    [['nvm', 'exec', 'id']],
    [['gh', 'extension', 'exec', 'x']],
    [['ansible-playbook', 'x.yml']],
    [['vercel', 'deploy']],
    [['npx', 'wrangler', 'deploy']],
    [['firebase', 'deploy']],
    [['ngrok', 'http', '80']],
    [['python3', '-m', 'awscli']],
    [['python3', '-m', 'pyperf', 'command', 'id']],
    [['sbt', 'test', 'run']],
    [['gradlew', 'test', 'publish']],
    [['mvnw', 'test', 'deploy']],
    [['ant', 'test', 'deploy']],
    [['turbo', 'run', 'test', 'deploy']],
    [['nx', 'run-many', '-t', 'deploy']],
    [['nx', 'affected', '--target=deploy']],
    [['run-s', 'test', 'deploy']],
    [['npx', 'gulp', 'test']],
    [['npx', 'turbo', 'test']],
    [['npx', 'turbo@latest', 'test']],
    [['npx', 'concurrently@9', 'id']],
    [['npx', 'prisma', 'generate']],
    [['npx', 'changeset', 'version']],
    [['pnpm', 'exec', 'knex', 'migrate:latest']],
    [['bundle', 'exec', 'rails', 'test']],
    [['mix', 'do', 'test', '+', 'ecto.drop']],
    [['python3', '-m', 'invoke', 'test']],
    [['python3', '-m', 'nox']],
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

  test.each([
    [['npm', 'test']],
    [['npm', 'test', '--silent']],
    [['npm', 'test', '--', 'a.test.ts']],
    [['npm', 'run', 'test']],
  ])('covers %j', async (argv) => {
    const app = await kept();
    expect(await app.call('exec_command', { argv })).toMatchObject({ kind: 'done' });
    expect(app.ran).toHaveLength(2);
  });

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
    // npm reads these as the same options.
    [{ argv: ['npm', 'test', '-script-shell=./x'] }],
    [{ argv: ['npm', 'test', '---script-shell=./x'] }],
    [{ argv: ['npm', 'test', '--script-sh', './x'] }],
    [{ argv: ['npm', 'test', '--script_shell=./x'] }],
    [{ argv: ['npm', 'test', '--SCRIPT-SHELL=./x'] }],
    [{ argv: ['npm', 'test', '--pref', 'sub'] }],
    [{ argv: ['npm', 'test', '-userconfig', './x'] }],
    [{ argv: ['npm', 'test', '--cache=./x'] }],
    [{ argv: ['sh', '-c', 'npm test'] }],
    [{ command_line: 'npm test | head /etc/passwd' }],
    [{ command_line: 'npm test | grep -r TOKEN .' }],
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
      ['npm', 'exec', 'vitest'],
      ['npm', 'exec', 'vitest', '--pack=evil'],
    ],
    [
      ['npm', 'ci'],
      ['npm', 'ci', '--reg=http://x'],
    ],
    [
      ['pnpm', 'test'],
      ['pnpm', 'test', '--script-shell=./x'],
    ],
    [
      ['bun', 'test'],
      ['bun', 'test', '-r', './x'],
    ],
    [
      ['node', '--test'],
      ['node', '--test', '--test-reporter=./x'],
    ],
    [
      ['make', 'check'],
      ['make', 'check', '--eva=x:;id'],
    ],
    [
      ['gradle', 'test'],
      ['gradle', 'test', '--init-s=x'],
    ],
    [
      ['cargo', 'test'],
      ['cargo', 'test', '--manifest-path', 'x'],
    ],
    [
      ['dotnet', 'test'],
      ['dotnet', 'test', '-p:x=y'],
    ],
    [
      ['composer', 'test'],
      ['composer', 'test', '--working-dir=x'],
    ],
    [
      ['go', 'test', './...'],
      ['go', 'test', './...', '-exec=./x'],
    ],
    [
      ['turbo', 'run', 'test'],
      ['turbo', 'run', 'test', 'deploy'],
    ],
    [
      ['nx', 'affected'],
      ['nx', 'affected', '--target=deploy'],
    ],
    [
      ['gradlew', 'test'],
      ['gradlew', 'test', 'publish'],
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

describe('L1 a rule for a program and its first word', () => {
  /** A rule from the ask about `npm test`, as *Always* makes it. */
  const ruled = async () => {
    const app = await boldApp();
    const ran = recordingExecutor(app.core, { actions: ['exec_command'], answer: done({}) });
    const passing = app.call('exec_command', { argv: ['npm', 'test'] });
    const ask = await nextConfirm(app.core, app.clock);
    const rule = app.core.rules.makeExact(ask, null);
    if (!rule) throw new Error('this can be a rule');
    expect(await app.core.rules.add(rule)).toEqual({ added: true });
    await answerNext(app.core, app.clock, { kind: 'once' });
    await passing;
    return { ...app, rule, ran };
  };

  test('says and holds exactly what it matches', async () => {
    const { rule } = await ruled();
    expect(rule).toMatchObject({
      effect: 'allow',
      client: 'cursor',
      within: '/w/app',
      actions: ['exec_command', 'run_tests', 'build_project'],
      command: { program: '/usr/bin/npm', words: 'npm test', isSandboxed: false },
      exactly: null,
    });
    expect(ruleSentence(rule)).toBe(
      'Let cursor run npm test in /w/app, with any arguments, without a sandbox.',
    );
  });

  test('covers it with other arguments, and the entry names the rule', async () => {
    const { call, ran, rule, ledgerStore } = await ruled();
    const argv = ['npm', 'run', 'test', '--', 'a.test.ts'];
    expect(await call('exec_command', { argv })).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(2);
    expect(ledgerStore.writes.join('')).toContain(`"rule":"${rule.ruleId}"`);
  });

  test.each([
    [{ argv: ['npm', 'run', 'lint'] }],
    [{ argv: ['npm', 'test'], cwd: '/w/app/sub' }],
    [{ argv: ['npm', 'test', '/etc/x'] }],
    [{ argv: ['npm', 'test', '--prefix', 'sub'] }],
    [{ argv: ['npm', 'test', '--script-shell=./x'] }],
    [{ argv: ['sh', '-c', 'npm test'] }],
    [{ argv: ['npm', 'test'], outside_sandbox: true }],
  ])('does not cover %j', async (args) => {
    const { core, clock, call } = await ruled();
    void call('exec_command', args);
    expect(await nextConfirm(core, clock)).toMatchObject({ action: 'exec_command' });
  });

  test('is for one agent in one folder', async () => {
    const { core, rule } = await ruled();
    for (const broad of [{ client: null }, { within: null }])
      expect(await core.rules.add({ ...rule, ...broad })).toMatchObject({ added: false });
  });

  test('a rule to ask or to deny is stronger', async () => {
    for (const effect of ['ask', 'deny'] as const) {
      const { core, call } = await ruled();
      await core.rules.add(ruleWith({ effect, actions: ['exec_command'] }));
      const passing = call('exec_command', { argv: ['npm', 'test'] });
      if (effect === 'deny') expect(await passing).toMatchObject({ code: 'denied-by-rule' });
      else await vi.waitFor(() => expect(core.asks.list()).toHaveLength(1));
    }
  });
});

describe('F2 a line', () => {
  const lineApp = async () => {
    const app = await boldApp();
    const workbench = { actions: ['exec_command'], answer: done({}), builtIn: true } as const;
    recordingExecutor(app.core, workbench);
    return app;
  };
  const keptOf = async (line: string) => {
    const app = await lineApp();
    const passing = app.call('exec_command', { command_line: line, cwd: '/w/app' });
    const { family, forSession } = await nextConfirm(app.core, app.clock);
    await answerNext(app.core, app.clock, { kind: 'deny', reason: 'No.' });
    await passing;
    return family?.words ?? forSession;
  };

  test.each([
    ['npm test 2>&1 | tail -20', 'npm test'],
    ['npm test && echo done', 'npm test'],
    ['cat a.txt | node scripts/x.js', 'node scripts/x.js'],
  ])('%s is kept as %s', async (line, words) => {
    expect(await keptOf(line)).toBe(words);
  });

  test.each([
    'npm test | sh',
    'npm test && npm run lint',
    'npm test; rm a.txt',
    'npm test | tee b.txt',
    'npm test && curl http://localhost:1/',
  ])('%s is not', async (line) => {
    expect(await keptOf(line)).toBeNull();
  });

  test.each([
    ['curl', '-d', 'x', 'http://localhost:5173/'],
    ['curl', '-L', 'http://localhost:5173/'],
    ['curl', '-T', 'a.txt', 'http://localhost:5173/'],
    ['curl', '-o', 'a.txt', 'http://localhost:5173/'],
    ['curl', '-X', 'POST', 'http://localhost:5173/'],
    ['curl', 'http://localhost:5173/', 'http://example.com/'],
    ['curl', 'http://localhost.example.com/'],
    ['curl', 'http://localhost:5173@example.com/'],
    ['curl', '-x', 'http://example.com', 'http://localhost:5173/'],
    ['curl', '--unix-socket', 'a.sock', 'http://localhost/'],
  ])('%s %s %s is kept only as it is', async (...argv) => {
    const app = await boldApp();
    const passing = app.call('exec_command', { argv });
    expect((await nextConfirm(app.core, app.clock)).family).toBeUndefined();
    await answerNext(app.core, app.clock, { kind: 'deny', reason: 'No.' });
    await passing;
  });
});
