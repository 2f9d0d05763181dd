import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { countsIn } from '../../src/workbench/project/test-counts.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { put } from '../fakes/scratch.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', LANG: 'C.UTF-8' };
const start = { argv: [], program: null, cwd: null, env };

const scripts = (own: object): string => JSON.stringify({ name: 'x', scripts: own });

describe('explore_tree', () => {
  function tree() {
    const opened = openHandlers(openAllHandlers);
    const { folder, handlers, task } = opened;
    for (const name of ['src/a.ts', 'src/deep/b.ts', 'node_modules/x/index.js', 'README.md'])
      put(folder, name, 'x');
    put(folder, '.gitignore', 'node_modules\n');
    fs.mkdirSync(path.join(folder, '.git'));
    fs.mkdirSync(path.join(folder, 'empty'));
    fs.symlinkSync('/etc', path.join(folder, 'link'));
    const explore = async (own: object = {}, skip: string[] = []) => {
      const outcome = await handlers.explore_tree?.(
        { depth: 2, limit: 100, ...own },
        task({ skip }),
      );
      const { data } = doneBy('explore_tree', outcome);
      const entries = data['entries'] as { path: string; kind: string; depth: number }[];
      const names = entries.map(
        (one) => `${one.depth} ${one.kind} ${path.relative(folder, one.path)}`,
      );
      return { names, truncated: data['truncated'], entries };
    };
    return { ...opened, explore };
  }

  test('level by level, without what is ignored; links are shown and not followed', async () => {
    const { explore } = tree();
    const { names, truncated, entries } = await explore();
    expect(names).toEqual([
      '1 file .gitignore',
      '1 file README.md',
      '1 folder empty',
      '1 link link',
      '1 folder src',
      '2 file src/a.ts',
      '2 folder src/deep',
    ]);
    expect(truncated).toBe(false);
    expect(entries[1]).toMatchObject({ bytes: 1 });
  });

  test('as deep and as much as wanted, and nothing of what must be left out', async () => {
    const { explore, folder } = tree();
    expect((await explore({ depth: 1 })).names).toHaveLength(5);
    expect((await explore({ depth: 3 })).names.at(-1)).toBe('3 file src/deep/b.ts');
    expect(await explore({ limit: 2 })).toMatchObject({ truncated: true });
    const { names } = await explore({ depth: 3 }, [path.join(folder, 'src')]);
    expect(names.filter((name) => name.includes('src'))).toEqual([]);
  });
});

describe('get_workspace_info', () => {
  test('F14 a HEAD that names another file reveals nothing about that file', async () => {
    const { folder, handlers, task } = openHandlers(openAllHandlers);
    put(folder, 'closed/token', 'secret-token-1');
    put(folder, '.git/refs/heads/odd', 'secret-token-1');
    for (const ref of ['refs/heads/../../../closed/token', 'refs/heads/odd']) {
      put(folder, '.git/HEAD', `ref: ${ref}\n`);
      const { data } = doneBy(
        'get_workspace_info',
        await handlers.get_workspace_info?.({}, task()),
      );
      expect(JSON.stringify(data)).not.toContain('secret-token-1');
    }
    put(folder, '.git/HEAD', 'secret-token-1\n');
    const { data } = doneBy('get_workspace_info', await handlers.get_workspace_info?.({}, task()));
    expect(JSON.stringify(data)).not.toContain('secret-token-1');
  });

  test('folders with their head, languages and tasks', async () => {
    const { folder, handlers, task } = openHandlers(openAllHandlers);
    put(folder, 'package.json', scripts({ build: 'tsc', 'test:unit': 'vitest', lint: 'x' }));
    put(folder, 'a.ts', '');
    put(folder, 'b.ts', '');
    put(folder, 'Makefile', 'CC := gcc\nall: a.o\n\tcc\ntest:\n\ttrue\n.PHONY: all\n');
    put(folder, 'Cargo.toml', '[package]');
    put(folder, '.git/HEAD', 'ref: refs/heads/main\n');
    put(folder, '.git/refs/heads/main', `${'a'.repeat(40)}\n`);
    const { data } = doneBy('get_workspace_info', await handlers.get_workspace_info?.({}, task()));
    expect(data).toMatchObject({
      folders: [
        {
          path: folder,
          name: path.basename(folder),
          git: { branch: 'main', head: 'a'.repeat(40) },
        },
      ],
      editor: { name: 'Workbench', version: '1.2.3' },
      truncated: false,
    });
    expect(data['languages']).toContainEqual({ name: 'typescript', files: 2 });
    const tasks = data['tasks'] as { name: string; kind: string }[];
    expect(tasks.map((one) => `${one.kind} ${one.name}`)).toEqual([
      'build build',
      'test test:unit',
      'other lint',
      'build all',
      'test test',
      'build cargo build',
      'test cargo test',
    ]);
  });
});

