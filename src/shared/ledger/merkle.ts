/**
 * One hash for many lines, as in RFC 6962 section 2.1: perfect subtrees, split at the largest
 * power of two. A leaf is the hash a line carries itself (it is taken over text that begins with
 * a brace, so no node can pass for one); a node is the hash of the byte 1 and its two hashes in hex.
 */
import type { Sha256 } from './chain.ts';

export interface MerkleTree {
  readonly size: number;
  /** The roots of the perfect subtrees, largest first. */
  readonly peaks: readonly string[];
}

export const emptyTree: MerkleTree = { size: 0, peaks: [] };

const node = (left: string, right: string, sha256: Sha256): string =>
  sha256(`\u0001${left}${right}`);

export function grow(tree: MerkleTree, leaves: readonly string[], sha256: Sha256): MerkleTree {
  const peaks = [...tree.peaks];
  let { size } = tree;
  for (const leaf of leaves) {
    let risen = leaf;
    for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      risen = node(peaks.pop() ?? '', risen, sha256);
    }
    peaks.push(risen);
    size += 1;
  }
  return { size, peaks };
}

export function rootOf({ peaks }: MerkleTree, sha256: Sha256): string {
  const [last, ...larger] = peaks.toReversed();
  if (last === undefined) return sha256('');
  return larger.reduce((root, peak) => node(peak, root, sha256), last);
}
