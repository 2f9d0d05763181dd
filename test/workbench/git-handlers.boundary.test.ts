import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { put, scratch } from '../fakes/scratch.ts';
import { codeOf, doneBy } from './workbench-fixture.ts';
import { gitIn, repository } from './git-fixture.ts';
import { rootOf, taskIn } from './task.ts';

describe('git_status', () => {
  test('branch, head, and every kind of change by absolute path', async () => {
    const { folder, handlers, task, at } = repository();
    put(folder, 'a.txt', 'two\n');
    put(folder, 'new file ü.txt', '');
    put(folder, 'b.txt', 'b\n');
    gitIn(folder, 'add', 'b.txt');
    const { data } = doneBy('git_status', await handlers.git_status?.({}, task()));
    expect(data).toEqual({
      branch: 'main',
      head: gitIn(folder, 'rev-parse', 'HEAD').trim(),
      upstream: null,
      ahead: 0,
      behind: 0,
      entries: [
        { path: at('a.txt'), index: ' ', worktree: 'M' },
        { path: at('b.txt'), index: 'A', worktree: ' ' },
        { path: at('new file ü.txt'), index: '?', worktree: '?' },
      ],
      truncated: false,
    });
  });

  test('a renamed file, a detached head, how far ahead and behind', async () => {
    const { folder, handlers, task, at } = repository();
    const other = scratch();
    gitIn(other, 'clone', '-q', '--bare', folder, 'origin.git');
    gitIn(folder, 'remote', 'add', 'origin', path.join(other, 'origin.git'));
    gitIn(folder, 'fetch', '-q');
    gitIn(folder, 'branch', '-q', '-u', 'origin/main');
    gitIn(folder, 'commit', '-q', '--allow-empty', '-m', 'more');
    gitIn(folder, 'mv', 'a.txt', 'z.txt');
    const { data } = doneBy('git_status', await handlers.git_status?.({}, task()));
    expect(data).toMatchObject({ upstream: 'origin/main', ahead: 1, behind: 0 });
    expect(data['entries']).toEqual([
      { path: at('z.txt'), index: 'R', worktree: ' ', renamed_from: at('a.txt') },
    ]);
    gitIn(folder, 'checkout', '-q', '--detach');
    const detached = doneBy('git_status', await handlers.git_status?.({}, task()));
    expect(detached.data['branch']).toBeNull();
  });

  test('F11 no monitor, hook, pager or external diff of the repository runs', async () => {
    const { folder, handlers, task, at } = repository();
    const ran = at('ran');
    const script = put(folder, 'evil.sh', `#!/bin/sh\ntouch ${ran}\ncat\n`);
    fs.chmodSync(script, 0o755);
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'diff.external',
      'core.editor',
      'gpg.program',
      'core.sshCommand',
    ])
      gitIn(folder, 'config', key, script);
    gitIn(folder, 'config', 'commit.gpgSign', 'true');
    gitIn(folder, 'config', 'diff.evil.textconv', script);
    put(folder, '.gitattributes', '*.txt diff=evil\n');
    for (const hook of [
      'pre-commit',
      'commit-msg',
      'post-commit',
      'post-checkout',
      'prepare-commit-msg',
    ]) {
      put(folder, `.git/hooks/${hook}`, `#!/bin/sh\ntouch ${ran}\n`);
      fs.chmodSync(at(`.git/hooks/${hook}`), 0o755);
    }
    put(folder, 'a.txt', 'changed\n');
    doneBy('git_status', await handlers.git_status?.({}, task()));
    doneBy('git_diff', await handlers.git_diff?.({ staged: false }, task()));
    doneBy('git_add', await handlers.git_add?.({ paths: [at('a.txt')] }, task()));
    doneBy('git_commit', await handlers.git_commit?.({ message: 'x', amend: false }, task()));
    doneBy(
      'git_branch',
      await handlers.git_branch?.({ op: 'create', name: 'b', force: false }, task()),
    );
    doneBy(
      'git_branch',
      await handlers.git_branch?.({ op: 'switch', name: 'b', force: false }, task()),
    );
    expect(fs.existsSync(ran)).toBe(false);
    // They are traps: git by itself steps into them.
    gitIn(folder, 'status');
    expect(fs.existsSync(ran)).toBe(true);
  });

  test('a folder of no repository, and one whose repository begins above it', async () => {
    const { folder, handlers } = repository();
    const none = scratch();
    expect(codeOf(await handlers.git_status?.({}, taskIn([rootOf(none)])))).toBe('no-repository');
    put(folder, 'sub/x.txt', '');
    const sub = taskIn([rootOf(path.join(folder, 'sub'))]);
    expect(codeOf(await handlers.git_status?.({}, sub))).toBe('outside-roots');
  });

  test('a .git file that leads away is refused; a worktree that git made is not', async () => {
    const { folder, handlers } = repository();
    const away = scratch();
    put(away, '.git', `gitdir: ${path.join(folder, '.git')}\n`);
    expect(codeOf(await handlers.git_status?.({}, taskIn([rootOf(away)])))).toBe('outside-roots');
    const linked = path.join(scratch(), 'linked');
    gitIn(folder, 'worktree', 'add', '-q', linked, '-b', 'side');
    const outcome = await handlers.git_status?.({}, taskIn([rootOf(linked)]));
    expect(doneBy('git_status', outcome).data).toMatchObject({ branch: 'side' });
  });
});

