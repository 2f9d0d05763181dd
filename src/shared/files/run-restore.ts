/** Taking back a whole command: what it would do, and what came of it. Types only. */
export interface RunFolder {
  /** The checkpoints from before and after the command. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface RunRestoreFile {
  readonly path: string;
  readonly act: 'put-back' | 'bring-back' | 'to-trash';
  /** It was changed again after the command. */
  readonly isLater: boolean;
}

export type RunRestoreView =
  | {
      readonly kind: 'possible';
      readonly files: readonly RunRestoreFile[];
      /** Files beyond those that are listed. */
      readonly more: number;
      /** Files whose names are no text; they are left as they are. */
      readonly unnamed: number;
      /** The checkpoints of what is there now; the restore insists on them. */
      readonly seen: readonly string[];
    }
  | { readonly kind: 'as-before'; readonly unnamed: number }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

export interface RunRestoreTask {
  readonly folders: readonly RunFolder[];
  readonly entry: string;
  readonly seen: readonly string[];
  /** Also files that were changed after the command. */
  readonly withLater: boolean;
}
