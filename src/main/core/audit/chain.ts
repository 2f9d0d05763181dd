/** Makes the lines of the ledger; how they hang together is said in shared/audit-chain.ts. */
import type { ChainHead, Sha256 } from '../../../shared/audit-chain.ts';
import type { AuditRecord } from '../../../shared/audit-entry.ts';

export { firstHead, follow, readHead, type ChainHead } from '../../../shared/audit-chain.ts';

/** When and under whom: both clocks, the boot the second one belongs to, the login name. */
export interface Stamp {
  readonly ts: string;
  readonly mono_ms: number;
  readonly boot?: string;
  readonly user: string;
}

export interface Stamped {
  readonly record: AuditRecord;
  readonly stamp: Stamp;
}

export interface Chained {
  readonly lines: readonly string[];
  readonly hashes: readonly string[];
  readonly head: ChainHead;
}

/** By hand, since it is on the way of every call; the bytes are those of one JSON.stringify each. */
export function chainAll(added: readonly Stamped[], from: ChainHead, sha256: Sha256): Chained {
  const hashes: string[] = [];
  let { seq, hash } = from;
  let known: Stamp | null = null;
  let stampText = '';
  const lines = added.map(({ record, stamp }) => {
    if (stamp !== known) stampText = inner(stamp);
    known = stamp;
    seq += 1;
    const open = `{"seq":${seq},${stampText},${inner(record)},"prev":"${hash}"`;
    hash = sha256(`${open}}`);
    hashes.push(hash);
    return `${open},"hash":"${hash}"}`;
  });
  return { lines, hashes, head: { seq, hash } };
}

const inner = (value: object): string => JSON.stringify(value).slice(1, -1);

export function chain(
  record: AuditRecord,
  stamp: Stamp,
  from: ChainHead,
  sha256: Sha256,
): { readonly line: string; readonly head: ChainHead } {
  const { lines, head } = chainAll([{ record, stamp }], from, sha256);
  return { line: lines[0] ?? '', head };
}
