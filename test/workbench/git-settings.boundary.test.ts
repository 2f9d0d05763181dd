/** A repository is data: nothing that its settings name is run, and only known settings are let by. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { put, scratch } from '../fakes/scratch.ts';
import { codeOf, doneBy } from './workbench-fixture.ts';
import { gitIn, repository } from './git-fixture.ts';
import { everyAction, said, trap } from './hostile-fixture.ts';
import { rootOf, taskIn } from './task.ts';

describe('what is taken for a repository', () => {
  test('F11 a plain folder with the names of a bare repository is none, and its remote runs nothing', async () => {
    const opened = repository();
    const { mark, hasRun } = trap();
    const bare = fs.realpathSync(scratch());
    gitIn(bare, 'clone', '-q', '--bare', opened.folder, '.');
    const settings: readonly (readonly [string, string])[] = [
      ['core.bare', 'false'],
      ['core.worktree', bare],
      ['core.repositoryformatversion', '1'],
      ['extensions.partialclone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', `ext::sh -c touch% ${mark}`],
      ['protocol.ext.allow', 'always'],
    ];
    for (const [key, value] of settings) gitIn(bare, 'config', '--file', 'config', key, value);
    fs.rmSync(path.join(bare, 'objects'), { recursive: true });
    fs.mkdirSync(path.join(bare, 'objects'));
    const outcomes = await everyAction(opened, bare, taskIn([rootOf(bare)]));
    expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['no-repository']));
    expect(hasRun()).toBe(false);
    expect(() => gitIn(bare, 'status')).toThrow('Command failed');
    expect(hasRun()).toBe(true);
  });

  test('F11 the same as a repository of its own runs nothing either', async () => {
    const opened = repository();
    const { folder, task } = opened;
    const { mark, hasRun } = trap();
    gitIn(folder, 'config', 'core.repositoryformatversion', '1');
    gitIn(folder, 'config', 'extensions.partialclone', 'origin');
    gitIn(folder, 'config', 'remote.origin.promisor', 'true');
    gitIn(folder, 'config', 'remote.origin.url', path.join(scratch(), 'no-such'));
    gitIn(folder, 'config', 'remote.origin.uploadpack', `touch ${mark};`);
    expect(said(await everyAction(opened, folder, task()))).toContain('remote.origin.uploadpack');
    gitIn(folder, 'config', '--unset', 'remote.origin.uploadpack');
    gitIn(folder, 'config', 'remote.origin.url', `ext::sh -c touch% ${mark}`);
    expect(said(await everyAction(opened, folder, task()))).toContain('remote.origin.url');
    expect(hasRun()).toBe(false);
  });

  test('F9 a program of the project called git is not git', async () => {
    const opened = repository();
    const { folder, task } = opened;
    const { script, hasRun } = trap();
    fs.copyFileSync(script, path.join(folder, 'git'));
    vi.stubEnv('PATH', `${folder}:.:${process.env['PATH'] ?? ''}`);
    await everyAction(opened, folder, task());
    expect(hasRun()).toBe(false);
    vi.unstubAllEnvs();
  });
});

describe('programs of a repository', () => {
  const settings: readonly (readonly [string, string])[] = [
    ['include.path', 'more'],
    ['includeIf.gitdir:**.path', 'more'],
    ['includeIf.onbranch:main.path', 'more'],
    ['hook.lint.command', 'TRAP'],
    ['hook.pre-commit.enabled', 'true'],
    ['filter.x.clean', 'TRAP'],
    ['filter.x.smudge', 'TRAP'],
    ['filter.x.process', 'TRAP'],
    ['trailer.sign.cmd', 'TRAP'],
    ['core.attributesFile', 'more'],
    ['core.excludesFile', '/etc/passwd'],
    ['core.worktree', '/'],
    ['core.alternateRefsCommand', 'TRAP'],
    ['core.unsetEnvVars', 'GIT_ALLOW_PROTOCOL'],
    ['protocol.ext.allow', 'always'],
    ['protocol.allow', 'always'],
    ['remote.origin.vcs', 'ext'],
    ['remote.origin.receivepack', 'TRAP'],
    ['url.ext::TRAP.insteadOf', 'https://'],
    ['submodule.x.update', '!TRAP'],
    ['lfs.standalonetransferagent', 'x'],
    ['lfs.customtransfer.x.path', 'TRAP'],
    ['lfs.extension.x.clean', 'TRAP'],
    ['lfs.storage', '/tmp'],
    ['uploadpack.packObjectsHook', 'TRAP'],
    ['gc.recentObjectsHook', 'TRAP'],
    ['tar.x.command', 'TRAP'],
    ['extensions.refStorage', 'files:///tmp'],
    ['somebody.elses', 'setting'],
    ['safe.bareRepository', 'all'],
    ['trace2.eventTarget', '/tmp/x'],
  ];

  test.each(settings)('F11 the setting %s is refused by its name', async (key, value) => {
    const opened = repository();
    const { folder, task } = opened;
    const { script, hasRun } = trap();
    const config = path.join(folder, '.git/config');
    put(folder, '.git/more', `[core]\n\tfsmonitor = ${script}\n`);
    gitIn(folder, 'config', '--file', config, key, value.replace('TRAP', script));
    const outcomes = await everyAction(opened, folder, task());
    expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['repository-runs-programs']));
    const name = key.replace('TRAP', script).split('.').at(-1)?.toLowerCase() ?? '';
    expect(said(outcomes).toLowerCase()).toContain(`.${name}`);
    expect(hasRun()).toBe(false);
  });

  test('F11 so it is in the settings of one working tree, switched on or not', async () => {
    const opened = repository();
    const { folder, task } = opened;
    const file = path.join(folder, '.git/config.worktree');
    gitIn(folder, 'config', '--file', file, 'filter.x.clean', 'false');
    const outcomes = await everyAction(opened, folder, task());
    expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['repository-runs-programs']));
  });

  test('F11 a submodule with programs of its own runs none when it is staged', async () => {
    const opened = repository();
    const { folder, handlers, task, at } = opened;
    const { script, hasRun } = trap();
    gitIn(folder, 'init', '-q', 'sub');
    put(folder, 'sub/x', 'x');
    gitIn(at('sub'), 'add', '.');
    gitIn(at('sub'), 'commit', '-q', '-m', 'one');
    gitIn(folder, 'add', 'sub');
    gitIn(folder, 'commit', '-q', '-m', 'sub');
    put(folder, 'sub/x', 'y');
    gitIn(at('sub'), 'config', 'core.fsmonitor', script);
    put(folder, '.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./x\n\tignore = none\n');
    gitIn(folder, 'config', 'submodule.sub.ignore', 'none');
    gitIn(folder, 'config', 'diff.ignoreSubmodules', 'none');
    for (const paths of [[folder], [at('sub')]])
      doneBy('git_add', await handlers.git_add?.({ paths }, task()));
    await everyAction(opened, folder, task());
    expect(hasRun()).toBe(false);
    gitIn(folder, 'status');
    expect(hasRun()).toBe(true);
  });

  test('F11 a merge that is remembered runs no merge driver in a commit', async () => {
    const opened = repository();
    const { folder, handlers, task, at } = opened;
    const { script, hasRun } = trap();
    put(folder, '.gitattributes', '*.txt merge=evil\n');
    gitIn(folder, 'add', '.');
    gitIn(folder, 'commit', '-qm', 'attributes');
    gitIn(folder, 'switch', '-qc', 'other');
    put(folder, 'a.txt', 'theirs\n');
    gitIn(folder, 'commit', '-qam', 'theirs');
    gitIn(folder, 'switch', '-q', 'main');
    put(folder, 'a.txt', 'ours\n');
    gitIn(folder, 'commit', '-qam', 'ours');
    fs.mkdirSync(at('.git/rr-cache'));
    expect(() => gitIn(folder, 'merge', '-q', 'other')).toThrow('Command failed');
    put(folder, 'a.txt', 'both\n');
    gitIn(folder, 'rerere');
    gitIn(folder, 'config', 'merge.evil.driver', script);
    doneBy('git_add', await handlers.git_add?.({ paths: [at('a.txt')] }, task()));
    const args = { message: 'merged', amend: false };
    doneBy('git_commit', await handlers.git_commit?.(args, task()));
    expect(hasRun()).toBe(false);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'F11 the repository of another user is refused, unless the user has said that it is safe',
    async () => {
      const { folder, handlers, task } = repository();
      const home = scratch();
      vi.stubEnv('HOME', home);
      fs.chownSync(path.join(folder, '.git'), 1234, 1234);
      expect(await handlers.git_status?.({}, task())).toMatchObject({
        code: 'git-refused',
        message: expect.stringContaining('another user') as unknown,
      });
      put(home, '.gitconfig', `[safe]\n\tdirectory = ${folder}\n`);
      expect(codeOf(await handlers.git_status?.({}, task()))).toBe('done');
      vi.unstubAllEnvs();
    },
  );

  test('ordinary repositories keep working', async () => {
    const opened = repository();
    const { folder, task } = opened;
    const common: readonly (readonly [string, string])[] = [
      ['core.hooksPath', '.husky/_'],
      ['core.autocrlf', 'input'],
      ['filter.lfs.clean', 'git-lfs clean -- %f'],
      ['filter.lfs.smudge', 'git-lfs smudge -- %f'],
      ['filter.lfs.process', 'git-lfs filter-process'],
      ['filter.lfs.required', 'true'],
      ['lfs.https://example.com/a.git/info/lfs.access', 'basic'],
      ['remote.origin.url', 'git@example.com:a/b.git'],
      ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.partialclonefilter', 'blob:none'],
      ['branch.main.remote', 'origin'],
      ['branch.main.merge', 'refs/heads/main'],
      ['branch.main.vscode-merge-base', 'origin/main'],
      ['submodule.lib.url', 'https://example.com/lib.git'],
      ['submodule.lib.active', 'true'],
      ['pull.rebase', 'true'],
      ['alias.st', '!git status'],
      ['merge.ours.driver', 'true'],
      ['credential.helper', 'store'],
      ['http.postBuffer', '524288000'],
      ['commit.gpgSign', 'true'],
      ['user.signingKey', 'ABC'],
      ['gpg.format', 'ssh'],
      ['gpg.ssh.allowedSignersFile', '.signers'],
      ['gpg.ssh.defaultKeyCommand', 'false'],
      ['git-town.main-branch', 'main'],
      ['oh-my-zsh.hide-dirty', '1'],
      ['hub.protocol', 'https'],
      ['secrets.patterns', 'AKIA'],
      ['mergetool.keepBackup', 'false'],
      ['url.git@example.com:.insteadOf', 'https://example.com/'],
    ];
    for (const [key, value] of common) gitIn(folder, 'config', key, value);
    put(folder, 'a.txt', 'two\n');
    const outcomes = await everyAction(opened, folder, task());
    expect(outcomes.map(codeOf)).toEqual(['git-refused', ...Array(8).fill('done')]);
  });
});
