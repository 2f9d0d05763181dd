/** What the person answered this agent before, in one line. */
import type { AskHistory } from '../../../shared/asks/asks.ts';
import { listed } from '../../text/counting.ts';
import { momentWords, type Zone } from '../../text/times.ts';

const times = (amount: number): string => (amount === 1 ? 'once' : `${amount} times`);

export function historyWords(history: AskHistory, now: number, zone: Zone = {}): string {
  const { allowed, denied, inFolder, lastAt } = history;
  const since = ` Since ${momentWords(history.since, now, zone)}.`;
  if (allowed + denied === 0) return `First time this agent asks for this.${since}`;
  const said = [
    ...(allowed > 0 ? [`allowed ${times(allowed)}`] : []),
    ...(denied > 0 ? [`denied ${times(denied)}`] : []),
  ];
  const never = denied === 0 ? ', never denied' : allowed === 0 ? ', never allowed' : '';
  const last = lastAt === null ? '' : `, last ${momentWords(lastAt, now, zone)}`;
  const place = inFolder === 0 ? ' First time in this folder.' : '';
  return `You ${listed(said)}${never}${last}.${place}${since}`;
}
