import { describe, expect, test } from 'vitest';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import {
  answerNext,
  boldApp,
  commandsWith,
  nextConfirm,
  pathsWith,
  ledgerLines,
} from './core-fixture.ts';

type TestApp = Awaited<ReturnType<typeof boldApp>>;

async function asked(app: TestApp, args: object): Promise<ConfirmAsk> {
  void app.call('exec_command', args);
  return nextConfirm(app.core, app.clock);
}

describe('F1 what a shell would make of a word', () => {
  const words = [';', '&&', '|', '`id`', '$(id)', 'a\nb', '\r', '*', '{a,b}', '~', '$IFS', '<<E'];

  test('is passed on as it is, and shown as one word each', async () => {
    const app = await boldApp();
    const argv = ['printf', ...words];
    const passing = app.call('exec_command', { argv });
    const ask = await nextConfirm(app.core, app.clock);
    expect(ask.command).toMatchObject({ argv, program: '/usr/bin/printf', cwd: '/w/app' });
    expect(JSON.parse(ask.exact)).toMatchObject({ argv });
    await answerNext(app.core, app.clock, { kind: 'once' });
    await passing;
    expect(app.ran[0]?.command?.argv).toEqual(argv);
  });

  test('a line is split before it is shown, and only argv is left of it', async () => {
    const app = await boldApp();
    const ask = await asked(app, { command_line: `git log -5 --format='%h %s' "a b"` });
    const argv = ['git', 'log', '-5', '--format=%h %s', 'a b'];
    expect(JSON.parse(ask.exact)).toEqual({ argv, cwd: '/w/app', timeout: 60 });
    expect(ask.command?.argv).toEqual(argv);
  });

  test.each([
    ...[
      'ls > x',
      'A=1 ls',
      'ls $HOME',
      'ls *',
      'ls `id`',
      'ls &',
      'ls & id',
      '(ls; id)',
      '! ls',
      '! ls 2>&1',
    ],
    ...[
      'ls |& wc',
      'ls < x',
      'ls 2> x',
      'ls && cd src',
      'cd src; ls',
      '{ ls; id; } 2>&1',
      'cd - && ls',
    ],
    ...['if true; then ls; fi', 'ls | (wc)', 'ls | A=1 wc', 'ls | wc $HOME', 'ls <<< x | wc'],
    Array.from({ length: 17 }, () => 'ls').join(' | '),
  ])('a line that only a shell could run is refused: %s', async (line) => {
    const { core, call } = await boldApp();
    expect(await call('exec_command', { command_line: line })).toMatchObject({
      code: 'not-one-command',
    });
    expect(core.asks.list()).toEqual([]);
  });
});

describe('F2 commands that start other code', () => {
  test.each([
    [['sh', '-c', 'ls']],
    [['bash', '-lc', 'ls']],
    [['env', 'A=1', 'ls']],
    [['xargs', 'ls']],
    [['nohup', 'ls']],
    [['timeout', '5', 'ls']],
    [['node', '-e', '1']],
    [['python3', '-c', '1']],
    [['perl', '-e', '1']],
    [['cmd', '/c', 'dir']],
  ])('%j is asked about as such, each time again', async (argv) => {
    const app = await boldApp();
    const passing = app.call('exec_command', { argv });
    const ask = await nextConfirm(app.core, app.clock);
    expect(ask.command?.effects).toContain('runs-other-code');
    expect(ask).toMatchObject({ forSession: null, ruleDraft: null });
    expect(ask.command?.whyOnce).not.toBe('');
    expect(app.core.asks.answer(ask.askId, { kind: 'session' })).toMatchObject({
      accepted: false,
    });
    await answerNext(app.core, app.clock, { kind: 'once' });
    await passing;
    expect(await asked(app, { argv })).toMatchObject({ action: 'exec_command' });
    expect(app.ran).toHaveLength(1);
  });

  test('the line that a shell is given is read, too: its effects and places are those of the call', async () => {
    const app = await boldApp();
    const { because } = await asked(app, { argv: ['bash', '-lc', 'rm -rf build && curl x.y'] });
    expect(because).toEqual([
      'bash runs whatever it is given as commands.',
      'rm deletes files.',
      'curl talks to another machine.',
    ]);
    const outside = ['sh', '-c', 'cd /home/ada/other && cat a'];
    expect(await app.call('exec_command', { argv: outside })).toMatchObject({
      code: 'command-outside',
    });
  });
});

