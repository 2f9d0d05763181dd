/**
 * The hash chain: each line carries the hash of the one before and ends with its own,
 * taken over the exact bytes that stand before it.
 */
import type { AuditRecord } from '../../../shared/audit-entry.ts';

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export const firstHead: ChainHead = { seq: 0, hash: '0'.repeat(64) };

type Sha256 = (text: string) => string;

interface Stamp {
  readonly ts: string;
  readonly mono_ms: number;
  readonly user: string;
}

export interface ChainedLine {
  readonly line: string;
  readonly head: ChainHead;
}

export function chain(
  record: AuditRecord,
  stamp: Stamp,
  head: ChainHead,
  sha256: Sha256,
): ChainedLine {
  const seq = head.seq + 1;
  const body = JSON.stringify({ seq, ...stamp, ...record, prev: head.hash });
  const hash = sha256(body);
  return { line: `${body.slice(0, -1)},"hash":"${hash}"}`, head: { seq, hash } };
}

const hashSuffix = /,"hash":"([0-9a-f]{64})"\}$/;

/** The head after this line, or why the line does not follow `before`. */
export function follow(
  line: string,
  before: ChainHead,
  sha256: Sha256,
): ChainHead | { readonly broken: string } {
  const own = readHead(line);
  if (!own) return { broken: 'not a ledger line' };
  const body = `${line.replace(hashSuffix, '')}}`;
  if (sha256(body) !== own.hash) return { broken: 'its content was changed' };
  if (own.seq !== before.seq + 1) return { broken: `expected number ${before.seq + 1}` };
  if (own.prev !== before.hash) return { broken: 'it does not follow the line before' };
  return { seq: own.seq, hash: own.hash };
}

/** Number and hashes a line claims, without checking them. */
export function readHead(line: string): (ChainHead & { readonly prev: string }) | null {
  const hash = hashSuffix.exec(line)?.[1];
  if (!hash) return null;
  try {
    const { seq, prev } = JSON.parse(line) as { seq?: unknown; prev?: unknown };
    if (typeof seq !== 'number' || typeof prev !== 'string') return null;
    return { seq, hash, prev };
  } catch {
    return null;
  }
}
