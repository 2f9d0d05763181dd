/**
 * Verifies a ledger line by line: every hash, every number, the root of every segment, and the
 * separate checkpoints. It stops at the first error and reports its number.
 */
import { firstHead, follow, type ChainHead, type Sha256 } from './chain.ts';
import type { MarkedCheckpoint } from './checkpoint.ts';
import { segmentAction, SegmentNote } from './entry.ts';
import { emptyTree, grow, rootOf, type MerkleTree } from './merkle.ts';

export interface LedgerProblem {
  /** The first entry known to be wrong or missing. */
  readonly seq: number;
  /** The first entry that may be wrong; the exact one between the two cannot be determined. */
  readonly from: number;
  readonly segment: string;
  readonly why: string;
}

export interface VerifyResult {
  readonly ok: boolean;
  readonly entries: number;
  readonly segments: number;
  readonly head: ChainHead;
  /** How many checkpoints matched, and up to which entry. */
  readonly checkpoints: { readonly agreed: number; readonly upTo: number };
  readonly problem: LedgerProblem | null;
}

interface Deps {
  readonly sha256: Sha256;
  /** Keyed by number. */
  readonly checkpoints: readonly MarkedCheckpoint[];
}

/** How many leaves are added to the tree at a time. */
const leavesAtOnce = 1024;

export class LedgerVerifier {
  readonly #deps: Deps;
  readonly #keyKnown: boolean;
  #head: ChainHead = firstHead;
  #segment = '';
  #segments = 0;
  #tree: MerkleTree = emptyTree;
  #leaves: string[] = [];
  #fingerprint: MerkleTree | null = null;
  #nextCheckpoint = 0;
  #agreed = 0;
  #agreedUpTo = 0;
  #trustedUpTo = 0;
  #problem: LedgerProblem | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keyKnown = deps.checkpoints.some(({ mark }) => mark !== 'unknown');
  }

  /** Whether no error was found so far. */
  get sound(): boolean {
    return this.#problem === null;
  }

  beginSegment(name: string): void {
    const tree = this.#grown();
    // An empty segment proves nothing; the line after it covers the previous segment.
    if (tree.size > 0) this.#fingerprint = tree;
    this.#tree = emptyTree;
    this.#segment = name;
    this.#segments += 1;
  }

  line(line: string): void {
    if (this.#problem) return;
    const next = follow(line, this.#head, this.#deps.sha256);
    if ('broken' in next) return this.#wrong(next.broken);
    if (this.#fingerprint) this.#checkFingerprint(line, this.#fingerprint);
    this.#head = next;
    this.#leaves.push(next.hash);
    if (this.#leaves.length >= leavesAtOnce) this.#tree = this.#grown();
    this.#checkCheckpoints(next);
  }

  /** The bytes are not a line of text. */
  unreadable(why: string): void {
    this.#wrong(why);
  }

  finish(): VerifyResult {
    const missing = this.#deps.checkpoints[this.#nextCheckpoint];
    if (missing) {
      const { seq, ts } = missing;
      const why = `the ledger ends before it, but entry ${seq} was recorded at ${ts}`;
      this.#rewritten(this.#head.seq + 1, why);
    }
    return {
      ok: this.#problem === null,
      entries: this.#head.seq,
      segments: this.#segments,
      head: { seq: this.#head.seq, hash: this.#head.hash },
      checkpoints: { agreed: this.#agreed, upTo: this.#agreedUpTo },
      problem: this.#problem,
    };
  }

  #checkFingerprint(line: string, sealed: MerkleTree): void {
    this.#fingerprint = null;
    const note = noteIn(line);
    if (!note) return this.#wrong('the segment does not begin with the root of the one before');
    const root = rootOf(sealed, this.#deps.sha256);
    if (note.lines !== sealed.size || note.root !== root) {
      this.#wrong('the root it states is not that of the segment before');
    }
  }

  #checkCheckpoints({ seq, hash }: ChainHead): void {
    const { checkpoints } = this.#deps;
    for (let next = checkpoints[this.#nextCheckpoint]; next;) {
      if (next.seq > seq) return;
      if (next.mark === 'bad')
        return this.#rewritten(seq, 'its checkpoint does not carry our mark');
      if (next.hash !== hash) return this.#rewritten(seq, `it is not what it was at ${next.ts}`);
      this.#agreed += 1;
      this.#agreedUpTo = seq;
      if (next.mark === 'good' || !this.#keyKnown) this.#trustedUpTo = seq;
      this.#nextCheckpoint += 1;
      next = checkpoints[this.#nextCheckpoint];
    }
  }

  /** The chain is intact, so the change can only be located after the last trusted checkpoint. */
  #rewritten(seq: number, why: string): void {
    const from = this.#trustedUpTo + 1;
    this.#problem ??= { seq, from, segment: this.#segment, why };
  }

  #wrong(why: string): void {
    const seq = this.#head.seq + 1;
    this.#problem ??= { seq, from: seq, segment: this.#segment, why };
  }

  #grown(): MerkleTree {
    const tree = grow(this.#tree, this.#leaves, this.#deps.sha256);
    this.#leaves = [];
    return tree;
  }
}

function noteIn(line: string): SegmentNote | null {
  const { action, args } = JSON.parse(line) as { action?: unknown; args?: unknown };
  const note = SegmentNote.safeParse(args);
  return action === segmentAction && note.success ? note.data : null;
}
