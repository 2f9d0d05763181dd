/** A working tree of git: where it is, and that it still is the one it was. */
import path from 'node:path';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { checkRepository, type RepositoryPlace } from '../../platform/git/check-repository.ts';
import { git, type While } from '../../platform/git/git-program.ts';

export interface Worktree {
  readonly path: string;
  /** HEAD and index of this working tree. */
  readonly gitDir: string;
  /** Branches and objects of the whole repository. */
  readonly commonDir: string;
}

/** The working tree whose top is this very folder, if git may be started in it. */
export async function worktreeAt(folder: string): Promise<Worktree | ActionError> {
  const checked = await checkRepository({ cwd: folder });
  if (isError(checked)) return checked;
  const { gitDir, commonDir } = checked;
  return { path: folder, gitDir, commonDir };
}

/** The same, and git itself made it as one beside the repository's own. */
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
  /** Null where no branch is checked out. */
  readonly branch: string | null;
}

export interface WorktreeStatus {
  /** Null before the first commit. */
  readonly head: WorktreeHead | null;
  /** Files that no commit holds as they are now, those that git does not know included. */
  readonly uncommitted: readonly string[];
  /** How many files or folders git was told not to look at. */
  readonly ignored: number;
}

/** How a working tree stands, from one answer of git. */
export async function readWorktreeStatus(
  place: RepositoryPlace,
  task: While,
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

/** How many words stand before the path in each kind of line. */
const wordsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

const nameIn = (line: string): string =>
  line
    .split(' ')
    .slice(wordsBefore[line[0] ?? ''] ?? 0)
    .join(' ');

export const linesIn = (text: string): readonly string[] =>
  text.split('\0').filter((line) => line !== '');
