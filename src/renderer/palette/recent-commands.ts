/** The commands used last, until Gatehouse quits: the window's storage is in memory only. */
import type { PaletteItem } from './palette-items.ts';

const key = 'recent-commands';
const mostKept = 5;

export function recentCommands(): readonly string[] {
  const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
  return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : [];
}

/** What ends something is never offered first: a slip of the finger would end the next one. */
const isKept = ({ command: { kind } }: PaletteItem): boolean =>
  kind !== 'revoke' && kind !== 'revoke-all' && kind !== 'ask';

export function rememberCommand(item: PaletteItem): void {
  if (!isKept(item)) return;
  const others = recentCommands().filter((id) => id !== item.id);
  localStorage.setItem(key, JSON.stringify([item.id, ...others].slice(0, mostKept)));
}