describe('F3 what is too much to be read is refused, never let through', () => {
  const chained = Array.from({ length: 51 }, () => 'ls').join('; ');

  test.each([
    ['51 commands in a line', { command_line: chained }, 'command-too-complex'],
    ['51 commands for a shell', { argv: ['sh', '-c', chained] }, 'command-too-complex'],
    ['10,000 arguments', { argv: ['ls', ...Array(10_000).fill('a')] }, 'invalid-arguments'],
    ['2 MB', { argv: ['ls', 'x'.repeat(2_000_000)] }, 'invalid-arguments'],
    ['100 KB', { argv: ['ls', ...Array(4).fill('x'.repeat(25_000))] }, 'command-too-complex'],
  ])('%s', async (_what, args, code) => {
    const { core, call, ran, ledgerStore } = await boldApp();
    expect(await call('exec_command', args)).toMatchObject({ kind: 'refused', code });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
    expect(ledgerLines(ledgerStore).at(-1)).toBe(`outcome exec_command refused ${code}`);
  });
});

describe('F5 what only looks like reading', () => {
  test.each([
    [['find', '.', '-exec', 'rm', '{}', ';']],
    [['find', '.', '-delete']],
    [['sed', '-n', 'w out.txt', 'a']],
    [['sed', 'e', 'a']],
    [['awk', 'BEGIN{system("id")}']],
    [['rg', '--pre', './x', 'a']],
    [['sort', '-o', 'b', 'a']],
    [['tar', 'xf', 'a.tar', '--checkpoint-action=exec=sh x']],
    [['ssh', '-oProxyCommand=id', 'h']],
  ])('%j has a flag that does more', async (argv) => {
    const app = await boldApp();
    const { command, because } = await asked(app, { argv });
    expect(command?.effects.some((effect) => effect !== 'reads')).toBe(true);
    expect(because[0]).not.toMatch(/^It only/);
  });
});

describe('F7 F8 git is not given what makes it run something', () => {
  test.each([
    [['git', 'fetch', '--upload-pack=x', 'origin']],
    [['git', 'push', '--receive-pack', 'x']],
    [['git', 'rebase', '--exec', 'x']],
    [['git', '-c', 'core.sshCommand=x', 'fetch']],
    [['git', '-c', 'core.fsmonitor=x', 'status']],
    [['git', '--config-env=core.pager=X', 'log']],
    [['git', 'diff', '--output=/w/app/x']],
    [['git', 'clone', 'ext::sh -c id']],
    [['git', 'clone', 'EXT::x']],
    [['git', 'fetch', 'fd::17']],
    [['git', 'clone', 'file:///etc']],
    [['git', 'config', 'protocol.EXT.allow', 'always']],
    [['git', 'grep', '-O', 'x'].toSpliced(2, 1, '--open-files-in-pager=x')],
  ])('%j is refused, and nobody is asked', async (argv) => {
    const { core, call, ran } = await boldApp();
    expect(await call('exec_command', { argv })).toMatchObject({ code: 'git-argument-refused' });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
  });
});

