/** The editor's own git is not started in a repository that was not checked before. */
import fs from 'node:fs';
import { expect, test, vi } from 'vitest';
import { gitHandlers } from '../../extensions/vscode/src/handlers/git.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { gitIn } from '../workbench/git-fixture.ts';
import { rootOf, taskIn } from '../workbench/task.ts';

const editor = vi.hoisted(() => ({ top: '', started: [] as string[], isActive: true }));

vi.mock('vscode', () => {
  const repository = {
    get rootUri() {
      return { scheme: 'file', fsPath: editor.top };
    },
    status: async () => void editor.started.push('status'),
  };
  const api = {
    repositories: [repository],
    openRepository: async () => void editor.started.push('openRepository'),
  };
  const git = {
    get isActive() {
      return editor.isActive;
    },
    exports: { enabled: true, getAPI: () => api },
    activate: async () => void editor.started.push('activate'),
  };
  return { extensions: { getExtension: () => git }, workspace: {}, Uri: {} };
});

function opened() {
  const folder = fs.realpathSync(scratch());
  gitIn(folder, 'init', '-q', '-b', 'main');
  put(folder, 'a.txt', 'one\n');
  gitIn(folder, 'add', '.');
  gitIn(folder, 'commit', '-q', '-m', 'first');
  put(folder, 'a.txt', 'two\n');
  editor.top = folder;
  editor.started.length = 0;
  return { folder, task: taskIn([rootOf(folder)]), handlers: gitHandlers().handlers };
}

test('F11 a repository whose settings name a program is refused before the editor reads it', async () => {
  const { folder, task, handlers } = opened();
  gitIn(folder, 'config', 'filter.x.clean', 'false');
  const all = [
    () => handlers.git_status?.({}, task),
    () => handlers.git_diff?.({ staged: false }, task),
    () => handlers.git_add?.({ paths: [`${folder}/a.txt`] }, task),
    () => handlers.git_branch?.({ op: 'list', force: false }, task),
  ];
  for (const run of all) await expect(run()).rejects.toThrow('filter.x.clean');
  expect(editor.started).toEqual([]);
});

test('F11 the editor refreshes a repository only if no setting could run a program', async () => {
  const { folder, task, handlers } = opened();
  const add = { paths: [`${folder}/a.txt`] };
  expect(await handlers.git_status?.({}, task)).toMatchObject({ kind: 'done' });
  expect(editor.started).toEqual([]);
  expect(await handlers.git_add?.(add, task)).toMatchObject({ kind: 'done' });
  expect(editor.started).toEqual(['status']);
  gitIn(folder, 'config', 'core.fsmonitor', '/bin/false');
  expect(await handlers.git_add?.(add, task)).toMatchObject({ kind: 'done' });
  expect(editor.started).toEqual(['status']);
});

test('F11 the git extension is neither started nor made to open a repository', async () => {
  const { folder, task, handlers } = opened();
  editor.isActive = false;
  expect(await handlers.git_add?.({ paths: [`${folder}/a.txt`] }, task)).toMatchObject({
    kind: 'done',
  });
  expect(editor.started).toEqual([]);
  editor.isActive = true;
});
