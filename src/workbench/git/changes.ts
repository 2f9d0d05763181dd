/** Staging, committing, diffs and branches. */
import path from 'node:path';
import type { ActionArgs } from '../../shared/actions.ts';
import { done, refused, type Outcome } from '../../shared/outcomes.ts';
import { unlikePlanned } from '../basics/plans.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { digestOfSwitch, endsOf } from './plan-switch.ts';
import { filesIn, patchesByFile, plainDiff } from './patches.ts';
import type { Repository } from './repository.ts';
import { readStatus } from './status.ts';

const mostItems = 10_000;

const namesIn = (text: string): readonly string[] => text.split('\0').filter((name) => name !== '');

/** As git wants them, and only those of this repository. */
function belowTop(paths: readonly string[], { top }: Repository): readonly string[] | Trouble {
  const below = paths.map((one) => path.relative(top, one));
  const outside = below.findIndex((one) => one.startsWith('..') || path.isAbsolute(one));
  return outside === -1
    ? below.map((one) => one || '.')
    : refused('outside-roots', `${paths[outside]} is not part of this repository.`);
}

export async function gitAdd(
  repository: Repository,
  { paths }: ActionArgs<'git_add'>,
  task: Task,
): Promise<Outcome> {
  const below = belowTop(paths, repository);
  if (isTrouble(below)) return below;
  const { top, cwd } = repository;
  const added = await git({ cwd, args: ['add', '--all', '--', ...below] }, task);
  if (isTrouble(added)) return added;
  const args = ['diff', '--cached', '--name-only', '--no-renames', '-z'];
  const staged = await git({ cwd, args }, task);
  if (isTrouble(staged)) return staged;
  const names = namesIn(staged.text);
  return done({
    staged: names.slice(0, mostItems).map((name) => path.join(top, name)),
    truncated: staged.truncated || names.length > mostItems,
  });
}

export async function gitCommit(
  { cwd }: Repository,
  { message, amend }: ActionArgs<'git_commit'>,
  task: Task,
): Promise<Outcome> {
  const trailer = `Consent-Id: ${task.entryId}`;
  const args = [
    'commit',
    '--quiet',
    '--no-verify',
    '--no-gpg-sign',
    '--cleanup=whitespace',
    ...(amend ? ['--amend'] : []),
    `--trailer=${trailer}`,
    '--file=-',
  ];
  const committed = await git({ cwd, args, input: message }, task);
  if (isTrouble(committed)) return committed;
  const head = await git({ cwd, args: ['rev-parse', 'HEAD'] }, task);
  if (isTrouble(head)) return head;
  return done({ sha: head.text.trim(), branch: await branchOf(cwd, task) });
}

export async function branchOf(cwd: string, task: Task): Promise<string | null> {
  const said = await git({ cwd, args: ['symbolic-ref', '--quiet', '--short', 'HEAD'] }, task);
  return isTrouble(said) ? null : said.text.trim();
}

export async function gitDiff(
  repository: Repository,
  { staged, ref, paths = [] }: ActionArgs<'git_diff'>,
  task: Task,
): Promise<Outcome> {
  const below = belowTop(paths, repository);
  if (isTrouble(below)) return below;
  const { top, cwd } = repository;
  const diff = (how: readonly string[]): ReturnType<typeof git> => {
    const what = [...(staged ? ['--cached'] : []), ...(ref ? ['--end-of-options', ref] : [])];
    return git({ cwd, args: [...plainDiff, ...how, ...what, '--', ...below] }, task);
  };
  const listed = await diff(['--name-status', '-z']);
  if (isTrouble(listed)) return listed;
  const patch = await diff(['--patch']);
  if (isTrouble(patch)) return patch;
  const patches = patchesByFile(listed.text, patch.text);
  // So long that it was cut, or changed meanwhile: rather no diff than the one of another file.
  if (!patches) {
    const alone = filesIn(listed.text).map(({ name }) => ({
      path: path.join(top, name),
      diff: '',
    }));
    return done(fitting(alone, task.resultBytes, true));
  }
  const files = patches.map(({ name, patch: one }) => ({ path: path.join(top, name), diff: one }));
  return done(fitting(files, task.resultBytes, patch.truncated));
}

function fitting(
  files: readonly { readonly path: string; readonly diff: string }[],
  bytes: number,
  cut: boolean,
) {
  let room = bytes / 2;
  const told = files.slice(0, mostItems).filter(({ diff }) => (room -= diff.length + 200) >= 0);
  return { files: told, truncated: cut || told.length < files.length };
}

export async function gitBranch(
  repository: Repository,
  args: ActionArgs<'git_branch'>,
  task: Task,
): Promise<Outcome> {
  const changed = await changeBranch(repository, args, task);
  return changed ?? listBranches(repository, task);
}

/** Null when it is done, or when there was nothing to do. */
async function changeBranch(
  repository: Repository,
  { op, name = '', start_point, force }: ActionArgs<'git_branch'>,
  task: Task,
): Promise<Trouble | null> {
  if (op === 'list') return null;
  const { cwd } = repository;
  const valid = await git({ cwd, args: ['check-ref-format', '--branch', name] }, task);
  if (isTrouble(valid) || valid.text.trim() !== name) {
    return refused('invalid-arguments', 'name: that is no name of a branch.');
  }
  const ends = op === 'switch' && task.planned ? await endsOf(repository, name, task) : null;
  const unlike =
    ends === null || isTrouble(ends) ? ends : unlikePlanned(digestOfSwitch(ends), task);
  if (unlike) return unlike;
  const words = {
    create: ['branch', '--no-track', name, ...(start_point ? [start_point] : [])],
    switch: ['switch', '--no-guess', '--quiet', name],
    delete: ['branch', force ? '-D' : '-d', '--', name],
  };
  const said = await git({ cwd, args: words[op] }, task);
  return isTrouble(said) ? said : null;
}

async function listBranches(repository: Repository, task: Task): Promise<Outcome> {
  const status = await readStatus(repository, task);
  if (isTrouble(status)) return status;
  const format = '--format=%(refname:short)%00%(objectname)%00%(upstream:short)';
  const said = await git(
    { cwd: repository.cwd, args: ['for-each-ref', format, 'refs/heads'] },
    task,
  );
  if (isTrouble(said)) return said;
  const lines = said.text.split('\n').filter((line) => line !== '');
  const branches = lines.slice(0, mostItems).map((line) => {
    const [name = '', sha = '', upstream = ''] = line.split('\0');
    return { name, sha: sha || null, upstream: upstream || null };
  });
  return done({ current: status.branch, branches, truncated: lines.length > mostItems });
}
