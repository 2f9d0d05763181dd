/** A workspace goes; what was ever committed in it stays, also what only a reflog led to. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { put } from '../fakes/scratch.ts';
import { codeOf, git } from './workspaces-fixture.ts';
import { withTopic } from './with-topic.ts';

test.each([false, true])(
  'commits that only the reflog reaches are kept under a reference (branch kept: %s)',
  async (keepBranch) => {
    const { workspaces, project, topic, remove } = await withTopic();
    const commit = (word: string, ...how: readonly string[]): string => {
      put(topic, 'work.txt', `${word}\n`);
      git(topic, 'add', '.');
      git(topic, 'commit', '-qm', word, ...how);
      return git(topic, 'rev-parse', 'HEAD');
    };
    const amended = commit('draft');
    commit('better', '--amend');
    const dropped = commit('dropped');
    git(topic, 'switch', '-q', '--detach');
    const detached = commit('detached');
    git(topic, 'switch', '-q', 'topic');
    git(topic, 'reset', '-q', '--hard', 'main');
    const plan = await workspaces.planRemoval({ path: topic, keepBranch });
    expect(plan).toMatchObject({
      sentence: expect.stringContaining(
        '4 commits that only its reflog reaches are kept under refs/gatehouse/kept/topic.',
      ),
    });
    expect(codeOf(await remove(keepBranch))).toBe('done');
    git(project, 'reflog', 'expire', '--expire=now', '--all');
    git(project, 'gc', '-q', '--prune=now');
    expect(git(project, 'show', `${amended}:work.txt`)).toBe('draft');
    expect(git(project, 'show', `${dropped}:work.txt`)).toBe('dropped');
    const listed = git(project, 'for-each-ref', '--format=%(objectname)', 'refs/gatehouse/kept');
    expect(listed.split('\n').toSorted()).toEqual([amended, detached].toSorted());
  },
);

test('a commit that comes and goes between the check and the trash is kept, too', async () => {
  const { project, remove } = await withTopic({
    trash: (real) => ({
      ...real,
      put(folder, id) {
        git(folder, 'commit', '-qm', 'late', '--allow-empty');
        git(folder, 'reset', '-q', '--hard', 'HEAD~1');
        return real.put(folder, id);
      },
    }),
  });
  expect(codeOf(await remove())).toBe('done');
  const kept = git(project, 'for-each-ref', '--format=%(subject)', 'refs/gatehouse/kept/topic');
  expect(kept).toBe('late');
});

test('commits of its history that git has already thrown away stand in nobody’s way', async () => {
  const { project, topic, remove } = await withTopic();
  git(topic, 'commit', '-qm', 'gone', '--allow-empty');
  const sha = git(topic, 'rev-parse', 'HEAD');
  git(topic, 'reset', '-q', '--hard', 'main');
  fs.rmSync(path.join(project, '.git/objects', sha.slice(0, 2), sha.slice(2)));
  expect(codeOf(await remove())).toBe('done');
  expect(git(project, 'for-each-ref', 'refs/gatehouse')).toBe('');
});
