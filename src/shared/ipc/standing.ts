/** IPC between main and its window about standing grants and muted clients. */
import { z } from 'zod';
import { scopeName } from '../access/access.ts';
import type { MuteView, StandingGrantView } from '../access/remembered.ts';
import { ClaimedId, ClientId } from '../base/ids.ts';

export interface StandingSnapshot {
  /** Standing grants that have not expired; left out if there are none. */
  readonly standing?: readonly StandingGrantView[];
  readonly mutes?: readonly MuteView[];
}

const grantId = z.uuid();

export const standingCommands = {
  'standing:remove': z.strictObject({ grantId }),
  /** Undoes a removal made since the app started. */
  'standing:restore': z.strictObject({ grantId }),
  /** Resumes a suspended grant. */
  'standing:resume': z.strictObject({ grantId }),
  /** Adds the scopes again that were left out because they were unused. */
  'standing:renew-scopes': z.strictObject({
    grantId,
    scopes: z.array(scopeName).min(1).readonly(),
  }),
  'client:unmute': z.strictObject({ clientId: z.union([ClientId, ClaimedId]) }),
} as const;

/** Why nothing was changed. */
export type StandingReceipt =
  | { readonly done: true }
  | { readonly done: false; readonly why: string };

export interface StandingReplies {
  'standing:remove': StandingReceipt;
  'standing:restore': StandingReceipt;
  'standing:resume': StandingReceipt;
  'standing:renew-scopes': StandingReceipt;
  'client:unmute': { readonly done: boolean };
}