describe('what is recorded', () => {
  test('F10 the program, the folder, the effects and every variable it is given', async () => {
    const app = await boldApp();
    const passing = app.call('exec_command', { argv: ['git', 'log'] });
    const ask = await nextConfirm(app.core, app.clock);
    expect(ask.command?.environment).not.toContain('LD_PRELOAD');
    await answerNext(app.core, app.clock, { kind: 'once' });
    await passing;
    expect(app.ledgerStore.records[1]).toMatchObject({
      phase: 'decision',
      args: {
        token: 'log',
        because: ask.because,
        command: {
          argv: ['git', 'log'],
          program: '/usr/bin/git',
          cwd: '/w/app',
          effects: ['reads'],
          environment: { PATH: '/usr/bin', HOME: '/home/ada', GIT_PAGER: 'cat' },
        },
      },
    });
    const given = app.ran[0]?.command?.environment ?? {};
    expect(Object.keys(given)).toEqual(ask.command?.environment);
    expect(given).not.toHaveProperty('LD_PRELOAD');
  });

  test('F10 an agent has no say in the environment', async () => {
    const { call } = await boldApp();
    const args = { argv: ['ls'], env: { LD_PRELOAD: './x.so' } };
    expect(await call('exec_command', args)).toMatchObject({ code: 'invalid-arguments' });
  });

  test('a program that is not there is refused before anybody is asked', async () => {
    const findProgram = async () => ({ kind: 'not-found', sentence: 'No.' }) as const;
    const { core, call } = await boldApp({ commands: commandsWith({ findProgram }) });
    expect(await call('exec_command', { argv: ['ls'] })).toMatchObject({
      code: 'program-not-found',
    });
    expect(core.asks.list()).toEqual([]);
  });

  test('a program in a folder of the session counts as other code, whatever it is called', async () => {
    const findProgram = async () =>
      ({ kind: 'found', path: '/w/app/bin/ls', real: '/w/app/bin/ls', insideRoot: true }) as const;
    const app = await boldApp({ commands: commandsWith({ findProgram }) });
    const ask = await asked(app, { argv: ['ls'] });
    expect(ask.command).toMatchObject({ effects: ['reads', 'runs-other-code'] });
    expect(ask.because[0]).toContain('lies in a folder that the agent may work in');
    expect(ask.forSession).toBeNull();
  });

  test('unknown is a class of its own: said first, and never kept', async () => {
    const app = await boldApp();
    const ask = await asked(app, { argv: ['frobnicate', '--all'] });
    expect(ask.command?.effects).toContain('unknown');
    expect(ask.because[0]).toMatch(/^Not known: /);
    expect(ask).toMatchObject({ forSession: null, ruleDraft: null });
    expect(ask.explain).toBe(ask.because[0]);
  });
});

describe('E1 what a command would change is protected like anything else', () => {
  test.each([
    [['cp', 'a', '.git/hooks/pre-commit'], '.git/hooks/pre-commit: '],
    [['mv', 'a', 'package.json'], 'package.json: '],
    [['rm', '-r', '.github'], '.github: '],
    [['sed', '-i', 's/a/b/', '.npmrc'], '.npmrc: '],
  ])('%j', async (argv, said) => {
    const app = await boldApp();
    const { because } = await asked(app, { argv });
    expect(because[0]).toContain(said);
  });

  test('E5 our own data is refused wherever a word of the command names it', async () => {
    const { core, call } = await boldApp();
    const own = '/home/ada/.config/gatehouse/settings.json';
    for (const argv of [
      ['cat', own],
      ['frobnicate', own],
      ['frobnicate', `--file=${own}`],
      ['sh', '-c', `cat ${own}`],
      ['rm', '-rf', '/home/ada/.config'],
    ]) {
      expect([argv, await call('exec_command', { argv })]).toMatchObject([
        argv,
        { code: 'own-data' },
      ]);
    }
    expect(core.asks.list()).toEqual([]);
  });
});

test('F9 a link that leads out is refused for what it is, even where a word only may be a path', async () => {
  const paths = pathsWith({ '/w/app/link': '/etc' });
  const { call } = await boldApp({ paths });
  for (const argv of [
    ['git', 'clone', 'https://x.y/r.git', 'link'],
    ['frobnicate', './link'],
  ]) {
    expect(await call('exec_command', { argv })).toMatchObject({ code: 'command-outside' });
  }
});

test('a word that may be a path outside is shown to the user', async () => {
  const app = await boldApp();
  const ask = await asked(app, { argv: ['frobnicate', '/api/v1'] });
  expect(ask.because.join(' ')).toContain('/api/v1 lies outside the folders of the session');
});
