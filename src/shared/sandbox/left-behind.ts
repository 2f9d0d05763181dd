/** What sandboxed programs of a session left that can run on the user's machine, as it is shown. */
export interface LeftBehindFile {
  readonly path: string;
  /** What it does, in one sentence. */
  readonly effect: string;
}

export interface LeftBehindView {
  readonly files: readonly LeftBehindFile[];
  /** Files beyond those that are listed. */
  readonly more: number;
}
