/** Where a repository leads: to no other one, whatever its files and links say. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { put, scratch } from '../fakes/scratch.ts';
import { codeOf, doneBy } from './workbench-fixture.ts';
import { gitIn, repository } from './git-fixture.ts';
import { everyAction, said } from './hostile-fixture.ts';

const secret = 'sibling-secret-7c1f';

/** A repository beside the granted one, with a secret in it. */
function sibling() {
  const folder = fs.realpathSync(scratch());
  gitIn(folder, 'init', '-q', '-b', 'main');
  put(folder, 'a.txt', `${secret}\n`);
  gitIn(folder, 'add', '.');
  gitIn(folder, 'commit', '-q', '-m', secret);
  return { folder, git: path.join(folder, '.git') };
}

const stateOf = (folder: string): string =>
  execFileSync('find', [folder, '-type', 'f', '-exec', 'sha1sum', '{}', '+'], { encoding: 'utf8' });

function replaceByLink(file: string, target: string): void {
  fs.rmSync(file, { recursive: true, force: true });
  fs.symlinkSync(target, file);
}

const ways: Readonly<Record<string, (git: string, other: string) => void>> = {
  'a commondir file': (git, other) => put(git, 'commondir', `${other}\n`),
  'a .git file': (git, other) => {
    fs.rmSync(git, { recursive: true });
    fs.writeFileSync(git, `gitdir: ${other}\n`);
  },
  'a link called .git': (git, other) => replaceByLink(git, other),
  'objects as a link': (git, other) => replaceByLink(`${git}/objects`, `${other}/objects`),
  'one pack of objects as a link': (git, other) =>
    replaceByLink(`${git}/objects/pack`, `${other}/objects/pack`),
  'refs as a link': (git, other) => replaceByLink(`${git}/refs`, `${other}/refs`),
  'heads as a link': (git, other) => replaceByLink(`${git}/refs/heads`, `${other}/refs/heads`),
  'one branch as a link': (git, other) =>
    replaceByLink(`${git}/refs/heads/main`, `${other}/refs/heads/main`),
  'HEAD as a link': (git, other) => replaceByLink(`${git}/HEAD`, `${other}/HEAD`),
  'index as a link': (git, other) => replaceByLink(`${git}/index`, `${other}/index`),
  'config as a link': (git, other) => replaceByLink(`${git}/config`, `${other}/config`),
  'packed-refs as a link': (git, other) =>
    replaceByLink(`${git}/packed-refs`, `${other}/packed-refs`),
  'the message of a commit as a link': (git, other) =>
    replaceByLink(`${git}/COMMIT_EDITMSG`, `${other}/description`),
  'the history as a link': (git, other) => replaceByLink(`${git}/logs`, `${other}/logs`),
  'the history of HEAD as a link': (git, other) =>
    replaceByLink(`${git}/logs/HEAD`, `${other}/logs/HEAD`),
  'info as a link': (git, other) => replaceByLink(`${git}/info`, `${other}/info`),
  alternates: (git, other) => put(git, 'objects/info/alternates', `${other}/objects\n`),
  'alternates by a relative way': (git, other) =>
    put(git, 'objects/info/alternates', `${path.relative(`${git}/objects`, `${other}/objects`)}\n`),
  'http-alternates': (git, other) => put(git, 'objects/info/http-alternates', `${other}\n`),
  'the commondir file of a worktree': (git, other) => {
    put(git, 'worktrees/w/commondir', `${other}\n`);
    put(git, 'worktrees/w/HEAD', 'ref: refs/heads/main\n');
    put(git, 'worktrees/w/gitdir', `${git}/nowhere/.git\n`);
  },
  'alternates of alternates': (git, other) => {
    put(git, 'more/info/alternates', `${other}/objects\n`);
    put(git, 'objects/info/alternates', `${git}/more\n`);
  },
};

