/** Short words for tray and notifications; both can be seen over a shoulder. */
import type { Agent } from '../../../shared/access/access.ts';
import type { Ask } from '../../../shared/asks/asks.ts';
import { cutMiddle } from '../../../shared/actions/sentence-parts.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';

/** No paths and no commands. */
export const requestSummary = (ask: Ask): string =>
  ask.kind === 'access'
    ? `wants ${plural(ask.scopes.length, 'scope', 'scopes')}`
    : 'needs your confirmation';

export const plural = (count: number, item: string, many: string): string =>
  `${count} ${count === 1 ? item : many}`;

/** Cut in the middle: two names that begin alike stay apart. */
const maxNameLength = 40;

/** By the name of its key, as in the window: what a program calls itself proves nothing. */
export function whoIs({ clientId }: Pick<Agent, 'clientId'>): string {
  return cutMiddle(visibleText(clientId), maxNameLength);
}
