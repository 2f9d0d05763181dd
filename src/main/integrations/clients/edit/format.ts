/**
 * The interface of the config formats. Each decides where text changes; config-edits.ts
 * checks the result.
 */
import type { Json, KeyPath } from './json-value.ts';
import type { Splice } from './splice.ts';

/** Why a file is not changed. */
export interface EditProblem {
  readonly why: string;
  /** One-based; null if it concerns the whole file. */
  readonly at: { readonly line: number; readonly column: number } | null;
}

export interface EditFailure {
  readonly error: EditProblem;
}

export type Parsed = { readonly value: Json } | EditFailure;
export type Splices = readonly Splice[] | EditFailure;

/** Texts come without a byte order mark. */
export interface ConfigFormat {
  readonly name: 'jsonc' | 'toml' | 'yaml' | 'whole';
  parse(text: string): Parsed;
  set(text: string, path: KeyPath, value: Json): Splices;
  remove(text: string, path: KeyPath): Splices;
  /** Appends to the list at the path, creating it if necessary. */
  append(text: string, path: KeyPath, item: Json): Splices;
  /** Puts an item before the others of an existing list. */
  prepend(text: string, path: KeyPath, item: Json): Splices;
  removeItem(text: string, path: KeyPath, index: number): Splices;
}

export const inTheWay = (path: KeyPath): EditFailure => ({
  error: {
    why: `${path.join('.') || 'The file'} is not what it would have to be to hold it.`,
    at: null,
  },
});

/** The value wrapped in the objects that must be created for its path. */
export const wrapped = (path: KeyPath, value: Json): Json =>
  path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
