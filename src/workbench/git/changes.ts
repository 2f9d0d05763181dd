/** Stages, commits and manages branches. */
import path from 'node:path';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { isSecretFile } from '../../shared/files/secret-files.ts';
import { checkPlan } from '../basics/plans.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { nestedIn, stageCommits } from './nested.ts';
import { submodulesClosed } from './patches.ts';
import { digestOfSwitch, endsOf, checkSwitch } from './plan-switch.ts';
import type { Repository } from './repository.ts';
import { whySecretsStaged } from './staged-secrets.ts';
import { readStatus } from './status.ts';
import { isVisibleName, namesOf, pathspecsFor } from './visible.ts';

const maxItems = 10_000;

const namesIn = (text: string): readonly string[] => text.split('\0').filter((name) => name !== '');

export async function gitAdd(
  repository: Repository,
  { paths }: ActionArgs<'git_add'>,
  task: Task,
): Promise<Outcome> {
  const requested = namesOf(paths, repository);
  if (isError(requested)) return requested;
  const nested = await nestedIn(requested.names, repository, task);
  if (isError(nested)) return nested;
  const { tracked, away } = nested;
  const names = requested.names.filter((name) => !tracked.includes(name));
  if (names.length > 0) {
    const { pathspecs, paths: specs } = pathspecsFor(names, repository, [...tracked, ...away]);
    const secrets = await whySecretsUnnamed({ ...repository, pathspecs }, { names, specs }, task);
    if (secrets) return secrets;
    const args = ['add', '--all', '--', ...specs];
    const added = await git({ ...repository, pathspecs, args }, task);
    if (isError(added)) return added;
  }
  const linked = await stageCommits(
    tracked.filter((name) => !away.includes(name)),
    repository,
    task,
  );
  if (linked) return linked;
  const staged = await stagedNames(repository, task);
  if (isError(staged)) return staged;
  const seen = staged.names.filter((name) => isVisibleName(name, repository));
  return done({
    staged: seen.slice(0, maxItems).map((name) => path.join(repository.top, name)),
    truncated: staged.truncated || seen.length > maxItems,
  });
}

/** A file that the call names was asked about. */
async function whySecretsUnnamed(
  place: Parameters<typeof whySecretsStaged>[0],
  { names, specs }: { readonly names: readonly string[]; readonly specs: readonly string[] },
  task: Task,
): Promise<ActionError | null> {
  const isNamed = names.some((name) => isSecretFile(name));
  return isNamed ? null : whySecretsStaged(place, specs, task);
}

interface Staged {
  readonly names: readonly string[];
  readonly truncated: boolean;
}

async function stagedNames(repository: Repository, task: Task): Promise<Staged | ActionError> {
  const args = ['diff', '--cached', '--name-only', '--no-renames', submodulesClosed, '-z'];
  const staged = await git({ ...repository, args }, task);
  if (isError(staged)) return staged;
  return { names: namesIn(staged.text), truncated: staged.truncated };
}

export async function gitCommit(
  repository: Repository,
  { message, amend }: ActionArgs<'git_commit'>,
  task: Task,
): Promise<Outcome> {
  const hidden = await checkCommit(repository, task);
  if (hidden) return hidden;
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
  const committed = await git({ ...repository, args, input: message }, task);
  if (isError(committed)) return committed;
  const head = await git({ ...repository, args: ['rev-parse', 'HEAD'] }, task);
  if (isError(head)) return head;
  return done({ sha: head.text.trim(), branch: await branchOf(repository, task) });
}

/** A commit takes everything staged, by anyone. Refuse if it includes files that a rule closes. */
async function checkCommit(repository: Repository, task: Task): Promise<ActionError | null> {
  if (repository.skip.length === 0) return null;
  const staged = await stagedNames(repository, task);
  if (isError(staged)) return staged;
  const isAllSeen = staged.names.every((name) => isVisibleName(name, repository));
  return isAllSeen && !staged.truncated
    ? null
    : refused('denied-by-rule', 'Files of a closed folder are staged. The user can unstage them.');
}

export async function branchOf(repository: Repository, task: Task): Promise<string | null> {
  const args = ['symbolic-ref', '--quiet', '--short', 'HEAD'];
  const output = await git({ ...repository, args }, task);
  return isError(output) ? null : output.text.trim();
}

export async function gitBranch(
  repository: Repository,
  args: ActionArgs<'git_branch'>,
  task: Task,
): Promise<Outcome> {
  const changed = await changeBranch(repository, args, task);
  return changed ?? listBranches(repository, task);
}

/** Null on success, or if there was nothing to do. */
async function changeBranch(
  repository: Repository,
  { op, name = '', start_point, force }: ActionArgs<'git_branch'>,
  task: Task,
): Promise<ActionError | null> {
  if (op === 'list') return null;
  const valid = await git({ ...repository, args: ['check-ref-format', '--branch', name] }, task);
  if (isError(valid) || valid.text.trim() !== name) {
    return refused('invalid-arguments', 'name: not a valid branch name.');
  }
  const ends = op === 'switch' && task.planned ? await endsOf(repository, name, task) : null;
  const stale = ends === null || isError(ends) ? ends : checkPlan(digestOfSwitch(ends), task);
  if (stale) return stale;
  const closed = op === 'switch' ? await checkSwitch(repository, name, task) : null;
  if (closed) return closed;
  const commands = {
    create: ['branch', '--no-track', name, ...(start_point ? [start_point] : [])],
    switch: ['switch', '--no-guess', '--quiet', name],
    delete: ['branch', force ? '-D' : '-d', '--', name],
  };
  const output = await git({ ...repository, args: commands[op] }, task);
  return isError(output) ? output : null;
}

async function listBranches(repository: Repository, task: Task): Promise<Outcome> {
  const status = await readStatus(repository, task);
  if (isError(status)) return status;
  const format = '--format=%(refname:short)%00%(objectname)%00%(upstream:short)';
  const output = await git({ ...repository, args: ['for-each-ref', format, 'refs/heads'] }, task);
  if (isError(output)) return output;
  const lines = output.text.split('\n').filter((line) => line !== '');
  const branches = lines.slice(0, maxItems).map((line) => {
    const [name = '', sha = '', upstream = ''] = line.split('\0');
    return { name, sha: sha || null, upstream: upstream || null };
  });
  return done({ current: status.branch, branches, truncated: lines.length > maxItems });
}
