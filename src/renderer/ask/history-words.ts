/** What the person answered this agent before, in one line. */
import type { AskHistory } from '../../shared/asks.ts';
import { listed } from '../words/counting.ts';
import { momentWords } from '../words/times.ts';

const times = (amount: number): string => (amount === 1 ? 'once' : `${amount} times`);

export function historyWords(history: AskHistory, now: number): string {
  const { allowed, denied, inFolder, lastAt } = history;
  if (allowed + denied === 0) return 'First time: it has not asked you for this before.';
  const said = [
    ...(allowed > 0 ? [`allowed ${times(allowed)}`] : []),
    ...(denied > 0 ? [`denied ${times(denied)}`] : []),
  ];
  const never = denied === 0 ? ', never denied' : allowed === 0 ? ', never allowed' : '';
  const last = lastAt === null ? '' : `, last ${momentWords(lastAt, now)}`;
  const place = inFolder === 0 ? ' First time in this folder.' : '';
  return `You ${listed(said)}${never}${last}.${place}`;
}