describe('git_add and git_commit', () => {
  test('stages what is named, deleted files too, and commits with the consent', async () => {
    const { folder, handlers, task, at } = repository();
    put(folder, 'b.txt', 'b\n');
    put(folder, 'c.txt', 'c\n');
    fs.rmSync(at('a.txt'));
    const paths = [at('a.txt'), at('b.txt')];
    const added = doneBy('git_add', await handlers.git_add?.({ paths }, task()));
    expect(added.data['staged']).toEqual(paths);
    const args = { message: 'Second\n\nWith a body.', amend: false };
    const { data } = doneBy(
      'git_commit',
      await handlers.git_commit?.(args, task({ entryId: 'e77' })),
    );
    expect(data).toEqual({ sha: gitIn(folder, 'rev-parse', 'HEAD').trim(), branch: 'main' });
    const message = gitIn(folder, 'log', '-1', '--format=%B').trim();
    expect(message).toBe('Second\n\nWith a body.\n\nConsent-Id: e77');
    expect(gitIn(folder, 'log', '-1', '--format=%(trailers:key=Consent-Id,valueonly)').trim()).toBe(
      'e77',
    );
    expect(gitIn(folder, 'status', '--short').trim()).toBe('?? c.txt');
  });

  test('F9 a path outside the repository is refused', async () => {
    const { handlers, task } = repository();
    const outside = put(scratch(), 'config', 'secret');
    expect(codeOf(await handlers.git_add?.({ paths: [outside] }, task()))).toBe('outside-roots');
  });

  test('nothing staged, or nobody to commit as: git says why', async () => {
    const { folder, handlers, task } = repository();
    const args = { message: 'x', amend: false };
    expect(await handlers.git_commit?.(args, task())).toMatchObject({
      code: 'git-refused',
      message: expect.stringContaining('nothing to commit'),
    });
    gitIn(folder, 'config', 'user.name', '');
    gitIn(folder, 'config', 'user.useConfigOnly', 'true');
    gitIn(folder, 'config', '--unset', 'user.email');
    put(folder, 'd.txt', 'd');
    gitIn(folder, 'add', '.');
    expect(codeOf(await handlers.git_commit?.(args, task()))).toBe('git-refused');
  });
});

describe('git_diff', () => {
  test('of the working tree, of what is staged, against a ref, of some files', async () => {
    const { folder, handlers, task, at } = repository();
    put(folder, 'a.txt', 'two\n');
    put(folder, 'b.txt', 'b\n');
    gitIn(folder, 'add', 'b.txt');
    const diff = async (own: object) => {
      const outcome = await handlers.git_diff?.({ staged: false, ...own }, task());
      return doneBy('git_diff', outcome).data['files'] as { path: string; diff: string }[];
    };
    const [worktree] = await diff({});
    expect(worktree).toMatchObject({ path: at('a.txt'), diff: expect.stringContaining('+two') });
    expect((await diff({ staged: true })).map((file) => file.path)).toEqual([at('b.txt')]);
    expect((await diff({ ref: 'HEAD' })).map((file) => file.path)).toEqual([
      at('a.txt'),
      at('b.txt'),
    ]);
    expect(await diff({ ref: 'HEAD', paths: [at('b.txt')] })).toHaveLength(1);
    expect(codeOf(await handlers.git_diff?.({ staged: false, ref: 'no-such' }, task()))).toBe(
      'git-refused',
    );
  });
});

