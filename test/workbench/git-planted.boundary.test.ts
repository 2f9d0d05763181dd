/** Names that git takes as they are: in the index, and bytes that are no text. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isPlainName } from '../../src/main/platform/git/index-names.ts';
import { renameInIndex } from '../fakes/planted-index.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { codeOf } from './workbench-fixture.ts';
import { gitIn, repository } from './git-fixture.ts';
import { everyAction, said, trap } from './hostile-fixture.ts';

const secret = 'sibling-secret-90e2';

function sibling() {
  const folder = fs.realpathSync(scratch());
  gitIn(folder, 'init', '-q', '-b', 'main');
  put(folder, 'a.txt', `${secret}\n`);
  gitIn(folder, 'add', '.');
  gitIn(folder, 'commit', '-q', '-m', secret);
  return { folder, git: path.join(folder, '.git') };
}

describe('names in the index', () => {
  const planted: Readonly<Record<string, (folder: string, other: string) => string>> = {
    'an absolute path': (_folder, other) => path.join(other, 'a.txt'),
    'a path that goes up': (folder, other) => path.relative(folder, path.join(other, 'a.txt')),
    'a path that goes down and up': (folder, other) =>
      `d/../${path.relative(folder, path.join(other, 'a.txt'))}`,
    'a file of git': () => '.git/secret',
  };

  test.each(Object.keys(planted))('F9 %s is not read through git', async (kind) => {
    const opened = repository();
    const { folder, task, handlers } = opened;
    const other = sibling();
    put(folder, '.git/secret', secret);
    put(folder, 'd/x', 'x');
    renameInIndex(path.join(folder, '.git'), planted[kind]?.(folder, other.folder) ?? '');
    expect(gitIn(folder, 'diff')).toContain(secret);
    const outcomes = await everyAction(opened, folder, task());
    expect(said(outcomes)).not.toContain(secret);
    expect(outcomes.map(codeOf)).not.toContain('done');
    const all = await handlers.git_add?.({ paths: [folder] }, task());
    expect(codeOf(all)).toBe('outside-roots');
  });

  test('those that git would make itself are plain', () => {
    const plain = ['a', '.gitignore', 'a/.github/x', '..a', 'a...b/c', 'git', 'sparse/', ''];
    expect(plain.filter((name) => !isPlainName(name))).toEqual([]);
    const odd = ['/a', 'a//b', './a', 'a/..', '..', 'a/.GIT/config', 'x/git~1', '.git. /x'];
    expect(odd.filter(isPlainName)).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('bytes that are no text', () => {
  const raw = (text: string): Buffer => Buffer.from(text, 'latin1');

  test('F9 alternates lead to no folder of another name', async () => {
    const opened = repository();
    const { folder, handlers, task } = opened;
    const other = sibling();
    const ref = gitIn(other.folder, 'rev-parse', 'HEAD').trim();
    fs.symlinkSync(path.join(other.git, 'objects'), raw(`${folder}/x\xff`));
    fs.mkdirSync(`${folder}/x\uFFFD`);
    fs.writeFileSync(`${folder}/.git/objects/info/alternates`, raw(`${folder}/x\xff\n`));
    const diff = await handlers.git_diff?.({ staged: false, ref }, task());
    expect(codeOf(diff)).toBe('outside-roots');
  });

  test('F9 nor does a link called .git', async () => {
    const opened = repository();
    const { folder, task } = opened;
    const other = sibling();
    fs.renameSync(`${folder}/.git`, raw(`${folder}/x\xff`));
    fs.symlinkSync(raw('x\xff'), `${folder}/.git`);
    fs.symlinkSync(other.git, `${folder}/x\uFFFD`);
    const outcomes = await everyAction(opened, folder, task());
    expect(said(outcomes)).not.toContain(secret);
    expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['no-repository']));
  });

  test('F9 nor does the .git file of a repository in the working tree', async () => {
    const { folder, handlers, task } = repository();
    const other = sibling();
    const sha = gitIn(other.folder, 'rev-parse', 'HEAD').trim();
    fs.symlinkSync(other.git, raw(`${folder}/x\xff`));
    gitIn(folder, 'init', '-q', 'x\uFFFD');
    const pointer = raw(`gitdir: ${folder}/x\xff\n`);
    for (const name of ['new', 'known']) {
      fs.mkdirSync(path.join(folder, name));
      fs.writeFileSync(path.join(folder, name, '.git'), pointer);
    }
    gitIn(folder, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},known`);
    const outcomes = [
      await handlers.git_diff?.({ staged: false }, task()),
      await handlers.git_add?.(
        { paths: ['new', 'known'].map((one) => path.join(folder, one)) },
        task(),
      ),
      await handlers.git_diff?.({ staged: true }, task()),
    ].filter((one) => one !== undefined);
    expect(said(outcomes)).not.toContain(sha.slice(0, 7));
  });

  test('F9 the history of such a branch is written through no link', async () => {
    const opened = repository();
    const { folder, task } = opened;
    const victim = put(scratch(), 'victim', 'old\n');
    for (const kind of ['refs', 'logs/refs'])
      fs.mkdirSync(raw(`${folder}/.git/${kind}/heads/\xff`), { recursive: true });
    fs.symlinkSync(victim, raw(`${folder}/.git/logs/refs/heads/\xff/x`));
    fs.copyFileSync(`${folder}/.git/refs/heads/main`, raw(`${folder}/.git/refs/heads/\xff/x`));
    fs.writeFileSync(`${folder}/.git/HEAD`, raw('ref: refs/heads/\xff/x\n'));
    put(folder, 'a.txt', 'two\n');
    await everyAction(opened, folder, task());
    expect(fs.readFileSync(victim, 'utf8')).toBe('old\n');
  });
});

test('F11 a commit of nothing shows no diff by a program of the repository', async () => {
  const { folder, handlers, task } = repository();
  const { script, hasRun } = trap();
  put(folder, '.git/info/attributes', '*.txt diff=shown\n');
  gitIn(folder, 'config', 'commit.verbose', '2');
  gitIn(folder, 'config', 'diff.shown.textconv', script);
  put(folder, 'a.txt', 'two\n');
  const commit = await handlers.git_commit?.({ message: 'x', amend: false }, task());
  expect(codeOf(commit)).toBe('git-refused');
  expect(hasRun()).toBe(false);
});
