/** What was granted before: offered again as "Same as last time", or granted without asking. */
import { z } from 'zod';
import type { ClientId } from '../base/ids.ts';
import type { Scope } from './scopes.ts';

/** Calls of the last days in an agent's own history: what a suggestion is based on. Not verified. */
export const HistoryBasis = z.strictObject({
  reads: z.int().min(0),
  edits: z.int().min(0),
  commands: z.int().min(0),
  days: z.int().min(1),
});
export type HistoryBasis = z.infer<typeof HistoryBasis>;

/** What the ask offers because the same program was granted access to the same folders before. */
export interface LastTime {
  /** Exactly what "Same as last time" grants, in all folders of the ask. */
  readonly scopes: readonly Scope[];
  /** So long it would grant them. */
  readonly seconds: number;
  /** When access was last granted. */
  readonly grantedAt: number;
  /** Granted last time and not used, so left out now; the user can switch them on again. */
  readonly unused: readonly Scope[];
  /** Requested last time, too, and not granted. */
  readonly leftOut: readonly Scope[];
  readonly standing: StandingOffer;
  /** Set where nothing was granted before, and the user wanted this to be offered from the agent's history. */
  readonly history?: HistoryBasis | undefined;
}

/** Whether the ask offers "Start without asking here". */
export interface StandingOffer {
  /** Why it is not offered at all, as a sentence; null where it is. */
  readonly whyNot: string | null;
  /** Scopes of this request that are asked about every time. */
  readonly never: readonly Scope[];
}

export const standingDays = 30;
/** A scope of a standing grant that was not used for so long is left out. */
export const unusedScopeDays = 14;

/** How long nothing is asked; null days: until the grant is removed. */
export const StandingTerms = z.strictObject({ days: z.int().min(1).max(366).nullable() });
export type StandingTerms = z.infer<typeof StandingTerms>;

/** Why a standing grant is not used at the moment. */
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
  /** The program that it is for. */
  readonly executable: string;
  readonly roots: readonly string[];
  /** What it grants now. */
  readonly scopes: readonly Scope[];
  /** Left out because they were not used for `unusedScopeDays`. */
  readonly lapsed: readonly Scope[];
  /** How long each session lasts. */
  readonly seconds: number;
  readonly createdAt: number;
  /** Null: until it is removed. Use does not extend it. */
  readonly until: number | null;
  readonly lastUsedAt: number | null;
  /** Sessions that it has started. */
  readonly starts: number;
  readonly suspended: { readonly why: SuspendReason; readonly at: number } | null;
}

/** A client that may not ask at the moment. */
export interface MuteView {
  readonly clientId: ClientId;
  /** Wall clock, ms. */
  readonly until: number;
  /** What it did too often. */
  readonly why: 'denied' | 'timed-out' | 'not-found';
  /** Calls and access, or connections of its programs. */
  readonly about: 'asks' | 'connections';
}
