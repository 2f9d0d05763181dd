/**
 * The repository around a folder, found by us and never by git: git would also take a plain folder
 * with the right names in it for a repository, and would go on above the granted folder.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import type { GitRunner } from './allowed-settings.ts';
import { checkRepository, type CheckedRepository } from './check-repository.ts';
import { topAround } from './git-folders.ts';

/** What a session may touch. */
export interface Grant {
  readonly roots: readonly { readonly path: string }[];
  readonly skip: readonly string[];
}

/** The top of the working tree that the folder, a real path, belongs to. */
export async function findTop(
  folder: string,
  { roots, skip }: Grant,
): Promise<string | ActionError> {
  const around = roots.map((root) => root.path).filter((root) => isInside(folder, root));
  const [widest] = around.toSorted((a, b) => a.length - b.length);
  if (widest === undefined) return refused('outside-roots');
  const top = await topAround(folder, widest);
  if (top === null) {
    return (await isAbove(path.dirname(widest)))
      ? refused('outside-roots', 'The repository begins above the granted folder.')
      : refused('no-repository');
  }
  return skip.some((item) => isInside(top, item)) ? refused('denied-by-rule') : top;
}

/** Nothing there is read: only whether something has that name. */
async function isAbove(folder: string): Promise<boolean> {
  const isThere = await fs.lstat(path.join(folder, '.git')).then(
    () => true,
    () => false,
  );
  const above = path.dirname(folder);
  return isThere || (above !== folder && isAbove(above));
}

/** Checked for callers that run git there themselves; our own runner checks again before each process. */
export async function findRepository(
  folder: string,
  grant: Grant,
  runner: GitRunner = 'ours',
): Promise<CheckedRepository | ActionError> {
  const top = await findTop(folder, grant);
  if (isError(top)) return top;
  const within = grant.roots.map((root) => root.path);
  return checkRepository({ cwd: top, within, skip: grant.skip }, runner);
}
