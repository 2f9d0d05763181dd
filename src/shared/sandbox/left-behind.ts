/**
 * Files that a session's sandboxed programs left behind and that can run on the user's machine, as
 * displayed.
 */
export interface LeftBehindFile {
  readonly path: string;
  /** What it does, in one sentence. */
  readonly effect: string;
}

export interface LeftBehindView {
  readonly files: readonly LeftBehindFile[];
  /** How many files are not listed. */
  readonly more: number;
}
