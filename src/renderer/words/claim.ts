import type { Agent } from '../../shared/access.ts';

/** What the program says it is; empty when it says nothing. */
export const claimOf = ({ claimedName, claimedVersion }: Agent): string =>
  [claimedName, claimedVersion].filter(Boolean).join(' ');
