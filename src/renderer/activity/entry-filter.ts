import type { EntryView } from '../../shared/audit-entry.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { outcomeWord } from './entry-words.ts';

const searched = (entry: EntryView): string =>
  visibleText(
    [
      entry.actor,
      entry.action,
      entry.subject,
      outcomeWord[entry.outcome],
      entry.code ?? '',
      entry.detail ?? '',
      entry.decidedBy ?? '',
      entry.sessionId ?? '',
      `#${entry.seq}`,
    ].join(' '),
  ).toLowerCase();

/** Every word must occur somewhere in the entry; order and case do not matter. */
export function matchingEntries(
  entries: readonly EntryView[],
  filter: string,
): readonly EntryView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = searched(entry);
    return words.every((word) => text.includes(word));
  });
}
