/** Commands that only read, through the whole gate: which are silent, and which are still asked about. */
import { describe, expect, test } from 'vitest';
import type { Paths } from '../../../src/main/core/dependencies.ts';
import { done } from '../../../src/shared/actions/outcomes.ts';
import { gtfobinsAToF } from '../commands/cases/gtfobins-a-f.ts';
import { gtfobinsGToO } from '../commands/cases/gtfobins-g-o.ts';
import { gtfobinsPToZ } from '../commands/cases/gtfobins-p-z.ts';
import {
  boldAccess,
  boldApp,
  commandsWith,
  coreWith,
  agent,
  granted,
  never,
  pathsWith,
  recordingExecutor,
} from '../core-fixture.ts';
import { isSilent, silentOr } from './silent.ts';
import { ruleWith } from '../rule-fixture.ts';

describe('a command that only reads inside the folders is not asked about', () => {
  test.each([
    [['ls']],
    [['ls', '-la', 'src']],
    [['cat', 'package.json']],
    [['head', '-n', '20', 'src/a.ts']],
    [['head', '-20', 'src/a.ts']],
    [['tail', '-n', '+5', 'a']],
    [['wc', '-l', 'a', 'b']],
    [['grep', '-rn', 'TODO', 'src']],
    [['grep', '-n', '--include=*.ts', '-A', '3', 'x', '.']],
    [['rg', '-n', 'TODO', '-g', '*.ts', 'src']],
    [['rg', '--files', '--hidden']],
    [['jq', '-r', '.env', 'package.json']],
    [['find', '.', '-name', '*.ts', '-not', '-path', './node_modules/*']],
    [['sed', '-n', '1,20p', 'a.ts']],
    [['sort', '-u', 'a']],
    [['jq', '-r', '.scripts.test', 'package.json']],
    [['diff', '-u', 'a', 'b']],
    [['pwd']],
    [['which', 'node']],
    [['git', '--version']],
    [['node', '--version']],
  ])('%j', async (argv) => {
    const app = await boldApp();
    expect(await silentOr(app, { argv })).toMatchObject({ kind: 'done' });
    expect(app.ran).toHaveLength(1);
    expect(app.ledgerStore.records.find(({ phase }) => phase === 'decision')).toMatchObject({
      decided_by: 'policy',
      result: 'allow',
      args: { explain: 'Reads only, inside app.' },
    });
  });

  test('a line of one command is the same', async () => {
    const app = await boldApp();
    expect(await silentOr(app, { command_line: 'grep -rn "a b" src' })).toMatchObject({
      kind: 'done',
    });
  });
});

