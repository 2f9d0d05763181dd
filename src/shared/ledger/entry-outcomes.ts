/**
 * The outcomes of an entry. `unknown`: Gatehouse stopped before it learned the outcome, which is
 * neither failure nor success. The index stores positions in this list as numbers, so new ones go
 * last. Free of zod, so that the index thread stays small.
 */
export const entryOutcomes = ['open', 'done', 'refused', 'failed', 'note', 'unknown'] as const;
export type EntryOutcome = (typeof entryOutcomes)[number];
