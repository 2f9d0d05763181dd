/** Sentences about deleting a workspace: what prevents it, and what it would do. */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import { keptUnder } from './unreachable-commits.ts';
import type { CreatedWorktree } from './registry.ts';
import type { Ref, UnsavedWork } from './unsaved-work.ts';

const maxNames = 3;

export function whyInTheWay(seen: UnsavedWork): Refused | null {
  const { uncommitted, underWay, locked, hasSubmodules, unwatched } = seen;
  const would = (what: string): Refused => refused('work-would-be-lost', what);
  if (uncommitted.length > 0) return would(uncommittedWords(uncommitted));
  const [unseen] = unwatched;
  if (unseen !== undefined)
    return would(
      `Git is set to ignore changes in ${visibleText(unseen)}, so Gatehouse cannot tell whether it is committed.`,
    );
  if (underWay !== null) return would(`Git is in the middle of ${underWay} there.`);
  if (locked !== null) return would(`It is locked${locked ? `: ${visibleText(locked)}` : ''}.`);
  if (hasSubmodules) return would('It has submodules with commits of their own.');
  return null;
}

function uncommittedWords(names: readonly string[]): string {
  const named = names.slice(0, maxNames).map((name) => visibleText(name));
  const more = names.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return names.length === 1
    ? `No commit contains the current version of ${list}.`
    : `No commit contains the current version of ${names.length} of its files: ${list}.`;
}

export function removalSentence(
  { ignored }: UnsavedWork,
  { branch, name }: Pick<CreatedWorktree, 'branch' | 'name'>,
  keptBy: Ref | null,
  left: number,
): string {
  const stays = `Everything in it is committed, and its branch ${branch} stays.`;
  const goes = `Everything in it is committed. Its branch ${branch} is deleted; ${keptBy ? shortName(keptBy) : ''} holds all its commits.`;
  const leftOver = left === 0 ? '' : ` ${leftWords(left, name)}`;
  const rest = `${leftOver}${ignored === 0 ? '' : ` ${ignoredWords(ignored)}`}`;
  return `${keptBy ? goes : stays}${rest} The folder moves to Gatehouse's trash and can be restored from there.`;
}

const leftWords = (many: number, name: string): string =>
  `${many === 1 ? '1 commit that only its reflog reaches is kept' : `${many} commits that only its reflog reaches are kept`} under ${keptUnder(name)}.`;

const ignoredWords = (many: number): string =>
  many === 1
    ? '1 file or folder that git ignores goes with it.'
    : `${many} files or folders that git ignores go with it.`;

const shortName = ({ name }: Ref): string => name.replace(/^refs\/(heads|tags|remotes)\//, '');
