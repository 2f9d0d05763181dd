/** A project and its workspaces as the window shows them. */
import fs from 'node:fs';
import path from 'node:path';
import { isTrouble } from '../../../shared/outcomes.ts';
import type { ProjectView, WorkspaceView } from '../../../shared/workspaces.ts';
import type { While } from '../../platform/git/git-program.ts';
import type { Agents } from './agents.ts';
import type { Made, Project } from './registry.ts';
import { linkedWorktreeAt, lookAt, worktreeAt } from './worktree.ts';

export async function viewOfProject(
  project: Project,
  made: readonly Made[],
  agents: Pick<Agents, 'statusOf' | 'serverOf'>,
  task: While,
): Promise<ProjectView> {
  const own = { path: project.path, name: path.basename(project.path), isMade: false };
  const all = [own, ...made.map((one) => ({ path: one.path, name: one.name, isMade: true }))];
  const { projectId, path: folder, isGit } = project;
  const workspaces = all.map(async (one): Promise<WorkspaceView> => ({
    ...one,
    agent: agents.statusOf(one.path),
    server: agents.serverOf(one.path),
    ...(await stateOf(one, isGit, task)),
  }));
  return { projectId, path: folder, isGit, workspaces: await Promise.all(workspaces) };
}

type State = Pick<WorkspaceView, 'branch' | 'changes' | 'trouble'>;

const unknown = { branch: null, changes: null, trouble: null } as const;

async function stateOf(
  { path: folder, isMade }: Pick<WorkspaceView, 'path' | 'isMade'>,
  isGit: boolean,
  task: While,
): Promise<State> {
  if (!fs.existsSync(folder)) return { ...unknown, trouble: 'Its folder is not there.' };
  if (!isGit) return unknown;
  const worktree = await (isMade ? linkedWorktreeAt : worktreeAt)(folder, task);
  if (isTrouble(worktree)) return { ...unknown, trouble: worktree.message };
  const look = await lookAt(folder, task);
  if (isTrouble(look)) return { ...unknown, trouble: look.message };
  return { branch: look.head?.branch ?? null, changes: look.uncommitted.length, trouble: null };
}