describe('git_branch', () => {
  test('creates, switches, lists and deletes', async () => {
    const { handlers, task, folder } = repository();
    const branch = async (
      op: 'list' | 'create' | 'switch' | 'delete',
      name?: string,
      force = false,
    ) => handlers.git_branch?.({ op, force, ...(name ? { name } : {}) }, task());
    doneBy('git_branch', await branch('create', 'side'));
    const switched = doneBy('git_branch', await branch('switch', 'side'));
    expect(switched.data['current']).toBe('side');
    gitIn(folder, 'commit', '-q', '--allow-empty', '-m', 'only here');
    await branch('switch', 'main');
    expect(codeOf(await branch('delete', 'side'))).toBe('git-refused');
    const left = doneBy('git_branch', await branch('delete', 'side', true));
    expect(left.data['branches']).toMatchObject([{ name: 'main' }]);
  });

  test.each(['@{-1}', 'a..b', 'x~1', 'HEAD'])('%s is no name of a branch', async (name) => {
    const { handlers, task } = repository();
    const outcome = await handlers.git_branch?.({ op: 'create', name, force: false }, task());
    expect(['invalid-arguments', 'git-refused']).toContain(codeOf(outcome));
  });
});

describe('changes in a repository emit events, whoever made them', () => {
  test('branch_changed, commit_made, status_updated, merge_conflict, push_completed', async () => {
    const { folder, handlers, task, emitted } = repository();
    const other = scratch();
    gitIn(other, 'init', '-q', '--bare', 'origin.git');
    gitIn(folder, 'remote', 'add', 'origin', path.join(other, 'origin.git'));
    gitIn(folder, 'push', '-q', '-u', 'origin', 'main');
    await handlers.git_status?.({}, task());
    const names = () => emitted.map((one) => one.name);

    gitIn(folder, 'checkout', '-q', '-b', 'side');
    await expect.poll(names).toContain('branch_changed');
    expect(emitted.find((one) => one.name === 'branch_changed')).toMatchObject({
      branch: 'side',
      path: folder,
    });
    put(folder, 'a.txt', 'side\n');
    gitIn(folder, 'commit', '-q', '-am', 'side');
    await expect.poll(names).toContain('commit_made');
    expect(names()).toContain('status_updated');

    gitIn(folder, 'checkout', '-q', 'main');
    put(folder, 'a.txt', 'main\n');
    gitIn(folder, 'commit', '-q', '-am', 'main');
    expect(() => gitIn(folder, 'merge', '-q', 'side')).toThrow('Command failed');
    await expect.poll(names).toContain('merge_conflict');
    gitIn(folder, 'merge', '--abort');
    gitIn(folder, 'push', '-q');
    await expect.poll(names).toContain('push_completed');
  });
});

describe('J13 what the watcher reads of a repository', () => {
  const outside = 'this is a secret of somebody else';

  test.each([
    [
      'a terminal, by its path',
      (git: string) => put(git, 'HEAD', 'ref: ../../../../../dev/ptmx\n'),
    ],
    ['a terminal, by a link', (git: string) => linkTo(git, '/dev/ptmx')],
    ['a device without end', (git: string) => linkTo(git, '/dev/zero')],
    ['a file of somebody else', (git: string) => linkTo(git, put(scratch(), 'x', outside))],
    ['what is no commit', (git: string) => put(git, 'refs/heads/main', outside)],
  ])('%s is not read and not told', async (_what, spoil) => {
    const { folder, handlers, task, emitted } = repository();
    await handlers.git_status?.({}, task());
    const began = performance.now();
    spoil(path.join(folder, '.git'));
    put(path.join(folder, '.git'), 'index', 'changed');
    await expect.poll(() => emitted.map((one) => one.name)).toContain('status_updated');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(JSON.stringify(emitted)).not.toContain('secret');
  });
});

function linkTo(git: string, target: string): void {
  fs.rmSync(path.join(git, 'refs/heads/main'));
  fs.symlinkSync(target, path.join(git, 'refs/heads/main'));
}
