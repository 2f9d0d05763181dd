/** Reads what the last run left in the ledger: the end of the chain, open entries, and damage. */
import { AuditLine } from '../../../shared/ledger/entry.ts';
import { follow, readHead, type Sha256 } from '../../../shared/ledger/chain.ts';
import { firstHead, type ChainHead, grown, positionAt, type LedgerPosition } from './chain.ts';
import { OpenEntries } from './open-entries.ts';

export interface Found {
  readonly position: LedgerPosition;
  readonly open: OpenEntries;
  /** Why nothing may be appended to the segment; null when it is intact. */
  readonly damage: string | null;
  readonly hashOf: (seq: number) => string | undefined;
}

/** The lines of the newest segment. A damaged line stays as it is, so that verifying reports it. */
export function readSegment(lines: readonly string[], sha256: Sha256): Found {
  const open = new OpenEntries();
  const leaves: string[] = [];
  let head = beforeFirst(lines);
  let damage: string | null = null;
  let length = 0;
  for (const line of lines) {
    const next = follow(line, head, sha256);
    if ('broken' in next) damage ??= `entry ${head.seq + 1}: ${next.broken}`;
    // A damaged line must not restart the numbering.
    head = 'broken' in next ? (readHead(line) ?? head) : next;
    leaves.push('broken' in next ? sha256(line) : next.hash);
    length += line.length + 1;
    const read = readLine(line);
    if (read) open.fold(read);
  }
  const position = grown({ ...positionAt(head), length }, leaves, sha256);
  const first = head.seq - leaves.length + 1;
  const hashOf = (seq: number): string | undefined => leaves[seq - first];
  return { position, open, damage, hashOf };
}

/** Older segments are not read here; verifying checks them. */
function beforeFirst(lines: readonly string[]): ChainHead {
  const first = lines[0] === undefined ? null : readHead(lines[0]);
  return first ? { seq: first.seq - 1, hash: first.prev } : firstHead;
}

export function readLine(line: string): AuditLine | null {
  try {
    return AuditLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
