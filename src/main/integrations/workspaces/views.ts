/** A project and its workspaces as the window shows them. */
import fs from 'node:fs';
import path from 'node:path';
import { isError } from '../../../shared/actions/outcomes.ts';
import type { ProjectView, WorkspaceView } from '../../../shared/integrations/workspaces.ts';
import type { GitRunOptions } from '../../platform/git/git-program.ts';
import type { Agents } from './agents.ts';
import type { CreatedWorktree, Project } from './registry.ts';
import { linkedWorktreeAt, readWorktreeStatus, worktreeAt } from './worktree.ts';

export async function viewOfProject(
  project: Project,
  made: readonly CreatedWorktree[],
  agents: Pick<Agents, 'statusOf' | 'serverOf'>,
  task: GitRunOptions,
): Promise<ProjectView> {
  const own = { path: project.path, name: path.basename(project.path), isMade: false };
  const all = [own, ...made.map((item) => ({ path: item.path, name: item.name, isMade: true }))];
  const { projectId, path: folder, isGit, startsOpenCode } = project;
  const workspaces = all.map(async (item): Promise<WorkspaceView> => ({
    ...item,
    agent: agents.statusOf(item.path),
    server: agents.serverOf(item.path),
    ...(await stateOf(item, isGit, task)),
  }));
  return {
    ...{ projectId, path: folder, isGit, startsOpenCode },
    workspaces: await Promise.all(workspaces),
  };
}

type WorkspaceGitState = Pick<WorkspaceView, 'branch' | 'changes' | 'error'>;

const unknown = { branch: null, changes: null, error: null } as const;

async function stateOf(
  { path: folder, isMade }: Pick<WorkspaceView, 'path' | 'isMade'>,
  isGit: boolean,
  task: GitRunOptions,
): Promise<WorkspaceGitState> {
  if (!fs.existsSync(folder)) return { ...unknown, error: 'Its folder is not there.' };
  if (!isGit) return unknown;
  const worktree = await (isMade ? linkedWorktreeAt : worktreeAt)(folder);
  if (isError(worktree)) return { ...unknown, error: worktree.message };
  const status = await readWorktreeStatus({ cwd: folder }, task);
  if (isError(status)) return { ...unknown, error: status.message };
  return { branch: status.head?.branch ?? null, changes: status.uncommitted.length, error: null };
}