describe('F5 F6 what is not certainly reading is asked about', () => {
  test.each([
    [['cat', '/etc/passwd']],
    [['ls', '/usr/share']],
    [['grep', '-R', 'x', '.']],
    [['grep', '-rf', 'list', 'src']],
    [['grep', '-e', '--', '-R', 'x']],
    [['find', '-L', '.', '-name', 'x']],
    [['find', '.', '-follow']],
    [['find', '.', '-newer', 'a']],
    [['find', '.', '-files0-from', 'a']],
    [['find', '.', '-exec', 'cat', '{}', ';']],
    [['find', '.', '-fprint', 'x']],
    [['rg', '-L', 'x']],
    [['rg', '--follow', 'x']],
    [['rg', '-z', 'x']],
    [['rg', '--pre', './x', 'x']],
    [['rg', '--pre=./x', 'x']],
    [['rg', '-f', 'patterns', 'src']],
    [['ls', '-L']],
    [['tree', '-l']],
    [['tree', '-o', 'x']],
    [['tree', '-Io', 'x', 'src/out.js']],
    [['tree', '-Po', 'x', 'src/out.js']],
    [['tree', '-Pl', 'x']],
    [['egrep', 'x', 'a']],
    [['which', '/root/secret/x']],
    [['which', '../x']],
    [['date', '11180000']],
    [['date', '-u', '11180000']],
    [['jq', '-n', '"x"|modulemeta']],
    [['jq', '-n', 'env']],
    [['jq', '-n', '$ENV.TOKEN']],
    [['jq', '-r', '.a, (env|.TOKEN)', 'a']],
    [['sort', '-o', 'b', 'a']],
    [['sort', '--files0-from=a']],
    [['sort', '--compress-program=./x', 'a']],
    [['sort', '-T', 'x', 'a']],
    [['wc', '--files0-from=a']],
    [['du', '--files0-from=a']],
    [['du', '-L']],
    [['sha256sum', '-c', 'sums']],
    [['file', '-f', 'names']],
    [['date', '-f', 'names']],
    [['date', '-s', '2020-01-01']],
    [['uniq', 'a', 'b']],
    [['sed', '-i', 's/a/b/', 'a']],
    [['sed', '-f', 'script', 'a']],
    [['sed', 'w out', 'a']],
    [['sed', '1e id', 'a']],
    [['jq', 'import "x" as $x; .', 'a']],
    [['jq', '-f', 'prog', 'a']],
    [['jq', '--rawfile', 'a', 'b', '.']],
    [['diff', '-r', 'a', 'b']],
    [['awk', '{print}', 'a']],
    [['less', 'a']],
    [['more', 'a']],
    [['man', 'ls']],
    [['env']],
    [['xargs', 'ls']],
    [['/usr/bin/ls']],
    [['./ls']],
    [['tail', '-f', 'a']],
    [['npm', 'ls']],
    [['git', 'status']],
    [['yarn', '--version']],
  ])('%j', async (argv) => {
    expect(await isSilent(await boldApp(), argv)).toBe(false);
  });

  test('F6 no known misuse of a program is silent', async () => {
    const app = await boldApp();
    const lineRunner = { actions: ['exec_command'], answer: done({}), builtIn: true } as const;
    const ranLines = recordingExecutor(app.core, lineRunner);
    const lines = [gtfobinsAToF, gtfobinsGToO, gtfobinsPToZ]
      .flatMap((text) => text.trim().split('\n'))
      .map((row) => row.split(' ').slice(2).join(' '));
    expect(lines.length).toBeGreaterThan(450);
    // After a few denials the agent is muted, and a question becomes a refusal: still not silent.
    for (const line of lines) await silentOr(app, { command_line: line });
    const ran = [...app.ran, ...ranLines];
    expect(ran.map(({ command }) => command?.parts ?? command?.argv)).toEqual([]);
  });

  test('a program of the project is other code, whatever its name', async () => {
    const findProgram = async () =>
      ({ kind: 'found', path: '/w/app/bin/ls', real: '/w/app/bin/ls', insideRoot: true }) as const;
    const app = await boldApp({ commands: commandsWith({ findProgram }) });
    expect(await isSilent(app, ['ls'])).toBe(false);
  });

  test.each([
    ['/home/u/.asdf/shims/node', '/home/u/.asdf/shims/node'],
    ['/home/u/.pyenv/shims/node', '/home/u/.pyenv/shims/node'],
    ['/home/u/bin/node', '/usr/bin/mise'],
  ])('a program that starts the version a project names: %s', async (path, real) => {
    const findProgram = async () => ({ kind: 'found', path, real, insideRoot: false }) as const;
    const app = await boldApp({ commands: commandsWith({ findProgram }) });
    expect(await isSilent(app, ['node', '--version'])).toBe(false);
    expect(await isSilent(app, ['cat', 'a'])).toBe(false);
  });

  test('a program of Windows may mean something else by that name', async () => {
    const path = 'C:\\Windows\\System32\\sort.exe';
    const findProgram = async () =>
      ({ kind: 'found', path, real: path, insideRoot: false }) as const;
    const app = await boldApp({ commands: commandsWith({ findProgram }) });
    expect(await isSilent(app, ['sort', 'a'])).toBe(false);
  });
});

describe('F6 a search that may print secrets is asked about', () => {
  const search = async (argv: readonly string[]): Promise<boolean> => {
    const paths = { ...pathsWith(), hasSecretsBelow };
    return isSilent(await boldApp({ paths }), argv);
  };
  /** As if `.env` was in the folder. */
  const hasSecretsBelow: Required<Paths>['hasSecretsBelow'] = (_, { all, patterns }) =>
    all || patterns.some((pattern) => pattern.startsWith('.env'));

  test.each([
    [['rg', '--hidden', 'x']],
    [['rg', '-g', '.env', 'x']],
    [['rg', '-g=.env', 'x']],
    [['rg', '-ng=.env*', 'x']],
    [['rg', '--hidden', '-e', '--files', '-e', '.']],
    [['rg', '--hidden', '-ne', '--files', '-e', '.']],
    [['rg', '--hidden', '-g', '--files', '-g', '*', 'x']],
    [['rg', '--hidden', '--regexp', '--files', '-e', '.']],
    [['rg', '--hidden', 'x', '--', '--files', '.']],
  ])('%j', async (argv) => {
    expect(await search(argv)).toBe(false);
  });

  test.each([
    [['rg', 'x']],
    [['rg', '-g=*.ts', 'x']],
    [['rg', '--files', '--hidden']],
    [['rg', '--hidden', '--files']],
    [['rg', '-g', '*.ts', '--hidden', '--files', 'src']],
  ])('and not %j', async (argv) => {
    expect(await search(argv)).toBe(true);
  });
});

