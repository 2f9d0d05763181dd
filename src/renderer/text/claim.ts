import type { Agent } from '../../shared/access/access.ts';

/** Behind the management API any program can give itself any name. */
export const hasOwnKey = ({ door }: Pick<Agent, 'door'>): boolean => door !== 'management';

/** What the program says it is; empty when it says nothing. */
export const claimOf = ({ claimedName, claimedVersion }: Agent): string =>
  [claimedName, claimedVersion].filter(Boolean).join(' ');
