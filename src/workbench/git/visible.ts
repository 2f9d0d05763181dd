/**
 * What a session may see of a repository: everything except closed folders and our own data. Git is
 * told to exclude those, so that their content never reaches us, and names in its output are
 * checked again.
 */
import path from 'node:path';
import { isInside } from '../../shared/files/inside.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import type { ActionError } from '../confined/errors.ts';
import type { Repository } from './repository.ts';

type VisibleBounds = Pick<Repository, 'top' | 'skip'>;

const foldsCase = process.platform === 'darwin' || process.platform === 'win32';
const folded = (name: string): string => (foldsCase ? name.normalize('NFC').toLowerCase() : name);

export const isVisible = (file: string, { skip }: Pick<VisibleBounds, 'skip'>): boolean =>
  !skip.some((folder) => isInside(folded(file), folded(folder)));

/** Takes a name as git prints it, relative to the top. */
export const isVisibleName = (name: string, repository: VisibleBounds): boolean =>
  isVisible(path.join(repository.top, name), repository);

/** Set only if something must be excluded, since `:(…)` syntax is then on. */
export interface Pathspecs {
  readonly pathspecs: true;
  readonly paths: readonly string[];
}

const literal = foldsCase ? 'top,literal,icase' : 'top,literal';

/** The names (or everything) without closed folders; `not` lists further names to exclude. */
export function pathspecsFor(
  names: readonly string[],
  { top, skip }: VisibleBounds,
  not: readonly string[] = [],
): Pathspecs {
  const closed = [
    ...skip.filter((folder) => isInside(folder, top)),
    ...not.map((item) => path.join(top, item)),
  ];
  return {
    pathspecs: true,
    paths: [
      ...(names.length === 0 ? [`:(top)`] : names.map((name) => specOf(name))),
      ...closed.map((folder) => `:(exclude,${literal})${path.relative(top, folder)}`),
    ],
  };
}

/** The top itself cannot be matched literally. */
const specOf = (name: string): string => (name === '.' ? ':(top)' : `:(${literal})${name}`);

/** Converts paths to names for git; refuses those outside the repository or not visible. */
export function namesOf(
  paths: readonly string[],
  repository: VisibleBounds,
): { readonly names: readonly string[] } | ActionError {
  const { top } = repository;
  const outside = paths.find((item) => !isInside(item, top));
  if (outside !== undefined)
    return refused('outside-roots', `${outside} is not part of this repository.`);
  const hidden = paths.find((item) => !isVisible(item, repository));
  if (hidden !== undefined) return refused('denied-by-rule', `${hidden} lies in a closed folder.`);
  return { names: paths.map((item) => path.relative(top, item) || '.') };
}
