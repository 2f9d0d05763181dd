import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventNames, type EventName } from '../../src/shared/protocols/session-events.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { openHandlers } from './workbench-fixture.ts';

/** The app itself sends these; test/transports/plugin-manager.boundary.test.ts has the first. */
const ofTheApp: ReadonlySet<EventName> = new Set([
  'plugin_loaded',
  'settings_changed',
  'workspace_changed',
]);

test('every event of the workbench has a real cause', async () => {
  const { folder, handlers, task, emitted } = openHandlers(openAllHandlers);
  const at = (name: string): string => path.join(folder, name);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const emittedNames = (): ReadonlySet<EventName> => new Set(emitted.map((one) => one.name));
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const start = { argv: [], program: null, cwd: null, env };

  // Git, first of all: a repository with a remote and two branches that do not fit together.
  git('init', '-q', '-b', 'main');
  put(folder, 'a.ts', 'export const a = 1;\n');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
  git('remote', 'add', 'origin', path.join(scratch(), 'o.git'));
  execFileSync('git', ['init', '-q', '--bare', git('remote', 'get-url', 'origin').trim()]);
  git('push', '-q', '-u', 'origin', 'main');
  await handlers.git_status?.({}, task());
  git('checkout', '-q', '-b', 'side');
  await expect.poll(emittedNames).toContain('branch_changed');
  put(folder, 'a.ts', 'export const a = 2;\n');
  git('commit', '-q', '-am', 'two');
  await expect.poll(emittedNames).toContain('commit_made');
  git('checkout', '-q', 'main');
  put(folder, 'a.ts', 'export const a = 3;\n');
  git('commit', '-q', '-am', 'three');
  expect(() => git('merge', '-q', 'side')).toThrow('Command failed');
  await expect.poll(emittedNames).toContain('merge_conflict');
  git('merge', '--abort');
  git('push', '-q');
  await expect.poll(emittedNames).toContain('push_completed');

  // Files and documents.
  await handlers.watch_file?.({ path: folder, recursive: false, stop: false }, task());
  await handlers.create_file?.(
    { path: at('package.json'), content: '{}', overwrite: false },
    task(),
  );
  await handlers.create_file?.({ path: at('b.txt'), content: 'b', overwrite: false }, task());
  await handlers.rename_file?.(
    { path: at('b.txt'), new_path: at('c.txt'), overwrite: false },
    task(),
  );
  await handlers.delete_file?.({ path: at('c.txt'), recursive: false }, task());
  const opened = await handlers.switch_buffer?.({ path: at('a.ts') }, task());
  const version = opened?.kind === 'done' ? String(opened.data['version']) : '';
  await new Promise((resolve) => setTimeout(resolve, 400));
  const content = 'export const a = 3;\nexport const b: string = 1;\n';
  await handlers.edit_buffer?.(
    { path: at('a.ts'), content, base_version: version, save: true },
    task(),
  );
  await handlers.split_pane?.({ path: at('a.ts'), direction: 'right' }, task());
  await handlers.set_cursor_pos?.(
    { path: at('a.ts'), position: { line: 1, character: 2 } },
    task(),
  );

  // Code.
  await handlers.get_errors?.({ path: at('a.ts'), limit: 10 }, task());
  await handlers.get_completions?.(
    { path: at('a.ts'), position: { line: 2, character: 0 }, limit: 5 },
    task(),
  );

  // Programs.
  put(folder, 'Makefile', 'all:\n\t@echo built\ntest:\n\t@echo fine\n');
  await handlers.build_project?.({ timeout: 20 }, task({ start }));
  await handlers.run_tests?.({ timeout: 20 }, task({ start }));
  await handlers.close_buffer?.({ path: at('a.ts') }, task());

  const requested = eventNames.filter((name) => !ofTheApp.has(name));
  await expect.poll(() => requested.filter((name) => !emittedNames().has(name))).toEqual([]);
}, 60_000);
