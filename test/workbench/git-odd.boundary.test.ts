/** Diffs of working trees that are in the middle of something. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { put } from '../fakes/scratch.ts';
import { doneBy } from './workbench-fixture.ts';
import { gitIn, repository } from './git-fixture.ts';

type OpenedRepository = ReturnType<typeof repository>;

async function diffOf(
  { handlers, task, folder }: OpenedRepository,
  own: { staged?: boolean; ref?: string } = {},
) {
  const outcome = await handlers.git_diff?.({ staged: false, ...own }, task());
  const { data } = doneBy('git_diff', outcome);
  const files = data['files'] as readonly { readonly path: string; readonly diff: string }[];
  return files.map(({ path, diff }) => [path.slice(folder.length + 1), diff] as const);
}

/** A conflict in m.txt; a.txt and z.txt are changed, l is no longer a link. */
function inTheMiddle(): OpenedRepository {
  const opened = repository();
  const { folder, at } = opened;
  for (const name of ['m.txt', 'z.txt']) put(folder, name, 'one\n');
  fs.symlinkSync('a.txt', at('l'));
  gitIn(folder, 'add', '.');
  gitIn(folder, 'commit', '-qm', 'all');
  gitIn(folder, 'switch', '-qc', 'other');
  put(folder, 'm.txt', 'theirs\n');
  gitIn(folder, 'commit', '-qam', 'theirs');
  gitIn(folder, 'switch', '-q', 'main');
  put(folder, 'm.txt', 'ours\n');
  gitIn(folder, 'commit', '-qam', 'ours');
  expect(() => gitIn(folder, 'merge', '-q', 'other')).toThrow('Command failed');
  put(folder, 'a.txt', 'in a\rdiff --git of no file\n');
  put(folder, 'z.txt', 'in z\n');
  fs.rmSync(at('l'));
  put(folder, 'l', 'in l\n');
  return opened;
}

/** Deleted on one side are a.txt and "n ü"; changed on both are m.txt and z.txt. */
function withBothConflicts(): OpenedRepository {
  const opened = repository();
  const { folder } = opened;
  for (const name of ['m.txt', 'n ü', 'z.txt']) put(folder, name, 'one\n');
  gitIn(folder, 'add', '.');
  gitIn(folder, 'commit', '-qm', 'all');
  const change = (whose: string, kept: string, deleted: string): void => {
    for (const name of ['m.txt', 'z.txt', kept]) put(folder, name, `${whose} ${name}\n`);
    gitIn(folder, 'rm', '-q', deleted);
    gitIn(folder, 'commit', '-qam', whose);
  };
  gitIn(folder, 'switch', '-qc', 'other');
  change('theirs', 'n ü', 'a.txt');
  gitIn(folder, 'switch', '-q', 'main');
  change('ours', 'a.txt', 'n ü');
  expect(() => gitIn(folder, 'merge', '-q', 'other')).toThrow('Command failed');
  return opened;
}

test('a conflict with a deleted file takes no diff of another file, whatever order is set', async () => {
  const opened = withBothConflicts();
  const { folder, at } = opened;
  const all = [
    ['a.txt', expect.stringMatching(/^\* Unmerged path a\.txt\n?$/)],
    ['m.txt', expect.stringMatching(/^diff --cc m\.txt\n[^]*theirs m\.txt/)],
    ['n ü', expect.stringMatching(/^\* Unmerged path n ü\n?$/)],
    ['z.txt', expect.stringMatching(/^diff --cc z\.txt\n[^]*theirs z\.txt/)],
  ];
  expect(await diffOf(opened)).toEqual(all);
  put(folder, 'order', 'z.txt\n');
  gitIn(folder, 'config', 'diff.orderFile', at('order'));
  expect(await diffOf(opened)).toEqual(all);
});

test('in a merge each file stands with its own diff, and once', async () => {
  const opened = inTheMiddle();
  const files = await diffOf(opened);
  expect(files.map(([name]) => name)).toEqual(['a.txt', 'l', 'm.txt', 'z.txt']);
  const [a, l, m, z] = files.map(([, diff]) => diff);
  expect(a).toContain('+in a\rdiff --git of no file');
  expect(l).toContain('+in l');
  expect(m).toContain('theirs');
  expect(z).toContain('+in z');
  expect(await diffOf(opened, { staged: true })).toEqual([
    ['m.txt', expect.stringContaining('m.txt')],
  ]);
  const whole = new Map(await diffOf(opened, { ref: 'HEAD' }));
  expect(whole.get('z.txt')).toContain('+in z');
  expect(whole.get('m.txt')).toContain('+theirs');
});
