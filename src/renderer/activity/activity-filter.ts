/** The filter of the Activity page. An empty filter means everything. */
import type { AuditFilter } from '../../shared/ledger/query.ts';
import type { EntryOutcome } from '../../shared/ledger/entry-outcomes.ts';

export interface ActivityFilter {
  readonly actors: readonly string[];
  readonly actions: readonly string[];
  readonly outcomes: readonly EntryOutcome[];
  readonly sessions: readonly string[];
  /** ISO moments; `until` is the first one no longer meant. */
  readonly since: string | null;
  readonly until: string | null;
  readonly text: string;
  /** Only changes and refusals. */
  readonly hidesReads: boolean;
}

export const everything: ActivityFilter = {
  actors: [],
  actions: [],
  outcomes: [],
  sessions: [],
  since: null,
  until: null,
  text: '',
  hidesReads: false,
};

export type Facet = 'actors' | 'actions' | 'outcomes' | 'sessions';
export const facets: readonly Facet[] = ['actors', 'actions', 'outcomes', 'sessions'];

export const isEverything = (filter: ActivityFilter): boolean =>
  filter.text.trim() === '' &&
  filter.since === null &&
  filter.until === null &&
  !filter.hidesReads &&
  facets.every((facet) => filter[facet].length === 0);

/** The filter as a query to the index. */
export function askedOf(filter: ActivityFilter): AuditFilter {
  const { actors, actions, outcomes, sessions, since, until, hidesReads } = filter;
  const text = filter.text.trim();
  return {
    ...(actors.length > 0 ? { actor: actors } : {}),
    ...(actions.length > 0 ? { action: actions } : {}),
    ...(outcomes.length > 0 ? { outcome: outcomes } : {}),
    ...(sessions.length > 0 ? { session_id: sessions } : {}),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
    ...(hidesReads ? { hide: 'reads' } : {}),
    ...(text === '' ? {} : { q: text.slice(0, longestText) }),
  };
}

const longestText = 500;
/** The index accepts at most this many values per facet. */
const mostValues = 32;

export function withValue(
  filter: ActivityFilter,
  facet: Facet,
  value: string,
  isSelected: boolean,
): ActivityFilter {
  const others = filter[facet].filter((item) => item !== value);
  return { ...filter, [facet]: isSelected ? [...others, value].slice(-mostValues) : others };
}

export const withoutFacet = (filter: ActivityFilter, facet: Facet): ActivityFilter => ({
  ...filter,
  [facet]: [],
});

export const withTime = (
  filter: ActivityFilter,
  since: number | null,
  until: number | null,
): ActivityFilter => ({ ...filter, since: nowOf(since), until: nowOf(until) });

const nowOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
