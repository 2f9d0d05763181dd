/** From an MCP client through the gate to the real workbench: what is shown is worked out first, and then done. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { ruleWith } from '../core/rule-fixture.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool } from './tool-call.ts';

const scopes = [
  ...['read:files', 'test:code', 'build:project', 'replace:text', 'refactor:code', 'format:code'],
  ...['delete:files', 'git:branch', 'edit:buffers', 'write:files', 'create:files', 'manage:tabs'],
];

async function workshop() {
  const app = await TestApp.open();
  const { core } = app.app;
  await eventually(() => core.executors.canDo('run_tests'));
  const root = fs.realpathSync(scratch());
  const client = await app.connect('worker');
  const asked = callTool(client, 'request_access', { scopes, roots: [root], reason: 'to work' });
  await app.answerNext(allowAll);
  await asked;
  const call = (name: string, args: Record<string, unknown> = {}) => callTool(client, name, args);
  const nextConfirm = async (): Promise<ConfirmAsk> => {
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error(`this is an ${ask.kind} ask`);
    return ask;
  };
  const yes = ({ askId }: ConfirmAsk): void =>
    expect(core.asks.answer(askId, { kind: 'once' })).toEqual({ accepted: true });
  const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');
  return { app, core, root, call, nextConfirm, yes, read };
}

const scripts = (own: Record<string, string>): string => JSON.stringify({ scripts: own });

describe('run_tests and build_project', () => {
  it('F1 G14 the command is shown word by word, with what the project says it runs, and runs so', async () => {
    const { root, call, nextConfirm, yes, read, app } = await workshop();
    put(root, 'package.json', scripts({ pretest: 'echo before', test: 'node mark.cjs' }));
    put(root, 'mark.cjs', "require('fs').writeFileSync('mark', process.argv.slice(2).join());");
    const calling = call('run_tests', { filter: 'only this' });
    const ask = await nextConfirm();
    expect(ask.command).toMatchObject({
      argv: ['npm', 'run', 'test', '--', 'only this'],
      program: expect.stringMatching(/^\/.*\/npm$/),
      cwd: root,
      says: 'pretest: echo before\ntest: node mark.cjs',
    });
    yes(ask);
    expect((await calling).data).toMatchObject({ exit_code: 0 });
    expect(read('mark')).toBe('only this');
    const decision = (await app.ledger()).find(
      ({ phase, action }) => phase === 'decision' && action === 'run_tests',
    );
    expect(decision?.args).toMatchObject({ command: { argv: ask.command?.argv } });
  });

  it('G5 a package.json that changed meanwhile runs nothing', async () => {
    const { root, call, nextConfirm, yes } = await workshop();
    put(root, 'package.json', scripts({ test: 'node --version' }));
    const calling = call('run_tests');
    const ask = await nextConfirm();
    put(root, 'package.json', scripts({ test: 'touch evil' }));
    yes(ask);
    expect((await calling).data).toMatchObject({ code: 'stale' });
    expect(fs.existsSync(path.join(root, 'evil'))).toBe(false);
  });

  it("a rule for it is valid until the project's definition changes", async () => {
    const { core, root, call, nextConfirm } = await workshop();
    put(root, 'Makefile', 'all:\n\techo made > made\n');
    const first = call('build_project');
    const { ruleDraft, askId, command } = await nextConfirm();
    expect(command?.argv).toEqual(['make', 'all']);
    core.asks.answer(askId, { kind: 'deny', reason: '' });
    await first;
    if (!ruleDraft) throw new Error('it can be a rule');
    await core.rules.add(ruleWith({ effect: 'allow', ...ruleDraft }));
    expect((await call('build_project')).data).toMatchObject({ exit_code: 0 });
    put(root, 'package.json', scripts({ build: 'touch evil' }));
    void call('build_project').catch(() => undefined);
    expect((await nextConfirm()).command?.argv).toEqual(['npm', 'run', 'build']);
  });

  it('no task: nobody is asked', async () => {
    const { core, call } = await workshop();
    expect((await call('run_tests')).data).toMatchObject({ code: 'no-task' });
    expect(core.asks.list()).toEqual([]);
  });
});

describe('replace_text by a pattern', () => {
  const replace = { globs: ['**/*'], text: 'red', replacement: 'green' };

  it('E1 G14 is asked about, with the diff, when it would change a protected file', async () => {
    const { root, call, nextConfirm, yes, read } = await workshop();
    put(root, 'a.txt', 'red one\n');
    put(root, '.vscode/settings.json', '{ "task": "red" }\n');
    const calling = call('replace_text', replace);
    const ask = await nextConfirm();
    expect(ask.because).toEqual([expect.stringContaining('.vscode/settings.json')]);
    expect(ask.changes.map((one) => [path.relative(root, one.path), one.isProtected])).toEqual([
      ['.vscode/settings.json', true],
      ['a.txt', false],
    ]);
    expect(ask.changes[0]?.diff).toContain('-{ "task": "red" }\n+{ "task": "green" }');
    yes(ask);
    expect((await calling).data).toMatchObject({ replacements: 2 });
    expect([read('a.txt'), read('.vscode/settings.json')]).toEqual([
      'green one\n',
      '{ "task": "green" }\n',
    ]);
  });

  it('needs no question where no such file is among them', async () => {
    const { core, root, call, read } = await workshop();
    put(root, 'a.txt', 'red one\n');
    put(root, 'package.json', '{}\n');
    expect((await call('replace_text', replace)).data).toMatchObject({ replacements: 1 });
    expect(core.asks.list()).toEqual([]);
    expect(read('a.txt')).toBe('green one\n');
  });

  it('G5 G14 a file that came to it by then is not changed, and neither is any other', async () => {
    const { root, call, nextConfirm, yes, read } = await workshop();
    put(root, 'package.json', '{ "name": "red" }\n');
    const calling = call('replace_text', replace);
    const ask = await nextConfirm();
    put(root, '.npmrc', 'registry=red\n');
    yes(ask);
    expect((await calling).data).toMatchObject({ code: 'stale' });
    expect([read('package.json'), read('.npmrc')]).toEqual([
      '{ "name": "red" }\n',
      'registry=red\n',
    ]);
  });
});

