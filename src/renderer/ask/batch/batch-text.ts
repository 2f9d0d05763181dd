/** All text of the card with several requests of one agent. */
import type { Answering } from '../frame/use-answering.ts';

export const batchText = {
  requests: (amount: number) => (amount === 1 ? '1 request' : `${amount} requests`),
  from: '{requests} from {agent}',
  list: 'Requests',
  allow: 'Allow',
  deny: 'Deny',
  allowThis: (what: string) => `Allow: ${what}`,
  denyThis: (what: string) => `Deny: ${what}`,
} as const;

/** "Allow all 3", "Allow both", "Allow". */
export function allLabel(verb: string, open: number): string {
  if (open > 2) return `${verb} all ${open}`;
  return open === 2 ? `${verb} both` : verb;
}

/** What became of one of them; null while it waits. */
export function stateWords(
  isWaiting: boolean,
  state: Answering | undefined,
  answer: 'once' | 'deny' | undefined,
): string | null {
  if (state?.kind === 'sending') return 'Sending…';
  if (state?.kind === 'recorded') return answer === 'deny' ? 'Denied' : 'Allowed';
  return isWaiting ? null : 'No longer waiting';
}
