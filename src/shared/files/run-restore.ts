/** Undoing a whole command: what the restore would do, and its result. Types only. */
export interface RunFolder {
  /** The checkpoints before and after the command. */
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
      /** How many files are not listed. */
      readonly more: number;
      /** Files whose names are not valid text; they stay unchanged. */
      readonly unnamed: number;
      /** The checkpoints of the current state; the restore requires them. */
      readonly seen: readonly string[];
    }
  | { readonly kind: 'as-before'; readonly unnamed: number }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

export interface RunRestoreTask {
  readonly folders: readonly RunFolder[];
  readonly entry: string;
  readonly seen: readonly string[];
  /** Includes files that were changed after the command. */
  readonly withLater: boolean;
}
