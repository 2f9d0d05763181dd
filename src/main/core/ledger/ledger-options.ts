/** What the ledger needs from outside, and its options. */
import type { Needs } from '../dependencies.ts';
import type { SpaceLimits } from './disk-guard.ts';

export type LedgerNeeds = Pick<
  Needs,
  | 'clock'
  | 'ledgerStore'
  | 'checkpoints'
  | 'sha256'
  | 'mac'
  | 'bootId'
  | 'user'
  | 'newId'
  | 'redact'
>;

export interface LedgerOptions {
  /** Characters after which a new segment is begun. */
  readonly segmentLength?: number;
  readonly space?: SpaceLimits;
}

export const defaultSegmentLength = 16 * 1024 ** 2;
