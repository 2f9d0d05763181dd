/** The repository around a folder, if all of it lies in the session's folders. */
import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../../shared/inside.ts';
import { refused } from '../../shared/outcomes.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { holdFolder, type HeldFolder } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { ownPrograms } from '../../main/platform/git/own-programs.ts';

export interface Repository {
  /** The top of the working tree. */
  readonly top: string;
  /** HEAD and index of this working tree. */
  readonly gitDir: string;
  /** Refs and objects; the same as gitDir but for linked worktrees. */
  readonly commonDir: string;
  /** Where git is started: the top, whatever becomes of its name. */
  readonly cwd: string;
}

export async function inRepository<T>(
  root: string | undefined,
  task: Task,
  work: (repository: Repository) => Promise<T | Trouble>,
): Promise<T | Trouble> {
  const folder = oneFolder(root, task);
  if (typeof folder !== 'string') return folder;
  const held = holdFolder(folder, task.roots);
  if (isTrouble(held)) return held;
  const found = await repositoryOf(held, task).finally(() => held.letGo());
  if (isTrouble(found)) return found;
  const top = holdFolder(found.top, task.roots);
  if (isTrouble(top)) return top;
  try {
    const trouble = await ownPrograms(top.here, task);
    return trouble ?? (await work({ ...found, cwd: top.here }));
  } finally {
    top.letGo();
  }
}

async function repositoryOf(
  held: HeldFolder,
  task: Task,
): Promise<Omit<Repository, 'cwd'> | Trouble> {
  const args = [
    'rev-parse',
    '--path-format=absolute',
    '--show-toplevel',
    '--git-dir',
    '--git-common-dir',
  ];
  const said = await git({ cwd: held.here, args }, task);
  if (isTrouble(said)) {
    const isNone = said.message.includes('not a git repository');
    return isNone ? refused('no-repository') : said;
  }
  const [top = '', gitDir = '', commonDir = ''] = said.text.split('\n');
  const isGranted = (place: string): boolean => task.roots.some((one) => isInside(place, one.path));
  if (!isGranted(top)) {
    return refused('outside-roots', 'The repository begins above the granted folder.');
  }
  const repository = { top, gitDir, commonDir };
  if (isGranted(gitDir) && isGranted(commonDir)) return repository;
  return isLinkedBack(top, gitDir)
    ? repository
    : refused('outside-roots', 'Its .git file leads to a folder that is not granted.');
}

/** A worktree that git itself made: the folder that its `.git` file names, names it in turn. */
function isLinkedBack(top: string, gitDir: string): boolean {
  try {
    const back = fs.readFileSync(path.join(gitDir, 'gitdir'), 'utf8').trim();
    return path.resolve(gitDir, back) === path.join(top, '.git');
  } catch {
    return false;
  }
}