describe('where a repository leads', () => {
  test.each(Object.keys(ways))(
    'F9 by %s no other repository is read or changed',
    async (way) => {
      const opened = repository();
      const { folder, task } = opened;
      const other = sibling();
      gitIn(other.folder, 'pack-refs', '--all');
      gitIn(other.folder, 'branch', 'loose');
      gitIn(other.folder, 'checkout', '-q', 'loose');
      fs.writeFileSync(`${other.git}/refs/heads/main`, gitIn(other.folder, 'rev-parse', 'main'));
      ways[way]?.(path.join(folder, '.git'), other.git);
      const before = stateOf(other.folder);
      const outcomes = await everyAction(opened, folder, task());
      expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['outside-roots']));
      expect(said(outcomes)).not.toContain(secret);
      expect(stateOf(other.folder)).toBe(before);
    },
    30_000,
  );

  test('F9 a pipe or a device in the place of a file holds nothing up', async () => {
    for (const name of ['HEAD', 'config', 'index', 'refs/heads/main', 'objects/info/alternates']) {
      const opened = repository();
      const file = path.join(opened.folder, '.git', name);
      fs.rmSync(file, { force: true });
      execFileSync('mkfifo', [file]);
      const began = performance.now();
      const outcomes = await everyAction(opened, opened.folder, opened.task());
      expect(outcomes.every(({ kind }) => kind === 'refused')).toBe(true);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  }, 30_000);

  test.each(['refs/heads/main', 'HEAD', 'commondir', '.'])(
    'F9 a repository that leads away at its %s after watching began reveals no commit from there',
    async (name) => {
      const { folder, handlers, task, emitted } = repository();
      const other = sibling();
      const sha = gitIn(other.folder, 'rev-parse', 'HEAD').trim();
      doneBy('git_status', await handlers.git_status?.({}, task()));
      const file = path.join(folder, '.git', name);
      if (name === 'commondir') fs.writeFileSync(file, other.git);
      else replaceByLink(file, path.join(other.git, name));
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(JSON.stringify(emitted)).not.toContain(sha);
      expect(emitted.every(({ name: event }) => event === 'status_updated')).toBe(true);
    },
  );

  test('F9 a submodule that leads away does not reveal which commit is checked out there', async () => {
    const opened = repository();
    const { folder, handlers, task, at } = opened;
    const other = sibling();
    const sha = gitIn(other.folder, 'rev-parse', 'HEAD').trim();
    fs.mkdirSync(at('sub'));
    put(folder, 'sub/.git', `gitdir: ${other.git}\n`);
    const tracked = `160000,${'1'.repeat(40)},known`;
    gitIn(folder, 'update-index', '--add', '--cacheinfo', tracked);
    fs.mkdirSync(at('known'));
    put(folder, 'known/.git', `gitdir: ${other.git}\n`);
    const outcomes = [
      await handlers.git_diff?.({ staged: false }, task()),
      await handlers.git_add?.({ paths: [folder] }, task()),
      await handlers.git_diff?.({ staged: true }, task()),
    ].filter((one) => one !== undefined);
    expect(outcomes.map(codeOf)).toEqual(['done', 'done', 'done']);
    expect(said(outcomes)).not.toContain(sha);
  });

  test('F9 submodules inside of the granted folder can be staged, and worktrees of git work', async () => {
    const opened = repository();
    const { folder, handlers, task, at } = opened;
    gitIn(folder, 'init', '-q', 'sub');
    gitIn(at('sub'), 'commit', '-q', '--allow-empty', '-m', 'one');
    gitIn(folder, 'add', 'sub');
    gitIn(folder, 'commit', '-q', '-m', 'sub');
    gitIn(at('sub'), 'commit', '-q', '--allow-empty', '-m', 'two');
    const sha = gitIn(at('sub'), 'rev-parse', 'HEAD').trim();
    put(folder, 'a.txt', 'two\n');
    doneBy('git_add', await handlers.git_add?.({ paths: [folder] }, task()));
    const { data } = doneBy('git_diff', await handlers.git_diff?.({ staged: true }, task()));
    expect(JSON.stringify(data)).toContain(sha);
    gitIn(folder, 'worktree', 'add', '-q', at('tree'), '-b', 'side');
    const outcome = await handlers.git_status?.({ root: at('tree') }, task());
    expect(doneBy('git_status', outcome).data).toMatchObject({ branch: 'side' });
  });
});
