/**
 * What became of an entry. `unknown`: Gatehouse stopped before it learned it, which is no failure
 * and no success. The index keeps their places as numbers: a new one comes last.
 * Free of zod, so that the thread of the index stays small.
 */
export const entryOutcomes = ['open', 'done', 'refused', 'failed', 'note', 'unknown'] as const;
export type EntryOutcome = (typeof entryOutcomes)[number];