describe('build_project and run_tests', () => {
  test('a build of make, with its output and events', async () => {
    const { folder, handlers, task, emitted } = openHandlers(openAllHandlers);
    put(folder, 'Makefile', 'all:\n\t@echo built\n\t@echo warned >&2\nbroken:\n\t@exit 4\n');
    const build = async (own: object) =>
      handlers.build_project?.({ timeout: 20, ...own }, task({ start }));
    const { data } = doneBy('build_project', await build({}));
    expect(data).toMatchObject({ task: 'all', exit_code: 0, timed_out: false, truncated: false });
    expect(data['output']).toContain('built');
    expect(data['output']).toContain('warned');
    expect(doneBy('build_project', await build({ task: 'broken' })).data['exit_code']).toBe(2);
    expect(await build({ task: 'none' })).toMatchObject({ code: 'no-task' });
    const names = emitted.map((one) => one.name);
    expect(names).toContain('build_started');
    expect(emitted.find((one) => one.name === 'build_completed')).toMatchObject({
      exit_code: 0,
      task: 'all',
    });
  });

  test('tests of a real runner, with counts and a filter', async () => {
    const { folder, handlers, task, emitted } = openHandlers(openAllHandlers);
    const file = [
      "import { test } from 'node:test';",
      "import assert from 'node:assert';",
      "test('good', () => assert.ok(true));",
      "test('bad', () => assert.ok(false));",
      "test.skip('later', () => {});",
    ];
    put(folder, 'package.json', scripts({ test: 'node --test' }));
    put(folder, 'a.test.mjs', file.join('\n'));
    const outcome = await handlers.run_tests?.({ timeout: 20 }, task({ start }));
    const { data } = doneBy('run_tests', outcome);
    expect(data).toMatchObject({ exit_code: 1, counts: { passed: 1, failed: 1, skipped: 1 } });
    expect(emitted.find((one) => one.name === 'test_results')).toMatchObject({
      counts: { failed: 1 },
    });
  });

  test('only what was shown runs', async () => {
    const { folder, handlers, task } = openHandlers(openAllHandlers);
    put(folder, 'package.json', scripts({ test: 'true' }));
    const shown = { ...start, argv: ['npm', 'run', 'test', '--', 'x'] };
    const stale = handlers.run_tests?.({ timeout: 20 }, task({ start: shown }));
    expect(codeOf(await stale)).toBe('stale');
    const run = handlers.run_tests?.({ filter: 'x', timeout: 20 }, task({ start: shown }));
    expect(doneBy('run_tests', await run).data['exit_code']).toBe(0);
  });

  test('no task, a filter that cannot be said, and too long', async () => {
    const { folder, handlers, task } = openHandlers(openAllHandlers);
    expect(codeOf(await handlers.run_tests?.({ timeout: 5 }, task({ start })))).toBe('no-task');
    put(folder, 'Makefile', 'test:\n\tsleep 60\n');
    const filtered = handlers.run_tests?.({ filter: 'x', timeout: 5 }, task({ start }));
    expect(codeOf(await filtered)).toBe('invalid-arguments');
    const late = doneBy('run_tests', await handlers.run_tests?.({ timeout: 1 }, task({ start })));
    expect(late.data).toMatchObject({ timed_out: true, exit_code: null });
  });
});

test.each([
  ['vitest', ' Tests  2 failed | 10 passed | 1 skipped (13)\n', [10, 2, 1]],
  ['vitest in colours', '\u001B[2m Tests \u001B[22m \u001B[32m3 passed\u001B[39m (3)\n', [3, 0, 0]],
  ['jest', 'Tests:       1 failed, 1 skipped, 4 passed, 6 total\n', [4, 1, 1]],
  ['pytest', '=== 1 failed, 3 passed, 2 skipped, 1 error in 0.12s ===\n', [3, 2, 2]],
  [
    'cargo',
    'test result: ok. 5 passed; 0 failed; 1 ignored; x\ntest result: FAILED. 1 passed; 2 failed; 0 ignored; x\n',
    [6, 2, 1],
  ],
  ['mocha', '\n  3 passing (12ms)\n  1 pending\n  2 failing\n', [3, 2, 1]],
  ['go -v', '--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\n', [1, 1, 0]],
  ['maven', '[INFO] Tests run: 4, Failures: 1, Errors: 0, Skipped: 1\n', [2, 1, 1]],
])('the counts of %s', (_runner, output, [passed, failed, skipped]) => {
  expect(countsIn(output)).toEqual({ passed, failed, skipped });
});

test('output of an unknown test runner gives no counts', () => {
  expect(countsIn('all good\n')).toBeNull();
});
