/** Workspaces on real git: deleted only when nothing is lost, whatever happens meanwhile. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentStatus } from '../../src/shared/integrations/workspaces.ts';
import { noAgents } from '../../src/main/integrations/workspaces/agents.ts';
import { eventually } from '../fakes/test-app.ts';
import { put } from '../fakes/scratch.ts';
import { branchesIn, codeOf, git, newRepository } from './workspaces-fixture.ts';
import { withTopic } from './with-topic.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

describe('deleting', () => {
  test('a workspace with nothing of its own goes, its branch too, its folder to the trash', async () => {
    const { workspaces, project, topic, remove, trash } = await withTopic();
    put(topic, 'build/out.bin', 'made');
    const plan = await workspaces.planRemoval({ path: topic, keepBranch: false });
    expect(plan).toMatchObject({
      sentence:
        'Everything in it is committed. Its branch topic is deleted; main holds all its commits. ' +
        '1 file or folder that git ignores goes with it. ' +
        "The folder moves to Gatehouse's trash and can be restored from there.",
    });
    expect(codeOf(await remove())).toBe('done');
    expect(fs.existsSync(topic)).toBe(false);
    expect(branchesIn(project)).toEqual(['main']);
    expect(git(project, 'worktree', 'list').split('\n')).toHaveLength(1);
    const [id = ''] = fs.readdirSync(trash.folder);
    const kept = path.join(trash.folder, id, 'content/build/out.bin');
    expect(fs.readFileSync(kept, 'utf8')).toBe('made');
    expect(workspaces.realPathOf(topic)).toBeNull();
  });

  const inTheWay: readonly (readonly [string, (topic: string, project: string) => void])[] = [
    ['a changed file', (topic) => put(topic, 'first.txt', 'two\n')],
    ['a new file', (topic) => put(topic, 'deep/er/new.txt', 'x')],
    [
      'a changed file that git is told to think unchanged',
      (topic) => {
        git(topic, 'update-index', '--assume-unchanged', 'first.txt');
        put(topic, 'first.txt', 'two\n');
      },
    ],
    [
      'a changed file that git is told to skip',
      (topic) => {
        git(topic, 'update-index', '--skip-worktree', 'first.txt');
        put(topic, 'first.txt', 'two\n');
      },
    ],
    [
      'a changed file that git is told to skip, with a name that is not UTF-8',
      (topic, project) => {
        const file = Buffer.from(`${topic}/caf\xE9.conf`, 'latin1');
        fs.writeFileSync(file, 'one\n');
        git(topic, 'add', '.');
        git(topic, 'commit', '-qm', 'with café');
        git(project, 'merge', '-q', 'topic');
        execFileSync('git', ['update-index', '--skip-worktree', '-z', '--stdin'], {
          cwd: topic,
          input: Buffer.from('caf\xE9.conf\0', 'latin1'),
        });
        fs.writeFileSync(file, 'two\n');
      },
    ],
    ['a staged file', (topic) => (put(topic, 's.txt', 'x'), git(topic, 'add', 's.txt'))],
    ['a deleted file', (topic) => fs.rmSync(path.join(topic, 'first.txt'))],
    ['a commit of its branch', (topic) => git(topic, 'commit', '-qm', 'x', '--allow-empty')],
    [
      'a commit on no branch',
      (topic) => {
        git(topic, 'switch', '-q', '--detach');
        git(topic, 'commit', '-qm', 'x', '--allow-empty');
      },
    ],
    ['a lock', (topic, project) => git(project, 'worktree', 'lock', '--reason', 'mine', topic)],
    ['a bisect', (topic) => git(topic, 'bisect', 'start')],
    [
      'another worktree inside of it',
      (topic) => git(topic, 'worktree', 'add', '-q', '-b', 'inner', 'build/inner'),
    ],
    [
      'its branch checked out elsewhere',
      (topic, project) => {
        git(topic, 'switch', '-q', '--detach');
        git(project, 'worktree', 'add', '-q', `${project}-other`, 'topic');
      },
    ],
    [
      'a submodule with commits of its own',
      (topic, project) => {
        const other = newRepository(`${project}-library`);
        git(topic, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'lib');
        git(topic, 'commit', '-qam', 'with library');
        git(project, 'merge', '-q', 'topic');
        git(`${topic}/lib`, 'commit', '-qm', 'only here', '--allow-empty');
      },
    ],
  ];

  test.each(inTheWay)('is refused with %s, and nothing is changed', async (_, happen) => {
    const { project, topic, remove, workspaces, trash } = await withTopic();
    happen(topic, project);
    const before = [git(topic, 'status', '--porcelain'), git(project, 'for-each-ref')];
    const plan = await workspaces.planRemoval({ path: topic, keepBranch: false });
    expect(plan).toMatchObject({ code: 'work-would-be-lost' });
    expect(codeOf(await remove())).toBe('work-would-be-lost');
    expect([git(topic, 'status', '--porcelain'), git(project, 'for-each-ref')]).toEqual(before);
    expect(fs.existsSync(trash.folder) ? fs.readdirSync(trash.folder) : []).toEqual([]);
  });

  test('is refused where git knows more files than can be looked at', async () => {
    const { project, topic, workspaces } = await withTopic();
    const blob = git(topic, 'rev-parse', 'HEAD:first.txt');
    const deep = Array.from({ length: 15 }, () => 'd'.repeat(200)).join('/');
    const names = Array.from({ length: 11_500 }, (_, index) => `${deep}/${index}`);
    const index = (args: readonly string[], lines: readonly string[]) =>
      execFileSync('git', ['update-index', ...args], { cwd: topic, input: lines.join('\n') });
    index(
      ['--index-info'],
      names.map((name) => `100644 ${blob}\t${name}`),
    );
    git(topic, 'commit', '-qm', 'many');
    index(['--skip-worktree', '--stdin'], names);
    git(project, 'update-ref', 'refs/heads/main', 'topic');
    expect(await workspaces.planRemoval({ path: topic, keepBranch: false })).toMatchObject({
      code: 'work-would-be-lost',
      message: expect.stringContaining('too many files'),
    });
  });

  test('with keepBranch the commits of the branch stay', async () => {
    const { project, topic, remove } = await withTopic();
    git(topic, 'commit', '-qm', 'work', '--allow-empty');
    const sha = git(topic, 'rev-parse', 'HEAD');
    expect(codeOf(await remove(true))).toBe('done');
    expect(git(project, 'rev-parse', 'topic')).toBe(sha);
  });

  test('what is stashed in it outlives it', async () => {
    const { project, topic, remove } = await withTopic();
    put(topic, 'first.txt', 'stashed\n');
    git(topic, 'stash');
    expect(codeOf(await remove())).toBe('done');
    expect(git(project, 'show', 'stash@{0}:first.txt')).toBe('stashed');
  });

  test('a branch that somebody checked out in it is never deleted, only the one it was made with', async () => {
    const { project, topic, remove } = await withTopic();
    git(topic, 'switch', '-q', '-c', 'mine');
    git(topic, 'commit', '-qm', 'mine', '--allow-empty');
    expect(codeOf(await remove())).toBe('done');
    expect(branchesIn(project)).toEqual(['main', 'mine']);
  });

  test('what comes to the folder between the check and the trash brings it back', async () => {
    const { topic, project, remove } = await withTopic({
      trash: (real) => ({
        ...real,
        put(folder, id) {
          put(folder, 'late.txt', 'just in time');
          return real.put(folder, id);
        },
      }),
    });
    expect(codeOf(await remove())).toBe('work-would-be-lost');
    expect(fs.readFileSync(path.join(topic, 'late.txt'), 'utf8')).toBe('just in time');
    expect(branchesIn(project)).toEqual(['main', 'topic']);
    expect(git(topic, 'status', '--porcelain')).toBe('?? late.txt');
  });

  test('a commit between the check and the trash keeps the branch and the workspace', async () => {
    const { topic, project, remove } = await withTopic({
      trash: (real) => ({
        ...real,
        put(folder, id) {
          git(folder, 'commit', '-qm', 'late', '--allow-empty');
          return real.put(folder, id);
        },
      }),
    });
    expect(codeOf(await remove())).toBe('stale');
    expect(git(topic, 'log', '-1', '--format=%s')).toBe('late');
    expect(branchesIn(project)).toEqual(['main', 'topic']);
  });

  test('another folder put in its place is not taken for it', async () => {
    const { topic, project, remove } = await withTopic({
      trash: (real) => ({
        ...real,
        put(folder, id) {
          fs.renameSync(folder, `${folder}-moved`);
          put(folder, 'precious.txt', 'x');
          return real.put(folder, id);
        },
      }),
    });
    expect(codeOf(await remove())).toBe('stale');
    expect(fs.existsSync(path.join(topic, 'precious.txt'))).toBe(true);
    expect(branchesIn(project)).toEqual(['main', 'topic']);
  });

  test('the branch stays when whoever else held its commits no longer does', async () => {
    const { topic, project, remove } = await withTopic({
      trash: (real) => ({
        ...real,
        async put(folder, id) {
          const away = await real.put(folder, id);
          git(project, 'update-ref', 'refs/heads/main', 'HEAD~1');
          return away;
        },
      }),
    });
    git(project, 'commit', '-qm', 'second', '--allow-empty');
    git(topic, 'reset', '-q', '--hard', 'main');
    const sha = git(topic, 'rev-parse', 'HEAD');
    const outcome = await remove();
    expect(outcome).toMatchObject({ code: 'git-refused' });
    expect(git(project, 'rev-parse', 'topic')).toBe(sha);
  });

  test('what the user was shown and is no longer so is not done', async () => {
    const { workspaces, topic } = await withTopic();
    const plan = await workspaces.planRemoval({ path: topic, keepBranch: false });
    if (isError(plan)) throw new Error(plan.message);
    const planned = plan.digest;
    const other = await workspaces.remove({ path: topic, keepBranch: true, planned });
    expect(codeOf(other)).toBe('stale');
    expect(fs.existsSync(topic)).toBe(true);
    expect(codeOf(await workspaces.remove({ path: topic, keepBranch: false, planned }))).toBe(
      'done',
    );
  });

  test('an agent at work in it holds it; its own last call does not', async () => {
    let busy = 1;
    const stopped: string[] = [];
    const { workspaces, topic, errors } = await withTopic({
      agents: {
        ...noAgents,
        statusOf: () => agentStatus(0, busy),
        isInside: (_, clientId) => clientId === 'inside',
        async stop(folder) {
          stopped.push(folder);
          busy = 0;
          put(folder, 'last-words.txt', 'x');
        },
      },
    });
    const removal = { path: topic, keepBranch: true };
    expect(codeOf(await workspaces.remove({ ...removal, clientId: 'other' }))).toBe(
      'workspace-busy',
    );
    expect(stopped).toEqual([]);
    // It is told that it has begun, and ends; what it left is found, and the workspace stays.
    expect(await workspaces.remove({ ...removal, clientId: 'inside' })).toMatchObject({
      data: { started: true },
    });
    expect(codeOf(await workspaces.remove(removal))).toBe('workspace-busy');
    await eventually(() => errors.length > 0);
    expect(stopped).toEqual([topic]);
    expect(errors.join()).toContain('last-words.txt');
    expect(fs.existsSync(path.join(topic, 'last-words.txt'))).toBe(true);
  });

  test('the folder of the project, a foreign folder and a folder that is gone cannot be deleted', async () => {
    const { workspaces, project, topic, remove } = await withTopic();
    const tried = async (folder: string) =>
      codeOf(await workspaces.remove({ path: folder, keepBranch: false }));
    expect(await tried(project)).toBe('not-deletable');
    expect(await tried(path.dirname(project))).toBe('workspace-not-found');
    expect(codeOf(await workspaces.forgetMissing(topic))).toBe('already-there');
    fs.rmSync(topic, { recursive: true });
    expect(codeOf(await remove())).not.toBe('done');
    expect(codeOf(await workspaces.forgetMissing(topic))).toBe('done');
    expect(workspaces.realPathOf(topic)).toBeNull();
  });
});
