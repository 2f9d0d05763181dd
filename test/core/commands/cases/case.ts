/**
 * A line and what it must be found to do, in the words of the table of programs:
 * reads network writes git deletes runs privilege unknown. `!` in front: it must be refused.
 * A line of `reads` alone must be quiet, unless `outside` says that it looks beyond the roots.
 */
export type Case = readonly [line: string, effects: string, outside?: 'outside'];
