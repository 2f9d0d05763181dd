/** A working tree of git: where it is, and that it still is the one it was. */
import fs from 'node:fs';
import path from 'node:path';
import { isTrouble, refused, type Trouble } from '../../../shared/outcomes.ts';
import { git, type While } from '../../platform/git/git-program.ts';
import { ownPrograms } from '../../platform/git/own-programs.ts';

export interface Worktree {
  readonly path: string;
  /** HEAD and index of this working tree. */
  readonly gitDir: string;
  /** Branches and objects of the whole repository. */
  readonly commonDir: string;
}

/** The working tree whose top is this very folder, if nothing of its settings would run a program. */
export async function worktreeAt(folder: string, task: While): Promise<Worktree | Trouble> {
  const where = ['--path-format=absolute', '--show-toplevel', '--git-dir', '--git-common-dir'];
  const said = await git({ cwd: folder, args: ['rev-parse', ...where] }, task);
  if (isTrouble(said)) {
    return said.message.includes('not a git repository') ? refused('no-repository') : said;
  }
  const [top = '', gitDir = '', commonDir = ''] = said.text.split('\n');
  if (top !== folder) return refused('no-repository', 'It lies inside of one.');
  const worktree = { path: folder, gitDir, commonDir };
  if (gitDir !== path.join(folder, '.git') && !isLinkedBack(worktree))
    return refused('outside-roots', 'Its .git file leads to another repository.');
  return (await ownPrograms(folder, task)) ?? worktree;
}

/** The same, and git itself made it as one beside the repository's own. */
export async function linkedWorktreeAt(folder: string, task: While): Promise<Worktree | Trouble> {
  const worktree = await worktreeAt(folder, task);
  if (isTrouble(worktree)) return worktree;
  const isLinked = path.dirname(worktree.gitDir) === path.join(worktree.commonDir, 'worktrees');
  return isLinked
    ? worktree
    : refused('workspace-not-found', 'Git does not know it as a working tree of the project.');
}

/** The folder that its `.git` file names, names it in turn. */
function isLinkedBack({ path: folder, gitDir }: Worktree): boolean {
  try {
    const back = fs.readFileSync(path.join(gitDir, 'gitdir'), 'utf8').trim();
    return path.resolve(gitDir, back) === path.join(folder, '.git');
  } catch {
    return false;
  }
}

export interface Head {
  readonly sha: string;
  /** Null where no branch is checked out. */
  readonly branch: string | null;
}

export interface Look {
  /** Null before the first commit. */
  readonly head: Head | null;
  /** Files that no commit holds as they are now, those that git does not know included. */
  readonly uncommitted: readonly string[];
  /** How many files or folders git was told not to look at. */
  readonly ignored: number;
}

/** How a working tree stands, from one answer of git. */
export async function lookAt(
  folder: string,
  task: While,
  withIgnored = false,
): Promise<Look | Trouble> {
  const how = ['--porcelain=v2', '--branch', '-z', '--no-renames', '--untracked-files=all'];
  const ignored = `--ignored=${withIgnored ? 'traditional' : 'no'}`;
  const said = await git({ cwd: folder, args: ['status', ...how, ignored] }, task);
  if (isTrouble(said)) return said;
  const lines = linesIn(said.text);
  const told = (name: string): string =>
    lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3) ?? '';
  const [sha, branch] = [told('branch.oid'), told('branch.head')];
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
