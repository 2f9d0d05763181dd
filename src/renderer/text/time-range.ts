const withYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** "14 Nov 2026, 10:00 – 10:30". */
export const rangeWords = (from: number, to: number): string => withYear.formatRange(from, to);

/** "since 14 Nov 2026, 10:00", "until …", or both. */
export function spanOfWords(since: string | null, until: string | null): string {
  if (since !== null && until !== null) return rangeWords(Date.parse(since), Date.parse(until));
  if (since !== null) return `since ${withYear.format(Date.parse(since))}`;
  return until === null ? 'any time' : `until ${withYear.format(Date.parse(until))}`;
}
