/** Queries to the ledger's index, and their results. */
import { z } from 'zod';
import { EntryView } from './entry.ts';
import { entryOutcomes } from './entry-outcomes.ts';

export const largestPage = 500;

/** `asleep`: its thread is stopped while unused; the first query starts it. */
export type IndexPhase = 'asleep' | 'opening' | 'reading-up' | 'rebuilding' | 'ready' | 'troubled';

/** The state of the index, as the user sees it. */
export interface IndexSummary {
  readonly phase: IndexPhase;
  /** Why it is being rebuilt, or what went wrong. */
  readonly reason: string | null;
  /** Progress of rebuilding, from 0 to 1. */
  readonly rebuilt: number;
}

/** One value, or several of which any may match. */
const anyOf = <T extends z.ZodType<string>>(item: T, error = 'does not fit') =>
  z.union([item, z.array(item).min(1).max(32).readonly()], { error });

const name = z.string().min(1).max(256);
const lineNumber = z.int().min(0);
const moment = z.iso.datetime({ offset: true });

const filters = {
  actor: anyOf(name).optional(),
  action: anyOf(name).optional(),
  outcome: anyOf(z.enum(entryOutcomes), `is one of ${entryOutcomes.join(', ')}`).optional(),
  code: anyOf(name).optional(),
  session_id: anyOf(name).optional(),
  /** At or after this time. */
  since: moment.optional(),
  /** Before this time. */
  until: moment.optional(),
  /**
   * Words that must all occur; words "in quotes" must be adjacent. The last word may be a prefix.
   */
  q: z.string().max(500).optional(),
  /** `reads`: hides completed reads, so that changes and refusals remain. */
  hide: z.literal('reads').optional(),
  /** Only entries with a line of a higher number: what a live view has not seen. */
  touched_after: lineNumber.optional(),
};

export const AuditFilter = z.strictObject(filters);
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditQuery = z.strictObject({
  ...filters,
  /** Only entries whose number is higher. */
  after: lineNumber.optional(),
  /** Only entries whose number is lower. */
  before: lineNumber.optional(),
  order: z.enum(['newest', 'oldest']).optional(),
  limit: z.int().min(1).max(largestPage).optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const IndexedEntry = EntryView.extend({ user: z.string() });
export type IndexedEntry = Readonly<z.infer<typeof IndexedEntry>>;

/**
 * False while the index is being rebuilt or is catching up: only part of the ledger was searched.
 */
const complete = z.boolean();

export const AuditPage = z.strictObject({
  entries: z.array(IndexedEntry).readonly(),
  /**
   * The start of the next page: pass it as `before` (newest first) or `after` (oldest first).
   */
  next: z.int().nullable(),
  /** How many entries match; counted for the first page only. */
  total: z.int().nullable(),
  /** If false, there are at least `total`. */
  totalExact: z.boolean(),
  complete,
});
export type AuditPage = z.infer<typeof AuditPage>;

const bars = z.array(z.int()).readonly();

export const AuditHistogram = z.strictObject({
  /** The start of the first bar, and the end of the last. */
  from: z.string(),
  to: z.string(),
  barMs: z.number(),
  counts: bars,
  byOutcome: z.record(z.enum(entryOutcomes), bars),
  complete,
});
export type AuditHistogram = z.infer<typeof AuditHistogram>;

const tally = z.array(z.strictObject({ value: z.string(), count: z.int() })).readonly();

/** How often each value occurs among the matching entries, most frequent first. */
export const AuditCounts = z.strictObject({
  total: z.int(),
  actors: tally,
  actions: tally,
  outcomes: tally,
  codes: tally,
  sessions: tally,
  complete,
});
export type AuditCounts = z.infer<typeof AuditCounts>;

const numeric = ['after', 'before', 'limit', 'touched_after'];

/**
 * Parses a query string such as `/mcp/logs?actor=a&actor=b&limit=20`; a repeated parameter means
 * any of its values.
 */
export function queryFromParams(
  params: Iterable<readonly [string, string]>,
): z.ZodSafeParseResult<AuditQuery> {
  const given = new Map<string, string[]>();
  for (const [key, value] of params) given.set(key, [...(given.get(key) ?? []), value]);
  const raw = [...given].map(([key, values]) => {
    const read = values.map((value) =>
      numeric.includes(key) && /^\d{1,15}$/.test(value) ? Number(value) : value,
    );
    return [key, read.length === 1 ? read[0] : read] as const;
  });
  return AuditQuery.safeParse(Object.fromEntries(raw));
}
