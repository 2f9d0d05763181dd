/** Intervals and timeouts of the index's thread. */
export interface OwnTiming {
  readonly deadlineMs: number;
  /** Lines arrive in bursts, so the index is notified at most this often. */
  readonly followEveryMs: number;
  readonly firstRestartMs: number;
  /** Without a query for this long, the thread is stopped to free its memory. */
  readonly restMs: number;
  /** Further behind than this, even an idle thread catches up. */
  readonly wakeBeyondBytes: number;
}

export const usualOwnTiming: OwnTiming = {
  deadlineMs: 5_000,
  followEveryMs: 50,
  firstRestartMs: 200,
  restMs: 300_000,
  wakeBeyondBytes: 16 * 1024 * 1024,
};
