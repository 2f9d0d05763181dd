/** The editor's search, by a real ripgrep: it ends, and shows nothing from outside of the folder. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { isObject } from '../../src/shared/base/is-object.ts';
import type { HandlerContext } from '../../extensions/vscode/src/basics/editor.ts';
import { searchHandlers } from '../../extensions/vscode/src/handlers/search.ts';
import { ripgrep } from '../../src/workbench/basics/tools.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { rootOf, taskIn } from '../workbench/task.ts';

const editor = vi.hoisted(() => ({ appRoot: '' }));

vi.mock('vscode', () => ({
  env: {
    get appRoot() {
      return editor.appRoot;
    },
  },
  workspace: { textDocuments: [], workspaceFolders: [] },
  Uri: {},
}));

function searched(write: (folder: string) => void, skip: (folder: string) => string[] = () => []) {
  const folder = fs.realpathSync(scratch());
  write(folder);
  editor.appRoot = scratch();
  const bin = path.join(editor.appRoot, 'node_modules/@vscode/ripgrep/bin');
  fs.mkdirSync(bin, { recursive: true });
  fs.symlinkSync(ripgrep() ?? '', path.join(bin, 'rg'));
  const { handlers } = searchHandlers({} as HandlerContext);
  const task = { ...taskIn([rootOf(folder)]), skip: skip(folder) };
  const search = async (args: object) => {
    const outcome = await handlers.regex_search?.(
      { limit: 20, ignore_case: false, ...args } as never,
      task,
    );
    if (outcome?.kind !== 'done' || !isObject(outcome.data))
      throw new Error(JSON.stringify(outcome));
    return outcome.data as {
      readonly matches: readonly { readonly path: string; readonly preview: string }[];
      readonly truncated: boolean;
    };
  };
  return { folder, search };
}

test('an invalid pattern is an error that says so', async () => {
  const { search } = searched((folder) => put(folder, 'a.txt', 'x'));
  await expect(search({ pattern: '(' })).rejects.toMatchObject({
    error: { code: 'invalid-arguments' },
  });
});

test('a pattern that others need for ever is matched in linear time', async () => {
  const { search } = searched((folder) => put(folder, 'a.txt', `${'a'.repeat(50_000)}!`));
  expect((await search({ pattern: '^(a+)+$' })).matches).toEqual([]);
});

test('a search with countless matches ends at the limit, with lines of limited length', async () => {
  const { search } = searched((folder) => {
    for (let at = 0; at < 50; at += 1) put(folder, `${at}.txt`, 'match me\n'.repeat(5_000));
    put(folder, 'long.txt', `${'long '.repeat(200_000)}\n`);
  });
  const { matches, truncated } = await search({ pattern: 'match' });
  expect([matches.length, truncated]).toEqual([20, true]);
  const [long] = (await search({ pattern: 'long', limit: 1 })).matches;
  expect(long?.preview.length).toBeLessThanOrEqual(400);
});

test('links out of the folder, git’s own files and closed folders are left out', async () => {
  const outside = scratch();
  put(outside, 'secret.txt', 'needle outside');
  const { folder, search } = searched(
    (where) => {
      put(where, 'a.txt', 'needle');
      put(where, '.git/config', 'needle');
      put(where, 'closed [x]/b.txt', 'needle');
      fs.symlinkSync(outside, path.join(where, 'out'));
      fs.symlinkSync(path.join(outside, 'secret.txt'), path.join(where, 'link.txt'));
    },
    (where) => [path.join(where, 'closed [x]')],
  );
  const { matches } = await search({ pattern: 'needle' });
  expect(matches.map((one) => one.path)).toEqual([path.join(folder, 'a.txt')]);
});
