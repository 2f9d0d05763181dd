/**
 * Repositories inside a working tree: submodules and others. Git would enter them with their own
 * settings and read their commit from wherever `.git` leads. So `git add` is not given them, and
 * those that lead out of the granted folders are excluded.
 */
import path from 'node:path';
import { leadsAway } from '../../main/platform/git/check-repository.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import type { Repository } from './repository.ts';
import { pathspecsFor } from './visible.ts';

export interface Nested {
  /** Submodules that git already tracks, relative to the top. */
  readonly tracked: readonly string[];
  /** Nested repositories, tracked or not, whose folders are not all granted or not plain. */
  readonly away: readonly string[];
}

const linesIn = (text: string): readonly string[] => text.split('\0').filter((line) => line !== '');

/** The nested repositories below these names. */
export async function nestedIn(
  names: readonly string[],
  repository: Repository,
  task: Task,
): Promise<Nested | ActionError> {
  const { pathspecs, paths } = pathspecsFor(names, repository);
  const ask = (...how: readonly string[]) =>
    git({ ...repository, pathspecs, args: ['ls-files', '-z', ...how, '--', ...paths] }, task);
  const known = await ask('--stage');
  if (isError(known)) return known;
  const others = await ask('--others', '--exclude-standard');
  if (isError(others)) return others;
  if (known.truncated || others.truncated)
    return refused('git-refused', 'There are too many files. Name fewer.');
  const tracked = linesIn(known.text)
    .filter((line) => line.startsWith('160000 '))
    .map((line) => line.slice(line.indexOf('\t') + 1));
  // A folder in this list is a repository: git lists nothing inside it.
  const folders = linesIn(others.text).filter((name) => name.endsWith('/'));
  const all = [...new Set([...tracked, ...folders.map((name) => name.slice(0, -1))])];
  return { tracked, away: await awayAmong(all, repository) };
}

/** Those whose commit git would read from outside, or could not read. */
export async function awayAmong(
  names: readonly string[],
  { top, within, skip }: Pick<Repository, 'top' | 'within' | 'skip'>,
): Promise<readonly string[]> {
  const checks = names.map(async (name) =>
    (await leadsAway({ cwd: path.join(top, name), within, skip })) ? [name] : [],
  );
  return (await Promise.all(checks)).flat();
}

/** Stages their current commits without reading their files. */
export async function stageCommits(
  names: readonly string[],
  repository: Repository,
  task: Task,
): Promise<ActionError | null> {
  if (names.length === 0) return null;
  const args = ['update-index', '--add', '--remove', '-z', '--stdin'];
  const input = names.map((name) => `${name}\0`).join('');
  const staged = await git({ ...repository, args, input }, task);
  return isError(staged) ? staged : null;
}
