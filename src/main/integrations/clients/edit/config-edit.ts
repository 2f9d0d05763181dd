/** What is changed in a config file, and what was there before. */
import type { Json, KeyPath } from './json-value.ts';

export type ConfigEdit =
  | { readonly kind: 'set'; readonly path: KeyPath; readonly value: Json }
  /**
   * Adds an item to a list. Items are identified by the key `by`, or by containing the text `mark`,
   * otherwise by being equal. `isFirst` puts it before the others, whose order stays.
   */
  | {
      readonly kind: 'include';
      readonly path: KeyPath;
      readonly item: Json;
      readonly by?: string;
      readonly mark?: string;
      readonly isFirst?: true;
    }
  /** Removes the value at the path, or from the list there the item whose key `by` is `name`. */
  | {
      readonly kind: 'remove';
      readonly path: KeyPath;
      readonly item?: { readonly by: string; readonly name: string };
    };

/** A completed edit and the value before it. */
export interface CompletedEdit {
  readonly edit: ConfigEdit;
  /** Null: the value was there already, so there is nothing to undo. */
  readonly before: { readonly was?: Json; readonly depth: number } | null;
}
