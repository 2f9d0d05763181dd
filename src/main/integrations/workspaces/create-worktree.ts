/** Creates a workspace: a git worktree on its own branch, in a folder next to the project. */
import fs from 'node:fs';
import path from 'node:path';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import type { ProjectBranches } from '../../../shared/integrations/workspaces.ts';
import { git, type GitRunOptions } from '../../platform/git/git-program.ts';
import type { CreatedWorktree, Project, WorkspaceRegistry } from './registry.ts';
import { shaOfBranch } from './unsaved-work.ts';
import { readWorktreeStatus, worktreeAt } from './worktree.ts';

interface WorktreeRequest {
  readonly name: string;
  /** The branch to start from. Default: what the project has checked out. */
  readonly base?: string | undefined;
}

const checkoutMs = 5 * 60_000;

export interface NewWorktree extends CreatedWorktree {
  readonly base: string;
}

export async function makeWorktree(
  project: Project,
  { name, base }: WorktreeRequest,
  registry: WorkspaceRegistry,
  task: GitRunOptions,
): Promise<NewWorktree | ActionError> {
  const cwd = project.path;
  const home = await worktreeAt(cwd);
  if (isError(home)) return home;
  const start = await startOf(cwd, base, task);
  if (isError(start)) return start;
  const unfit = await whyUnfit(name, cwd, task);
  if (unfit) return unfit;
  const folder = folderFor(project, name);
  if (typeof folder !== 'string') return folder;
  const made = { path: folder, projectId: project.projectId, name, branch: name };
  // Registered before it is created, so that a crash leaves nothing unknown behind.
  await registry.addMade(made);
  const error = await addWorktree(made, { cwd, sha: start.sha }, task);
  if (!error) return { ...made, base: start.name };
  await registry.forgetMade(folder);
  return error;
}

/**
 * In two steps, because git's settings may differ in the new folder: they are checked there before
 * the first file is written.
 */
async function addWorktree(
  { path: folder, name }: CreatedWorktree,
  { cwd, sha }: { readonly cwd: string; readonly sha: string },
  task: GitRunOptions,
): Promise<ActionError | null> {
  const how = ['--quiet', '--no-track', '--no-checkout'];
  const args = ['worktree', 'add', ...how, '-b', name, folder, sha];
  const added = await git({ cwd, args }, task);
  if (isError(added)) return added;
  const checkout = ['reset', '--hard', '--quiet', '--no-recurse-submodules'];
  const filled = await git({ cwd: folder, args: checkout, timeoutMs: checkoutMs }, task);
  if (!isError(filled)) return null;
  // Also after a cancellation: a half-created worktree is removed.
  const toItsEnd = { signal: new AbortController().signal };
  await git({ cwd, args: ['worktree', 'remove', '--force', folder] }, toItsEnd);
  await git({ cwd, args: ['update-ref', '-d', `refs/heads/${name}`, sha] }, toItsEnd);
  return filled;
}

const maxBranches = 500;

export async function branchesIn(cwd: string, task: GitRunOptions): Promise<ProjectBranches> {
  const how = ['--sort=-committerdate', `--count=${maxBranches}`, '--format=%(refname:lstrip=2)'];
  const output = await git({ cwd, args: ['for-each-ref', ...how, 'refs/heads'] }, task);
  const names = isError(output) ? [] : output.text.split('\n').filter((name) => name !== '');
  const status = await git({ cwd, args: ['symbolic-ref', '--quiet', '--short', 'HEAD'] }, task);
  const head = isError(status) ? '' : status.text.trim();
  return { current: head === '' ? null : head, names };
}

async function startOf(
  cwd: string,
  base: string | undefined,
  task: GitRunOptions,
): Promise<{ readonly sha: string; readonly name: string } | ActionError> {
  if (base !== undefined) {
    const sha = await shaOfBranch(base, cwd, task);
    return sha === null
      ? refused('git-refused', `There is no branch ${base}.`)
      : { sha, name: base };
  }
  const status = await readWorktreeStatus({ cwd }, task);
  if (isError(status)) return status;
  const { head } = status;
  if (!head) return refused('git-refused', 'The project has no commit to start from.');
  return { sha: head.sha, name: head.branch ?? head.sha };
}

async function whyUnfit(
  name: string,
  cwd: string,
  task: GitRunOptions,
): Promise<ActionError | null> {
  const valid = await git({ cwd, args: ['check-ref-format', '--branch', name] }, task);
  if (isError(valid) || valid.text.trim() !== name)
    return refused('invalid-arguments', 'name: not a valid branch name.');
  const there = await shaOfBranch(name, cwd, task);
  return there === null ? null : refused('already-there', `The branch ${name} already exists.`);
}

/** Next to the project, in one folder for all its workspaces. */
function folderFor({ path: project }: Project, name: string): string | ActionError {
  const around = `${project}.workspaces`;
  try {
    fs.mkdirSync(around, { recursive: true });
    if (fs.realpathSync.native(around) !== around)
      return refused('is-a-link', `${around} leads elsewhere.`);
  } catch (error) {
    return refused('action-failed', `${around} cannot be created: ${String(error)}`);
  }
  const folder = path.join(around, name.replaceAll('/', '-'));
  return fs.lstatSync(folder, { throwIfNoEntry: false }) === undefined
    ? folder
    : refused('already-there', `${folder} already exists.`);
}
