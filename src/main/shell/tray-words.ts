/** Short words for tray and notifications; both can be seen over a shoulder. */
import type { Agent } from '../../shared/access.ts';
import type { Ask } from '../../shared/asks.ts';
import { visibleText } from '../../shared/visible-text.ts';

/** No paths and no commands. */
export const wishOf = (ask: Ask): string =>
  ask.kind === 'access'
    ? `wants ${plural(ask.scopes.length, 'scope', 'scopes')}`
    : 'waits for a second look';

export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** By the name of its key, as in the window: what a program calls itself proves nothing. */
export function whoIs({ clientId }: Pick<Agent, 'clientId'>): string {
  const shown = visibleText(clientId);
  return shown.length > 40 ? `${shown.slice(0, 39)}…` : shown;
}
