/**
 * Access that was granted before: offered again as "Same as last time", or granted without asking.
 */
import { z } from 'zod';
import type { ClientId } from '../base/ids.ts';
import type { Scope } from './scopes.ts';

/** Recent calls in an agent's own history, on which a suggestion is based. Not verified. */
export const HistoryBasis = z.strictObject({
  reads: z.int().min(0),
  edits: z.int().min(0),
  commands: z.int().min(0),
  days: z.int().min(1),
});
export type HistoryBasis = z.infer<typeof HistoryBasis>;

/** What the ask offers because the same program already had access to the same folders. */
export interface LastTime {
  /** Exactly what "Same as last time" grants, in all folders of the ask. */
  readonly scopes: readonly Scope[];
  /** For how long it would be granted. */
  readonly seconds: number;
  /** When access was last granted. */
  readonly grantedAt: number;
  /** Granted last time and not used, so left out now; the user can switch these on again. */
  readonly unused: readonly Scope[];
  /** Also requested last time, but not granted. */
  readonly leftOut: readonly Scope[];
  readonly standing: StandingOffer;
  /** Set if nothing was granted before and the user wanted the agent's history to be offered. */
  readonly history?: HistoryBasis | undefined;
}

/** Whether the ask offers "Start without asking here". */
export interface StandingOffer {
  /** Why it is not offered, as a sentence; null if it is. */
  readonly whyNot: string | null;
  /** Scopes of this request that always need an ask. */
  readonly never: readonly Scope[];
}

export const standingDays = 30;
/** A scope of a standing grant that was not used for this many days is left out. */
export const unusedScopeDays = 14;

/** For how long nothing is asked; null days: until the grant is removed. */
export const StandingTerms = z.strictObject({ days: z.int().min(1).max(366).nullable() });
export type StandingTerms = z.infer<typeof StandingTerms>;

/** Why a standing grant is currently not used. */
export type SuspendReason =
  | 'session-ended'
  | 'revoked-all'
  | 'key'
  | 'program'
  | 'folder'
  | 'clock';

/** A standing grant as the window shows it. */
export interface StandingGrantView {
  readonly grantId: string;
  readonly client: ClientId;
  /** The program that has the grant. */
  readonly executable: string;
  readonly roots: readonly string[];
  /** What it currently grants. */
  readonly scopes: readonly Scope[];
  /** Left out because unused for `unusedScopeDays`. */
  readonly lapsed: readonly Scope[];
  /** How long each session lasts. */
  readonly seconds: number;
  readonly createdAt: number;
  /** Null: until it is removed. Use does not extend it. */
  readonly until: number | null;
  readonly lastUsedAt: number | null;
  /** How many sessions it has started. */
  readonly starts: number;
  readonly suspended: { readonly why: SuspendReason; readonly at: number } | null;
}

/** A client that may currently not ask. */
export interface MuteView {
  readonly clientId: ClientId;
  /** Wall clock, ms. */
  readonly until: number;
  /** What it did too often. */
  readonly why: 'denied' | 'timed-out' | 'not-found';
  /** Whether its calls and access requests are muted, or connections of its programs. */
  readonly about: 'asks' | 'connections';
}
