/** Diffs of the working tree, the index or commits. */
import path from 'node:path';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { awayAmong } from './nested.ts';
import { filesIn, isCommit, patchesByFile, plainDiff } from './patches.ts';
import type { Repository } from './repository.ts';
import { isVisibleName, namesOf, pathspecsFor } from './visible.ts';

const maxItems = 10_000;

export async function gitDiff(
  repository: Repository,
  { staged, ref, paths = [] }: ActionArgs<'git_diff'>,
  task: Task,
): Promise<Outcome> {
  const requested = namesOf(paths, repository);
  if (isError(requested)) return requested;
  const commits = ref === undefined ? [] : await commitsIn(ref, repository, task);
  if (isError(commits)) return commits;
  const diff = (how: readonly string[], not: readonly string[] = []) => {
    const { pathspecs, paths: specs } = pathspecsFor(requested.names, repository, not);
    const compared = [...(staged ? ['--cached'] : []), ...commits];
    const args = [...plainDiff, ...how, ...compared, '--', ...specs];
    return git({ ...repository, pathspecs, args }, task);
  };
  const all = await diff(['--raw', '-z']);
  if (isError(all)) return all;
  const away = await awayAmong(filesIn(all.text).filter(isCommit).map(nameOf), repository);
  const listed = away.length === 0 ? all : await diff(['--raw', '-z'], away);
  if (isError(listed)) return listed;
  const patch = await diff(['--patch'], away);
  if (isError(patch)) return patch;
  const patches = patchesByFile(listed.text, patch.text);
  // Truncated or changed meanwhile: show no diff rather than another file's.
  const shown = patches ?? filesIn(listed.text).map((file) => ({ ...file, patch: '' }));
  const hidden = away.map((name) => ({ name, patch: '' }));
  const files = [...shown, ...hidden]
    .filter(({ name }) => isVisibleName(name, repository))
    .map(({ name, patch: one }) => ({ path: path.join(repository.top, name), diff: one }));
  const isCut = patches === null || patch.truncated || away.length > 0;
  return done(fitting(files, task.resultBytes, isCut));
}

const nameOf = ({ name }: { readonly name: string }): string => name;

/**
 * Resolves refs to commits. Git would also accept trees and blobs (`HEAD:folder`), whose file names
 * no longer show which folder they are in.
 */
async function commitsIn(
  ref: string,
  repository: Repository,
  task: Task,
): Promise<readonly string[] | ActionError> {
  const [, from = '', dots, to = ''] = /^(.*?)(?:(\.{2,3})(.*))?$/s.exec(ref) ?? [];
  if (dots === undefined) return commitsOf([from], repository, task);
  const ends = await commitsOf([from || 'HEAD', to || 'HEAD'], repository, task);
  if (isError(ends) || dots === '..') return ends;
  const base = await git({ ...repository, args: ['merge-base', ...ends] }, task);
  return isError(base) ? base : [base.text.split('\n')[0] ?? '', ends[1] ?? ''];
}

async function commitsOf(
  names: readonly string[],
  repository: Repository,
  task: Task,
): Promise<readonly string[] | ActionError> {
  const commits: string[] = [];
  for (const name of names) {
    const args = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`];
    const output = name.startsWith('-') ? null : await git({ ...repository, args }, task);
    if (output === null || (isError(output) && output.code === 'git-refused'))
      return refused('git-refused', `There is no commit ${name}.`);
    if (isError(output)) return output;
    commits.push(output.text.trim());
  }
  return commits;
}

function fitting(
  files: readonly { readonly path: string; readonly diff: string }[],
  bytes: number,
  cut: boolean,
) {
  let remaining = bytes / 2;
  const shown = files
    .slice(0, maxItems)
    .filter(({ diff }) => (remaining -= diff.length + 200) >= 0);
  return { files: shown, truncated: cut || shown.length < files.length };
}