describe('refactor_symbol', () => {
  const position = { line: 1, character: 14 };

  async function project() {
    const shop = await workshop();
    const { root } = shop;
    put(root, 'tsconfig.json', '{ "include": ["**/*.ts"] }');
    const file = put(root, 'lib.ts', 'export const speed = 1;\n');
    put(root, 'sealed/use.ts', "import { speed } from '../lib.ts';\nconsole.log(speed);\n");
    return { ...shop, file };
  }

  it('E5 over a folder that a rule forbids is denied as a whole', { timeout: 60_000 }, async () => {
    const { core, root, call, file, read } = await project();
    await core.rules.add(ruleWith({ effect: 'deny', within: path.join(root, 'sealed') }));
    const { data } = await call('refactor_symbol', { path: file, position, new_name: 'pace' });
    expect(data).toMatchObject({ code: 'denied-by-rule' });
    expect(read('lib.ts')).toBe('export const speed = 1;\n');
  });

  it(
    'goes on where nothing forbids it, and all of it is on record',
    { timeout: 60_000 },
    async () => {
      const { app, root, call, file, read } = await project();
      const { data } = await call('refactor_symbol', { path: file, position, new_name: 'pace' });
      expect(data).toMatchObject({ occurrences: 3 });
      expect(read('sealed/use.ts')).toContain('console.log(pace)');
      const decision = (await app.ledger()).find(
        ({ phase, action }) => phase === 'decision' && action === 'refactor_symbol',
      );
      const planned = ['lib.ts', 'sealed/use.ts'].map((name) => path.join(root, name));
      expect(decision?.args).toMatchObject({ planned: expect.arrayContaining(planned) });
    },
  );
});

