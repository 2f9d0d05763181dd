/** Workspaces on real git: made, listed, noted. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { put, scratch } from '../fakes/scratch.ts';
import {
  codeOf,
  git,
  makeWorkspace,
  newRepository,
  openSpaces,
  openWithTopic,
} from './workspaces-fixture.ts';
import { withTopic } from './with-topic.ts';

describe('making and listing', () => {
  test('a workspace is a worktree on a branch of its own, beside the project', async () => {
    const { workspaces, project, topic } = await withTopic();
    expect(topic).toBe(`${project}.workspaces/topic`);
    expect(git(topic, 'branch', '--show-current')).toBe('topic');
    const [view] = await workspaces.list();
    expect(view).toMatchObject({ path: project, isGit: true });
    expect(view?.workspaces).toMatchObject([
      { path: project, name: 'app', isMade: false, branch: 'main', changes: 0, error: null },
      { path: topic, name: 'topic', isMade: true, branch: 'topic', changes: 0, error: null },
    ]);
    put(topic, 'new.txt', 'x');
    put(topic, 'x.log', 'x');
    expect(await workspaces.statusOf(topic)).toMatchObject({ isDirty: true });
    expect(await workspaces.statusOf(project)).toMatchObject({ isDirty: false });
  });

  test('a second run of the app knows them', async () => {
    const root = scratch();
    const first = await openWithTopic(root);
    await first.workspaces.dispose();
    const second = await openSpaces(root);
    onTestFinished(() => second.workspaces.dispose());
    expect(second.workspaces.realPathOf(first.topic)).toBe(first.topic);
    const again = await second.workspaces.remove({ path: first.topic, keepBranch: false });
    expect(codeOf(again)).toBe('done');
  });

  test('names that git, the disk or another workspace would not take are refused', async () => {
    const { workspaces, registry, project } = await withTopic();
    const projectId = registry.projects[0]?.projectId;
    if (!projectId) throw new Error('no project');
    const tried = async (name: string, base?: string) =>
      codeOf(await workspaces.create({ projectId, name, base }));
    expect(await tried('topic')).toBe('already-there');
    expect(await tried('a..b')).toBe('invalid-arguments');
    expect(await tried('-d')).toBe('invalid-arguments');
    expect(await tried('x.lock')).toBe('invalid-arguments');
    expect(await tried('y', 'nobody')).toBe('git-refused');
    put(`${project}.workspaces`, 'taken/file');
    expect(await tried('taken')).toBe('already-there');
    expect(registry.made).toHaveLength(1);
    expect(await tried('feature/one', 'topic')).toBe('done');
    expect(fs.existsSync(`${project}.workspaces/feature-one/first.txt`)).toBe(true);
  });

  test('the branches to begin from are told, with the one checked out', async () => {
    const { workspaces, registry, project, topic } = await withTopic();
    const projectId = registry.projects[0]?.projectId;
    if (!projectId) throw new Error('no project');
    put(topic, 'later.txt', 'x');
    git(topic, 'add', '.');
    git(topic, 'commit', '--quiet', '--message=later');
    const received = await workspaces.branchesOf(projectId);
    expect(received.current).toBe('main');
    expect([...received.names].toSorted()).toEqual(['main', 'topic']);
    git(project, 'checkout', '--quiet', '--detach');
    expect((await workspaces.branchesOf(projectId)).current).toBeNull();
  });

  test('hooks of the repository do not run when a workspace is made', async () => {
    const { workspaces, registry, project } = await withTopic();
    const hook = put(project, '.git/hooks/post-checkout', `#!/bin/sh\ntouch ${project}/ran\n`);
    fs.chmodSync(hook, 0o755);
    await makeWorkspace({ workspaces, registry } as never, 'quiet');
    expect(fs.existsSync(path.join(project, 'ran'))).toBe(false);
  });

  test('F11 a repository whose settings name a filter program is no project', async () => {
    const root = scratch();
    const { workspaces } = await openSpaces(root);
    onTestFinished(() => workspaces.dispose());
    const folder = newRepository(path.join(root, 'odd'));
    git(folder, 'config', 'filter.x.clean', `touch ${root}/ran`);
    put(folder, '.gitattributes', '* filter=x\n');
    expect(codeOf(await workspaces.addProject(folder))).toBe('repository-runs-programs');
    expect(fs.existsSync(path.join(root, 'ran'))).toBe(false);
  });

  test('F11 settings that count only in the folder of a new workspace run nothing', async () => {
    const root = scratch();
    const { workspaces, registry } = await openSpaces(root);
    onTestFinished(() => workspaces.dispose());
    const folder = newRepository(path.join(root, 'odd'));
    expect(codeOf(await workspaces.addProject(folder))).toBe('done');
    const more = put(root, 'more', `[filter "x"]\n\tsmudge = touch ${root}/ran; cat\n`);
    git(folder, 'config', 'includeIf.gitdir:**/worktrees/**.path', more);
    put(folder, '.git/info/attributes', '* filter=x\n');
    const projectId = registry.projects[0]?.projectId ?? ('' as never);
    const made = await workspaces.create({ projectId, name: 'topic' });
    expect(codeOf(made)).toBe('repository-runs-programs');
    expect(JSON.stringify(made)).toContain('includeif.gitdir:**/worktrees/**.path');
    expect(fs.existsSync(path.join(root, 'ran'))).toBe(false);
    expect(git(folder, 'branch', '--format=%(refname:short)')).toBe('main');
    // It is a trap: git by itself steps into it.
    git(folder, 'worktree', 'add', '--quiet', path.join(root, 'beside'));
    expect(fs.existsSync(path.join(root, 'ran'))).toBe(true);
  });

  test('a workspace whose files cannot be written is taken back', async () => {
    const { workspaces, registry, project } = await withTopic();
    git(project, 'config', 'filter.lfs.process', 'git-lfs filter-process');
    git(project, 'config', 'filter.lfs.required', 'true');
    put(project, '.git/info/attributes', '*.txt filter=lfs\n');
    const projectId = registry.projects[0]?.projectId ?? ('' as never);
    expect(codeOf(await workspaces.create({ projectId, name: 'half' }))).toBe('git-refused');
    expect(git(project, 'branch', '--list', 'half')).toBe('');
    expect(fs.existsSync(`${project}.workspaces/half`)).toBe(false);
    expect(registry.made.map(({ name }) => name)).toEqual(['topic']);
  });

  test('a folder without git can be a project; our own data, a link to it or a .git that leads away cannot', async () => {
    const root = scratch();
    const { workspaces, registry, dataDir } = await openSpaces(root);
    onTestFinished(() => workspaces.dispose());
    put(root, 'plain/a.txt');
    expect(codeOf(await workspaces.addProject(path.join(root, 'plain')))).toBe('done');
    expect(codeOf(await workspaces.addProject(path.join(root, 'plain')))).toBe('already-there');
    fs.symlinkSync(dataDir, path.join(root, 'link'));
    expect(codeOf(await workspaces.addProject(path.join(root, 'link')))).toBe('root-not-grantable');
    const other = newRepository(path.join(root, 'other'));
    put(root, 'lured/.git', `gitdir: ${other}/.git\n`);
    expect(codeOf(await workspaces.addProject(path.join(root, 'lured')))).toBe('outside-roots');
    expect(registry.projects).toHaveLength(1);
    const folder = path.join(root, 'plain');
    expect(await workspaces.setMetadata(folder, 'owner', 'ada')).toBeNull();
    expect(await workspaces.metadataOf(folder)).toEqual({ notes: { owner: 'ada' } });
    expect(await workspaces.statusOf(folder)).toMatchObject({ isDirty: false });
    const gone = await workspaces.remove({ path: folder, keepBranch: true });
    expect(codeOf(gone)).toBe('not-deletable');
  });
});

describe('notes', () => {
  test('they lie with the worktree, in no commit, and are not seen by git', async () => {
    const { workspaces, topic, project } = await withTopic();
    expect(await workspaces.metadataOf(topic)).toEqual({ notes: { base: 'main' } });
    expect(await workspaces.setMetadata(topic, 'ticket', 'A-1')).toBeNull();
    expect(await workspaces.setMetadata(topic, 'base', null)).toBeNull();
    expect(await workspaces.metadataOf(topic)).toEqual({ notes: { ticket: 'A-1' } });
    expect(await workspaces.metadataOf(project)).toEqual({ notes: {} });
    expect(git(topic, 'status', '--porcelain')).toBe('');
  });

  test('a link put in their place is not followed, neither to read nor to write', async () => {
    const { workspaces, topic, project } = await withTopic();
    const secret = put(project, '../secret.json', '{"a":"b"}');
    const notes = path.join(project, '.git/worktrees/topic/gatehouse.json');
    fs.rmSync(notes);
    fs.symlinkSync(secret, notes);
    expect(await workspaces.metadataOf(topic)).toMatchObject({ code: 'action-failed' });
    expect(await workspaces.setMetadata(topic, 'a', 'x')).toMatchObject({ code: 'action-failed' });
    expect(fs.readFileSync(secret, 'utf8')).toBe('{"a":"b"}');
  });
});
