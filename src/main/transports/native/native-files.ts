/** What the native transport needs to know of files: what an edit would change, and contents for undo. */
import type { ActionError } from '../../../shared/actions/outcomes.ts';
import type { Plan } from '../../../shared/actions/plan.ts';
import type { NativeFile } from '../../../shared/native/native-actions.ts';

/** Digests of stored contents by path; null where there is no file. A path is left out when its content is not known. */
export type StoredContents = ReadonlyMap<string, string | null>;

export interface NativeFiles {
  /** `real` maps the paths as the agent named them to the real ones. */
  plan(
    files: readonly NativeFile[],
    real: (path: string) => string,
  ): Promise<Plan | ActionError | null>;
  /** Stores what is in these files now. */
  store(paths: readonly string[]): Promise<StoredContents>;
  /** Stores a text that the agent says was in a file. */
  storeText(text: string): Promise<string>;
}
