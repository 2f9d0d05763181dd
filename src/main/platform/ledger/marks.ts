/** The MAC that only this installation can compute, and fast digests. */
import { createHmac, hash } from 'node:crypto';
import { macLabel, type Mac } from '../../../shared/ledger/checkpoint.ts';

/** The same as any other; one call instead of three, since it is on the way of every record. */
export const quickSha256 = (text: string): string => hash('sha256', text);

export function makeMac(key: Buffer): Mac {
  return (text) => createHmac('sha256', key).update(`${macLabel}${text}`).digest('hex');
}
