/** Protected changes in numbers. */
import type { ShownChange } from '../../shared/asks/asks.ts';
import { diffRuns } from '../text/diff-runs.ts';
import { count } from '../text/counting.ts';

/** Each place of a protected file that changes; a file whose diff names no place is one. */
const hunksOf = ({ diff }: ShownChange): number =>
  Math.max(1, diffRuns(diff).filter(({ kind }) => kind === 'place').length);

export const protectedHunks = (changes: readonly ShownChange[]): number =>
  changes
    .filter(({ isProtected }) => isProtected)
    .reduce((sum, change) => sum + hunksOf(change), 0);

/** "2 of 5 changed files are protected (3 changes)". */
export function protectedWords(changes: readonly ShownChange[]): string {
  const grave = changes.filter(({ isProtected }) => isProtected).length;
  const files =
    changes.length === 1
      ? 'The changed file is protected'
      : `${grave} of ${changes.length} changed files ${grave === 1 ? 'is' : 'are'} protected`;
  return `${files} (${count(protectedHunks(changes), 'change')})`;
}
