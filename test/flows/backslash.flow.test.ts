/** On Linux a backslash is a character of a name like any other, and separates nothing. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileHistoryCommands } from '../../src/main/shell/commands/file-history-commands.ts';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { git } from '../fakes/typescript-project.ts';
import { callTool } from './tool-call.ts';
import { ruleWith } from '../core/rule-fixture.ts';

async function app() {
  const opened = await TestApp.open();
  const { core } = opened.app;
  await eventually(() => core.executors.canDo('open_file'));
  const root = path.join(scratch(), 'we\\ird');
  put(root, 'a\\b.txt', 'with a backslash\n');
  put(root, 'a/b.txt', 'with a slash\n');
  put(root, '..\\x.txt', 'climbs nowhere\n');
  put(root, 'd\\e/f.txt', 'in a folder\n');
  git(root, 'init', '--quiet');
  const client = await opened.connect('coder');
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    opened.clock.skip(1_000);
    return callTool(client, name, args);
  };
  const asking = call('request_access', { scopes: [...allScopes], roots: [root], reason: 'work' });
  await opened.answerNext(allowAll);
  // A deletion to the trash is silent unless the user wants to be asked.
  await core.rules.add(ruleWith({ effect: 'ask', actions: ['delete_file'] }));
  await asking;
  /** Says yes once. */
  const allowed = async (name: string, args: Record<string, unknown>) => {
    const calling = call(name, args);
    const ask = await opened.nextQuestion();
    core.asks.answer(ask.askId, { kind: 'once' });
    return { ask, ...(await calling) };
  };
  return { opened, root, call, allowed, at: (name: string) => `${root}/${name}` };
}

const odd = ['a\\b.txt', '..\\x.txt', 'd\\e/f.txt'];

describe('D23 a name with a backslash is that name and no other', () => {
  it('is read, listed, searched and watched', async () => {
    const { root, call, at } = await app();
    for (const name of odd) {
      const { data } = await call('open_file', { path: at(name) });
      expect(data).toMatchObject({ path: at(name), content: fs.readFileSync(at(name), 'utf8') });
    }
    const slash = await call('open_file', { path: at('a/b.txt') });
    expect(slash.data).toMatchObject({ content: 'with a slash\n' });
    const tree = await call('explore_tree', { path: root, depth: 4 });
    const found = await call('search_files', { root, glob: '**/*.txt' });
    const matches = await call('find_in_project', { root, text: 'with a backslash' });
    for (const name of odd) {
      expect(JSON.stringify(tree.data)).toContain(JSON.stringify(at(name)));
      expect(found.data['paths']).toContain(at(name));
    }
    expect(matches.data).toMatchObject({ matches: [{ path: at('a\\b.txt') }] });
    const watched = await call('watch_file', { path: at('a\\b.txt') });
    expect(watched.data).toMatchObject({ watching: true });
  });

  it('is changed, renamed and known to git', async () => {
    const { opened, root, call, at } = await app();
    const changed = await call('replace_text', {
      paths: odd.map(at),
      text: '\n',
      replacement: ' now\n',
    });
    expect(changed.data).toMatchObject({ replacements: 3 });
    expect(fs.readFileSync(at('a\\b.txt'), 'utf8')).toBe('with a backslash now\n');
    expect(fs.readFileSync(at('a/b.txt'), 'utf8')).toBe('with a slash\n');
    const renamed = await call('rename_file', { path: at('..\\x.txt'), new_path: at('x.txt') });
    expect(renamed.isError).toBe(false);
    const added = await call('git_add', { root, paths: [at('a\\b.txt')] });
    expect([added.isError, JSON.stringify(added.data)]).toEqual([false, expect.any(String)]);
    expect(git(root, 'ls-files', '-z')).toBe('a\\b.txt\0');
    const status = await call('git_status', { root });
    expect(JSON.stringify(status.data)).toContain(JSON.stringify('a\\b.txt').slice(1, -1));
    const lines = await opened.ledger();
    expect(JSON.stringify(lines)).toContain(JSON.stringify(at('..\\x.txt')).slice(1, -1));
  });

  it('is deleted after its own name was shown, and can be restored', async () => {
    const { opened, allowed, at } = await app();
    const commands = fileHistoryCommands(opened.forWindows);
    for (const name of ['a\\b.txt', 'd\\e']) {
      const { ask, isError } = await allowed('delete_file', { path: at(name), recursive: true });
      expect([isError, JSON.stringify(ask)]).toEqual([
        false,
        expect.stringContaining(JSON.stringify(at(name)).slice(1, -1)),
      ]);
    }
    expect(fs.existsSync(at('a/b.txt'))).toBe(true);
    const trash = await commands['trash:list'](undefined);
    if (!Array.isArray(trash)) throw new Error('no trash');
    const paths = new Set(trash.map((item) => item.path));
    expect(paths).toEqual(new Set([at('a\\b.txt'), at('d\\e')]));
    for (const { trashId } of trash) await commands['trash:restore']({ trashId });
    for (const name of ['a\\b.txt', 'd\\e/f.txt']) expect(fs.existsSync(at(name))).toBe(true);
  });

  it('leads to no protected and no closed place, and hides none', async () => {
    const { root, call, allowed, at } = await app();
    put(root, '.git/a\\..\\..\\b.txt', 'x\n');
    const args = { path: at('.git/a\\..\\..\\b.txt'), content: 'y', overwrite: true };
    expect(await allowed('create_file', args)).toMatchObject({
      ask: { because: [expect.stringContaining('Git')] },
    });
    const away = await call('open_file', { path: at('a\\..\\..\\..\\etc\\passwd') });
    expect(away.data).toMatchObject({ code: 'not-found' });
    expect(fs.readFileSync(args.path, 'utf8')).toBe('y');
  });
});
