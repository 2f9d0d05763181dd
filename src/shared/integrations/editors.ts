/** The connected editors, and the folders for which the user has to choose one. */
import type { SessionId } from '../base/ids.ts';

export interface EditorView {
  /** Stable across reconnects. */
  readonly id: string;
  readonly name: string;
  readonly folders: readonly string[];
  readonly builtIn: boolean;
  /** The sessions whose calls it runs in at least one of their folders. */
  readonly serves: readonly SessionId[];
}

/**
 * Several editors have this folder open: changes go to the chosen one, and to none until the user
 * chooses.
 */
export interface EditorChoice {
  readonly folder: string;
  readonly editors: readonly EditorView[];
  /** The id of the chosen one. */
  readonly selected: string | null;
}
