/** Intervals and timeouts of the index's thread. */
export interface OwnTiming {
  readonly deadlineMs: number;
  /** Lines come by the dozen; the index is told this often at most. */
  readonly followEveryMs: number;
  readonly firstRestartMs: number;
  /** Nobody asked for so long: the thread and its memory are given back. */
  readonly restMs: number;
  /** Further behind than this, even a thread at rest reads up. */
  readonly wakeBeyondBytes: number;
}

export const usualOwnTiming: OwnTiming = {
  deadlineMs: 5_000,
  followEveryMs: 50,
  firstRestartMs: 200,
  restMs: 300_000,
  wakeBeyondBytes: 16 * 1024 * 1024,
};
