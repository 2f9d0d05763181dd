/** One standing grant: the user said "start without asking here". Pure. */
import { z } from 'zod';
import { savedScopes, withSavedScope } from '../../../shared/access/access.ts';
import {
  unusedScopeDays,
  type StandingGrantView,
  type SuspendReason,
} from '../../../shared/access/remembered.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import { AskerIdentity, RememberedFolder } from './asker-identity.ts';

const dayMs = 24 * 60 * 60_000;
/** The clock is corrected by seconds all the time; more than this counts as set back. */
const clockToleranceMs = 5 * 60_000;

const reasons = ['session-ended', 'revoked-all', 'key', 'program', 'folder', 'clock'] as const;

export const StandingGrant = z.strictObject({
  grantId: z.uuid(),
  asker: AskerIdentity,
  /** The content of each program, in their order. */
  programPins: z.array(z.string()).readonly(),
  folders: z.array(RememberedFolder).readonly(),
  /** What was requested when it was made; a request for more is asked about. */
  requested: savedScopes,
  requestedSeconds: z.int(),
  /** With the time of the last use, or of the user's last word on it. */
  scopes: withSavedScope(z.strictObject({ scope: z.string(), usedAt: z.int() })),
  seconds: z.int(),
  createdAt: z.int(),
  /** Null: until it is removed. */
  until: z.int().nullable(),
  lastUsedAt: z.int().nullable(),
  starts: z.int(),
  /** The latest wall clock time it was used or changed at. */
  seenAt: z.int(),
  suspended: z.strictObject({ why: z.enum(reasons), at: z.int() }).nullable(),
});
export type StandingGrant = z.infer<typeof StandingGrant>;

export const isExpired = ({ until }: StandingGrant, now: number): boolean =>
  until !== null && until <= now;

/** With the wall clock set back, it would last longer than the user said. */
export const isClockBack = ({ seenAt }: StandingGrant, now: number): boolean =>
  now < seenAt - clockToleranceMs;

export function scopesAt(
  { scopes }: StandingGrant,
  now: number,
): { readonly active: readonly Scope[]; readonly lapsed: readonly Scope[] } {
  const isActive = ({ usedAt }: { usedAt: number }): boolean =>
    now - usedAt < unusedScopeDays * dayMs;
  return {
    active: scopes.filter(isActive).map(({ scope }) => scope),
    lapsed: scopes.filter((scope) => !isActive(scope)).map(({ scope }) => scope),
  };
}

/** Reasons that the user can lift on the Rules page; for the others the next ask shows what changed. */
export const isLiftable = (why: SuspendReason): boolean =>
  why === 'session-ended' || why === 'revoked-all' || why === 'clock';

export const untilAfter = (days: number | null, now: number): number | null =>
  days === null ? null : now + days * dayMs;

export function viewOfGrant(grant: StandingGrant, now: number): StandingGrantView {
  const { active, lapsed } = scopesAt(grant, now);
  const { grantId, asker, folders, seconds, createdAt, until } = grant;
  const { lastUsedAt, starts, suspended } = grant;
  return {
    grantId,
    client: asker.client,
    executable: asker.programs.at(-1) ?? '',
    roots: folders.map(({ path }) => path),
    scopes: active,
    lapsed,
    ...{ seconds, createdAt, until, lastUsedAt, starts, suspended },
  };
}

/** As the ledger says it. */
export const grantSentence = ({ asker, folders, scopes }: StandingGrant): string =>
  `${asker.client} starts without asking in ${folders.map(({ path }) => path).join(', ')} with ${scopes
    .map(({ scope }) => scope)
    .join(' ')}.`;
