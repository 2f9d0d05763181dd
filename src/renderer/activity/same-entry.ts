import type { EntryView } from '../../shared/audit-entry.ts';

export function isSameEntry(one: EntryView, other: EntryView): boolean {
  const keys = Object.keys(one) as (keyof EntryView)[];
  return keys.every((key) => one[key] === other[key]);
}
