/** Short words for tray and notifications; both can be seen over a shoulder. */
import type { Ask } from '../../shared/asks.ts';
import { visibleText } from '../../shared/visible-text.ts';

/** No paths and no commands. */
export const wishOf = (ask: Ask): string =>
  ask.kind === 'access'
    ? `wants ${plural(ask.scopes.length, 'scope', 'scopes')}`
    : 'waits for a second look';

export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

export const shortened = (text: string): string => {
  const shown = visibleText(text);
  return shown.length > 40 ? `${shown.slice(0, 39)}…` : shown;
};