describe('what would be lost', () => {
  const git = (root: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      encoding: 'utf8',
    });

  async function repository() {
    const shop = await workshop();
    const { root, core, call, nextConfirm } = shop;
    // A deletion to the trash is silent unless the user wants to be asked.
    await core.rules.add(ruleWith({ effect: 'ask', actions: ['delete_file'] }));
    git(root, 'init', '--quiet', '--initial-branch=main');
    put(root, '.gitignore', '*.log\n');
    put(root, 'kept.txt', 'kept\n');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '-m', 'first');
    /** What the person reads before they say no. */
    const askFor = async (action: string, args: Record<string, unknown>) => {
      const calling = call(action, args);
      const ask = await nextConfirm();
      core.asks.answer(ask.askId, { kind: 'change', text: 'Leave it.' });
      await calling;
      return ask;
    };
    const lineFor = async (action: string, args: Record<string, unknown>) =>
      (await askFor(action, args)).recoverability;
    return { ...shop, askFor, lineFor };
  }

  it('delete_file says which of it no commit holds, and that it goes to the trash', async () => {
    const { root, lineFor } = await repository();
    const remove = (name: string, recursive = false) =>
      lineFor('delete_file', { path: path.join(root, name), recursive });
    const trash = "It moves to Gatehouse's trash and can be restored from there.";
    expect(await remove('kept.txt')).toBe(`It is committed, but not pushed. ${trash}`);
    put(root, 'kept.txt', 'other\n');
    expect(await remove('kept.txt')).toContain('No commit contains its current version.');
    put(root, 'new.txt', 'new\n');
    expect(await remove('new.txt')).toContain('Git does not track it');
    put(root, 'x.log', 'x\n');
    expect(await remove('x.log')).toContain('Git ignores it');
    put(root, 'sub/a.txt', 'a\n');
    git(root, 'add', 'sub/a.txt');
    git(root, 'commit', '--quiet', '-m', 'second');
    put(root, 'sub/b.txt', 'b\n');
    put(root, 'sub/deep/c.log', 'c\n');
    expect(await remove('sub', true)).toContain(
      'No commit contains the current version of 2 of the 3 files in it: 1 untracked, 1 ignored by git.',
    );
  });

  it('git_branch says which commits are nowhere else', async () => {
    const { root, askFor } = await repository();
    git(root, 'branch', 'same');
    // Nothing is lost, so nobody reads that it cannot be undone, or has to type a name.
    expect(await askFor('git_branch', { op: 'delete', name: 'same', root })).toMatchObject({
      recoverability: 'Every commit of it is also on another branch, tag or remote.',
      typeToAllow: null,
    });
    git(root, 'switch', '--quiet', '-c', 'own');
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'own');
    const sha = git(root, 'rev-parse', '--short', 'HEAD').trim();
    git(root, 'switch', '--quiet', 'main');
    const ask = await askFor('git_branch', { op: 'delete', name: 'own', root, force: true });
    expect(ask.recoverability).toContain('1 commit is on no other branch, tag or remote.');
    expect(ask.recoverability).toContain(sha);
    expect(ask.typeToAllow).toBe('git_branch');
  });

  it('G14 a branch that brings a protected file is shown with it, and one that does not needs no question', async () => {
    const { core, root, call, nextConfirm, yes, read } = await repository();
    const commitOn = (branch: string, name: string, text: string): void => {
      git(root, 'switch', '--quiet', '-c', branch, 'main');
      put(root, name, text);
      git(root, 'add', '.');
      git(root, 'commit', '--quiet', '-m', branch);
      git(root, 'switch', '--quiet', 'main');
    };
    commitOn('plain', 'kept.txt', 'other\n');
    commitOn('tasks', '.vscode/tasks.json', '{ "runOn": "folderOpen" }\n');
    const to = (name: string) => call('git_branch', { op: 'switch', name, root });
    expect((await to('plain')).data).toMatchObject({ current: 'plain' });
    expect((await to('main')).data).toMatchObject({ current: 'main' });
    expect(core.asks.list()).toEqual([]);
    const first = to('tasks');
    const ask = await nextConfirm();
    expect(ask.because[0]).toContain('.vscode/tasks.json');
    expect(ask.changes).toEqual([
      {
        path: path.join(root, '.vscode/tasks.json'),
        diff: '@@ -0,0 +1 @@\n+{ "runOn": "folderOpen" }\n',
        isProtected: true,
      },
    ]);
    git(root, 'branch', '--force', 'tasks', 'plain');
    yes(ask);
    expect((await first).data).toMatchObject({ code: 'stale' });
    expect(read('kept.txt')).toBe('kept\n');
  });

  it('a protected file is edited as a diff against its unsaved text, and closing says what goes', async () => {
    const { root, call, nextConfirm, yes, lineFor } = await repository();
    const file = put(root, 'package.json', '{\n  "a": 1\n}\n');
    const edit = async (content: string) => {
      const { data } = await call('open_file', { path: file });
      return call('edit_buffer', { path: file, content, base_version: data['version'] });
    };
    const first = edit('{\n  "a": 2\n}\n');
    const ask = await nextConfirm();
    expect(ask.changes).toEqual([
      { path: file, isProtected: true, diff: '@@ -1,3 +1,3 @@\n {\n-  "a": 1\n+  "a": 2\n }\n' },
    ]);
    yes(ask);
    expect(await first).toMatchObject({ isError: false });
    const second = edit('{\n  "a": 3\n}\n');
    const again = await nextConfirm();
    expect(again.changes[0]?.diff).toContain('-  "a": 2\n+  "a": 3\n');
    yes(again);
    await second;
    expect(await lineFor('close_buffer', { path: file, save: false })).toContain(
      'No file holds its unsaved changes (lines added: 1, removed: 1).',
    );
  });
});
