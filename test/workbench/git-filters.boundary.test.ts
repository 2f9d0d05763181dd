import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { put, scratch } from '../fakes/scratch.ts';
import { codeOf, doneBy } from './workbench-fixture.ts';
import { gitIn, repository } from './git-fixture.ts';

describe('programs that a repository names for its contents', () => {
  test('F11 a filter in the settings of the repository itself, or of a submodule, runs nothing', async () => {
    const { folder, handlers, task, at } = repository();
    const ran = path.join(scratch(), 'ran');
    const script = put(folder, 'evil.sh', `#!/bin/sh\ntouch ${ran}\ncat\n`);
    fs.chmodSync(script, 0o755);
    put(folder, '.gitattributes', '*.txt filter=evil\n');
    // As long as before, so that git has to look into it.
    put(folder, 'a.txt', 'two\n');
    gitIn(folder, 'config', 'filter.evil.clean', script);
    const all = [
      handlers.git_status?.({}, task()),
      handlers.git_diff?.({ staged: false }, task()),
      handlers.git_add?.({ paths: [at('a.txt')] }, task()),
      handlers.git_commit?.({ message: 'x', amend: false }, task()),
      handlers.git_branch?.({ op: 'list', force: false }, task()),
    ];
    for (const outcome of all) expect(codeOf(await outcome)).toBe('repository-runs-programs');
    expect(fs.existsSync(ran)).toBe(false);
    gitIn(folder, 'status');
    expect(fs.existsSync(ran)).toBe(true);

    fs.rmSync(ran);
    gitIn(folder, 'config', '--unset', 'filter.evil.clean');
    gitIn(at('.'), 'init', '-q', 'sub');
    put(folder, 'sub/b.txt', 'one');
    put(folder, 'sub/.gitattributes', '*.txt filter=evil\n');
    gitIn(at('sub'), 'add', '.');
    gitIn(at('sub'), 'commit', '-q', '-m', 'sub');
    gitIn(folder, 'add', 'sub');
    put(folder, 'sub/b.txt', 'two');
    gitIn(at('sub'), 'config', 'filter.evil.clean', script);
    doneBy('git_status', await handlers.git_status?.({}, task()));
    doneBy('git_diff', await handlers.git_diff?.({ staged: false }, task()));
    expect(fs.existsSync(ran)).toBe(false);
    gitIn(folder, 'status');
    expect(fs.existsSync(ran)).toBe(true);
  });

  test('F11 a command in the settings of the repository for a trailer of commits runs nothing', async () => {
    const { folder, handlers, task } = repository();
    const ran = path.join(scratch(), 'ran');
    gitIn(folder, 'config', 'trailer.sign.command', `touch ${ran}; echo x`);
    put(folder, 'a.txt', 'two\n');
    gitIn(folder, 'add', '.');
    const outcome = await handlers.git_commit?.({ message: 'x', amend: false }, task());
    expect(codeOf(outcome)).toBe('repository-runs-programs');
    expect(fs.existsSync(ran)).toBe(false);
    gitIn(folder, 'commit', '-q', '-m', 'x', '--trailer=Consent-Id: e1');
    expect(fs.existsSync(ran)).toBe(true);
  });

  test("the filters of Git LFS and of the user's own settings are allowed", async () => {
    const { folder, handlers, task } = repository();
    gitIn(folder, 'config', 'filter.lfs.clean', 'git-lfs clean -- %f');
    gitIn(folder, 'config', 'filter.lfs.process', 'git-lfs filter-process');
    doneBy('git_status', await handlers.git_status?.({}, task()));
  });
});
