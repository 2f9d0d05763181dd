/** The position of the ledger: the end of its chain, and the segment being written. */
import type { ChainHead, Sha256 } from '../../../shared/ledger/chain.ts';
import { segmentAction, type AuditRecord, type SegmentNote } from '../../../shared/ledger/entry.ts';
import { emptyTree, grow, rootOf, type MerkleTree } from '../../../shared/ledger/merkle.ts';
import { chainAll, type Stamped } from './chain.ts';
import type { OpenEntry } from './open-entries.ts';

export interface LedgerPosition {
  readonly head: ChainHead;
  /** Over the lines of the segment. */
  readonly tree: MerkleTree;
  /** Characters in the segment. */
  readonly length: number;
}

/** At the start of a new segment. */
export const positionAt = (head: ChainHead): LedgerPosition => ({
  head,
  tree: emptyTree,
  length: 0,
});

export interface Extended {
  readonly lines: readonly string[];
  readonly hashes: readonly string[];
  readonly text: string;
  readonly head: ChainHead;
}

export function extend(from: ChainHead, added: readonly Stamped[], sha256: Sha256): Extended {
  const { lines, hashes, head } = chainAll(added, from, sha256);
  return { lines, hashes, text: `${lines.join('\n')}\n`, head };
}

/** The same with these lines in the tree. */
export const grown = (
  position: LedgerPosition,
  hashes: readonly string[],
  sha256: Sha256,
): LedgerPosition =>
  hashes.length === 0 ? position : { ...position, tree: grow(position.tree, hashes, sha256) };

/** More calls never run at once, and the line must stay short. */
const maxOpen = 100;
const short = ([entry, actor, action, come]: OpenEntry): OpenEntry => [
  entry.slice(0, 64),
  actor.slice(0, 64),
  action.slice(0, 64),
  come.slice(0, 16),
];

/** The first line of a new segment, which records the hash of the previous one. */
export function segmentRecord(
  before: LedgerPosition,
  open: SegmentNote['open'],
  why: string,
  sha256: Sha256,
): AuditRecord {
  const { tree } = before;
  const args: SegmentNote = {
    root: rootOf(tree, sha256),
    lines: tree.size,
    open: open.slice(-maxOpen).map(short),
  };
  return {
    phase: 'note',
    entry: `segment-after-${before.head.seq}`,
    actor: 'gatehouse',
    action: segmentAction,
    args,
    detail: why,
  };
}
