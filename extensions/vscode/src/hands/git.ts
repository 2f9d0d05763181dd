/**
 * Git. The state is read from the editor's own Git extension, which follows the repository anyway.
 * What changes something, and what shows contents, is run as the workbench runs it: with hooks,
 * filters of the repository, external diffs and questions off. Then the extension looks again.
 */
import type { ActionArgs } from '../../../../src/shared/actions.ts';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import type { Plan } from '../../../../src/shared/plan.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import { gitAdd, gitBranch, gitCommit, gitDiff } from '../../../../src/workbench/git/changes.ts';
import { ownPrograms } from '../../../../src/main/platform/git/own-programs.ts';
import { planSwitch } from '../../../../src/workbench/git/plan-switch.ts';
import type { Repository } from '../../../../src/workbench/git/repository.ts';
import type { Task } from '../../../../src/workbench/hand.ts';
import type { HandRoom } from '../basics/editor.ts';
import { liesIn, pathOf } from '../basics/places.ts';
import { orThrow, refusal } from '../basics/refusal.ts';
import { repositoryAround, topOf, type GitChange, type GitRepository } from './git-extension.ts';

const mostEntries = 10_000;

export function gitRoom(): HandRoom {
  return {
    hands: {
      git_status: ({ root }, task) => gitStatus(root, task),
      git_add: (args, task) => changing(args.root, task, (at) => gitAdd(at, args, task)),
      git_commit: (args, task) => changing(args.root, task, (at) => gitCommit(at, args, task)),
      git_diff: async (args, task) =>
        gitDiff((await repositoryFor(args.root, task)).own, args, task),
      git_branch: (args, task) => changing(args.root, task, (at) => gitBranch(at, args, task)),
    },
    planners: { git_branch: planBranch },
    dispose: () => undefined,
  };
}

interface Found {
  readonly shown: GitRepository;
  readonly own: Repository;
}

async function repositoryFor(root: string | undefined, task: Task): Promise<Found> {
  const shown = await repositoryAround(orThrow(oneFolder(root, task)));
  if (!shown) throw refusal('no-repository');
  const top = topOf(shown);
  if (!liesIn(top, task.roots)) {
    throw refusal('outside-roots', 'The repository begins above the granted folder.');
  }
  orThrow((await ownPrograms(top, task)) ?? {});
  return { shown, own: { top, cwd: top, gitDir: '', commonDir: '' } };
}

async function changing(
  root: string | undefined,
  task: Task,
  work: (repository: Repository) => Promise<Outcome>,
): Promise<Outcome> {
  const { shown, own } = await repositoryFor(root, task);
  const outcome = await work(own);
  await shown.status();
  return outcome;
}

async function planBranch(
  { root, op, name = '' }: ActionArgs<'git_branch'>,
  task: Task,
): Promise<Plan> {
  const { own } = await repositoryFor(root, task);
  if (op === 'switch') return orThrow(await planSwitch(own, name, task));
  return { truncated: false };
}

async function gitStatus(root: string | undefined, task: Task): Promise<Outcome> {
  const { shown } = await repositoryFor(root, task);
  await shown.status();
  const {
    HEAD: head,
    mergeChanges,
    indexChanges,
    workingTreeChanges,
    untrackedChanges = [],
  } = shown.state;
  const entries = entriesOf({
    merge: mergeChanges,
    index: indexChanges,
    worktree: [...workingTreeChanges, ...untrackedChanges],
  });
  const { upstream } = head ?? {};
  return done({
    branch: head?.name ?? null,
    head: head?.commit ?? null,
    upstream: upstream ? `${upstream.remote}/${upstream.name}` : null,
    ahead: head?.ahead ?? 0,
    behind: head?.behind ?? 0,
    entries: entries.slice(0, mostEntries),
    truncated: entries.length > mostEntries,
  });
}

/** The numbers of the Git extension, and the letters of `git status --short`: staged, not staged. */
const letters = [
  ...(['M ', 'A ', 'D ', 'R ', 'C ', ' M', ' D', '??', '!!', ' A', ' R', ' T'] as const),
  ...(['AU', 'UA', 'DU', 'UD', 'AA', 'DD', 'UU'] as const),
];

interface Entry {
  readonly path: string;
  readonly index: string;
  readonly worktree: string;
  readonly renamed_from?: string;
}

export function entriesOf(changes: {
  readonly merge: readonly GitChange[];
  readonly index: readonly GitChange[];
  readonly worktree: readonly GitChange[];
}): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const change of [...changes.merge, ...changes.index, ...changes.worktree]) {
    const entry = entryOf(change);
    if (!entry) continue;
    const known = entries.get(entry.path);
    // The same file staged and changed again is one line.
    const index = known && known.index !== ' ' ? known.index : entry.index;
    const worktree = entry.worktree === ' ' ? (known?.worktree ?? ' ') : entry.worktree;
    entries.set(entry.path, { ...known, ...entry, index, worktree });
  }
  return [...entries.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function entryOf({ uri, originalUri, renameUri, status }: GitChange): Entry | null {
  const file = pathOf(renameUri ?? uri);
  const [index = ' ', worktree = ' '] = letters[status] ?? ' M';
  if (file === null) return null;
  const from = renameUri ? pathOf(originalUri) : null;
  return { path: file, index, worktree, ...(from === null ? {} : { renamed_from: from }) };
}

/** Also used by what tells sessions about git. */
export const conflictsIn = ({ state }: GitRepository): readonly string[] =>
  state.mergeChanges.map(({ uri }) => pathOf(uri)).filter((one) => one !== null);
