/** A working day of an agent, from MCP through gate and person to files, tests and git, and back. */
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { BlobStore } from '../../src/main/platform/files/blob-store.ts';
import type { AuditLine } from '../../src/shared/ledger/entry.ts';
import { git } from '../fakes/typescript-project.ts';
import { workbenchApp } from './workbench-app.ts';

interface Diagnostic {
  readonly path: string;
  readonly code: string;
}

it('an agent explores, finds an error, edits, formats, tests and commits; all of it is on record and can be undone', async () => {
  const { app, root, at, call, confirmed } = await workbenchApp();
  const source = at('src/price.ts');
  const before = fs.readFileSync(source, 'utf8');

  const tree = await call('explore_tree', { depth: 2 });
  expect(tree['entries']).toContainEqual(expect.objectContaining({ path: source, kind: 'file' }));
  expect(await call('run_tests')).toMatchObject({
    exit_code: 1,
    output: expect.stringContaining('TS2322'),
  });

  const { diagnostics } = await call('get_errors');
  const error = (diagnostics as Diagnostic[]).find((one) => one.path === source);
  expect(error).toMatchObject({ code: '2322', severity: 'error', range: { start: { line: 2 } } });

  const opened = await call('open_file', { path: source });
  const edited = await call('edit_buffer', {
    path: source,
    edits: [{ old_text: '"" + net', new_text: 'net' }],
    base_version: opened['version'],
    save: true,
  });
  expect(edited).toMatchObject({ saved: true, diff: expect.stringContaining('-    return "" +') });
  expect(await call('get_errors', { path: source })).toMatchObject({ diagnostics: [] });
  const formatted = await call('format_code', { path: source });
  expect(formatted['diff']).toMatch(/^\+ +return net \* \(1 \+ rate\)$/m);

  expect(await call('run_tests')).toMatchObject({ exit_code: 0, counts: { passed: 1, failed: 0 } });
  expect(await call('git_status')).toMatchObject({ entries: [{ path: source, worktree: 'M' }] });
  await call('git_add', { paths: [source] });
  const { sha } = await call('git_commit', { message: 'A price is a number' });

  // The commit names the entry of the ledger that holds the consent.
  const lines = await app.ledger();
  const consent = lines.find((line) => line.action === 'git_commit' && line.phase === 'intent');
  expect(git(root, 'log', '-1', '--format=%H %B')).toBe(
    `${String(sha)} A price is a number\n\nConsent-Id: ${consent?.entry}\n\n`,
  );
  expect(git(root, 'status', '--porcelain')).toBe('');

  expect(confirmed.map(({ action }) => action)).toEqual(['run_tests', 'run_tests']);
  expect(outcomesOf(lines)).toEqual([
    'request_access done',
    'explore_tree done',
    'run_tests done',
    'get_errors done',
    'open_file done',
    'edit_buffer done',
    'get_errors done',
    'format_code done',
    'run_tests done',
    'git_status done',
    'git_add done',
    'git_commit done',
  ]);
  await undoAll(lines, new BlobStore(app.dataDir));
  expect(fs.readFileSync(source, 'utf8')).toBe(before);
}, 120_000);

const outcomesOf = (lines: readonly AuditLine[]): readonly string[] =>
  lines
    .filter(({ phase, session_id }) => phase === 'outcome' && session_id)
    .map(({ action, result }) => `${action} ${result}`);

/** From the ledger and the blob store alone, the newest change first. */
async function undoAll(lines: readonly AuditLine[], blobs: BlobStore): Promise<void> {
  const changes = lines.flatMap((line) => line.changes ?? []);
  expect(changes).toHaveLength(2);
  for (const { path, before, after } of changes.toReversed()) {
    expect(await blobs.get(after ?? '')).toEqual(fs.readFileSync(path));
    fs.writeFileSync(path, (await blobs.get(before ?? '')) ?? '');
  }
}