describe('D2 a name that leads out through a link is refused or asked about', () => {
  test.each([
    [['cat', 'link']],
    [['head', '-n', '5', 'link']],
    [['tail', '-5', 'link']],
    [['wc', '-l', 'link']],
    [['nl', '-ba', 'link']],
    [['cut', '-d', ',', '-f', '1', 'link']],
    [['uniq', '-c', 'link']],
    [['sort', '-k', '2', '-t', ',', 'link']],
    [['comm', '-12', 'a', 'link']],
    [['cmp', 'a', 'link']],
    [['diff', '-U', '3', 'a', 'link']],
    [['md5sum', 'link']],
    [['sha256sum', 'link']],
    [['stat', '-c', '%s', 'link']],
    [['file', '-b', 'link']],
    [['jq', '-r', '.', 'link']],
    [['jq', '--arg', 'a', 'b', '.', 'link']],
    [['sed', '-n', 'p', 'link']],
    [['sed', '-n', 'r link', 'a']],
    [['realpath', 'link']],
    [['readlink', '-f', 'link']],
    [['ls', 'link']],
    [['ls', '-l', 'link']],
    [['du', '-d', '1', 'link']],
    [['du', '-sh', 'link']],
    [['tree', 'link']],
    [['tree', '-L', '2', 'link']],
    [['grep', '-r', 'x', 'link']],
    [['grep', '-e', 'x', '-A', '3', 'link']],
    [['egrep', '-m', '3', 'x', 'link']],
    [['rg', 'x', 'link']],
    [['rg', '-g', '*.ts', 'x', 'link']],
    [['rg', '-t', 'ts', '-A', '2', 'x', 'link']],
    [['rg', '--max-depth', '2', 'x', 'link']],
    [['rg', '--files', 'link']],
    [['find', 'link']],
  ])('%j', async (argv) => {
    const app = await boldApp({ paths: pathsWith({ '/w/app/link': '/etc/shadow' }) });
    await silentOr(app, { argv });
    expect(app.ran).toEqual([]);
  });
});

describe('what the session holds, and what the user’s rules say', () => {
  test('without the scope to read files it is asked about', async () => {
    const app = await coreWith();
    recordingExecutor(app.core, { actions: ['exec_command'] });
    const args = { ...boldAccess, scopes: ['run:commands'] };
    await granted(app.core, app.clock, { args });
    const call = (action: string, given: unknown) =>
      app.core.gate.pass({ action, args: given }, agent, never);
    expect(await isSilent({ ...app, call }, ['ls'])).toBe(false);
  });

  test.each([
    ['asks about', 'ask'],
    ['denies', 'deny'],
  ] as const)(
    'a rule that %s reading a folder by an action holds for commands',
    async (_, effect) => {
      const app = await boldApp();
      const rule = ruleWith({ effect, actions: ['open_file'], within: '/w/app/secret' });
      await app.core.rules.add(rule);
      expect(await isSilent(app, ['cat', 'secret/a'])).toBe(false);
      expect(await isSilent(app, ['grep', '-r', 'x', '.'])).toBe(false);
    },
  );

  test('a rule about another folder changes nothing', async () => {
    const app = await boldApp();
    await app.core.rules.add(
      ruleWith({ effect: 'deny', actions: ['open_file'], within: '/w/other' }),
    );
    expect(await isSilent(app, ['cat', 'a'])).toBe(true);
  });

  test('a command that goes through folders is asked about where another file system is mounted', async () => {
    const paths = { ...pathsWith(), mountsBelow: () => ['/w/app/mnt'] };
    const app = await boldApp({ paths });
    expect(await isSilent(app, ['grep', '-r', 'x', '.'])).toBe(false);
    expect(await isSilent(app, ['cat', 'a'])).toBe(true);
  });

  test('D20 a folder given to a program for files is asked about: it may follow links there', async () => {
    const plain = pathsWith();
    const resolve: typeof plain.resolve = (...given) => {
      const found = plain.resolve(...given);
      return 'path' in found ? { ...found, kind: 'folder' } : found;
    };
    const app = await boldApp({ paths: { ...plain, resolve } });
    expect(await isSilent(app, ['diff', 'a', 'b'])).toBe(false);
    expect(await isSilent(app, ['ls', 'a'])).toBe(true);
  });
});
