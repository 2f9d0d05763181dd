/** The MAC that only this installation can compute, and fast digests. */
import { createHmac, hash } from 'node:crypto';
import { macLabel, type Mac } from '../../../shared/ledger/checkpoint.ts';

/** The same digest with one call instead of three, because every record needs it. */
export const quickSha256 = (text: string): string => hash('sha256', text);

export function makeMac(key: Buffer): Mac {
  return (text) => createHmac('sha256', key).update(`${macLabel}${text}`).digest('hex');
}
