/** A git working tree: its folders and its identity. */
import path from 'node:path';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { checkRepository, type RepositoryPlace } from '../../platform/git/check-repository.ts';
import { git, type GitRunOptions } from '../../platform/git/git-program.ts';

export interface Worktree {
  readonly path: string;
  /** HEAD and index of this working tree. */
  readonly gitDir: string;
  /** Branches and objects of the whole repository. */
  readonly commonDir: string;
}

/** The working tree whose top is exactly this folder, if git may run in it. */
export async function worktreeAt(folder: string): Promise<Worktree | ActionError> {
  const checked = await checkRepository({ cwd: folder });
  if (isError(checked)) return checked;
  const { gitDir, commonDir } = checked;
  return { path: folder, gitDir, commonDir };
}

/** The same, but only if it is a linked worktree. */
export async function linkedWorktreeAt(folder: string): Promise<Worktree | ActionError> {
  const worktree = await worktreeAt(folder);
  if (isError(worktree)) return worktree;
  const isLinked = path.dirname(worktree.gitDir) === path.join(worktree.commonDir, 'worktrees');
  return isLinked
    ? worktree
    : refused('workspace-not-found', 'Git does not know it as a working tree of the project.');
}

export interface WorktreeHead {
  readonly sha: string;
  /** Null if no branch is checked out. */
  readonly branch: string | null;
}

export interface WorktreeStatus {
  /** Null before the first commit. */
  readonly head: WorktreeHead | null;
  /** Changed files, including untracked ones. */
  readonly uncommitted: readonly string[];
  /** How many files or folders are ignored. */
  readonly ignored: number;
}

/** The status of a working tree, from one output of git. */
export async function readWorktreeStatus(
  place: RepositoryPlace,
  task: GitRunOptions,
  withIgnored = false,
): Promise<WorktreeStatus | ActionError> {
  const how = ['--porcelain=v2', '--branch', '-z', '--no-renames', '--untracked-files=all'];
  const ignored = `--ignored=${withIgnored ? 'traditional' : 'no'}`;
  const args = ['status', ...how, '--ignore-submodules=dirty', ignored];
  const output = await git({ ...place, args }, task);
  if (isError(output)) return output;
  const lines = linesIn(output.text);
  const fieldOf = (name: string): string =>
    lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3) ?? '';
  const [sha, branch] = [fieldOf('branch.oid'), fieldOf('branch.head')];
  const entries = lines.filter((line) => !line.startsWith('#'));
  return {
    head: /^[0-9a-f]+$/.test(sha) ? { sha, branch: branch === '(detached)' ? null : branch } : null,
    uncommitted: entries.filter((line) => !line.startsWith('!')).map(nameIn),
    ignored: entries.filter((line) => line.startsWith('!')).length,
  };
}

/** How many words precede the path in each kind of line. */
const wordsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

const nameIn = (line: string): string =>
  line
    .split(' ')
    .slice(wordsBefore[line[0] ?? ''] ?? 0)
    .join(' ');

export const linesIn = (text: string): readonly string[] =>
  text.split('\0').filter((line) => line !== '');
