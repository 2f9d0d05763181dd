import type { Session } from '../../shared/access.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { count } from '../words/counting.ts';

export function callsWords({ calls, lastAction }: Session): string {
  if (calls === 0) return 'no calls so far';
  const last = lastAction === null ? '' : `, last ${visibleText(lastAction)}`;
  return `${count(calls, 'call')} so far${last}`;
}
