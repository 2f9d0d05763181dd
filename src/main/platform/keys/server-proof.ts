/**
 * The secret that proves, for one run, that Gatehouse is the program listening at the port. It is
 * in the discovery file.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { provenText } from '../../../shared/app/server-proof.ts';

export const newProofKey = (): string => randomBytes(32).toString('hex');

export const makeProve =
  (proofKey: string) =>
  (port: number, challenge: string): string =>
    createHmac('sha256', Buffer.from(proofKey, 'hex'))
      .update(provenText(port, challenge))
      .digest('hex');
