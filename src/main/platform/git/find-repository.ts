/**
 * Finds the repository around a folder. We never let git search: git would also accept a plain
 * folder that contains the right names, and would continue above the granted folder.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import type { GitRunner } from './allowed-settings.ts';
import { checkRepository, type CheckedRepository } from './check-repository.ts';
import { topAround } from './git-folders.ts';

/** What the session may access. */
export interface Grant {
  readonly roots: readonly { readonly path: string }[];
  readonly skip: readonly string[];
}

/** The top of the working tree that contains the folder (a real path). */
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

/** Only checks whether something has that name; reads nothing. */
async function isAbove(folder: string): Promise<boolean> {
  const isThere = await fs.lstat(path.join(folder, '.git')).then(
    () => true,
    () => false,
  );
  const above = path.dirname(folder);
  return isThere || (above !== folder && isAbove(above));
}

/** For callers that run git themselves; our own runner checks again before each process. */
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
