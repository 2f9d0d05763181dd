/** What the three ways to write a config file have in common. Each says where; wishes.ts proves what came of it. */
import type { Json, KeyPath } from './json-value.ts';
import type { Splice } from './splice.ts';

/** Why a file is left alone. */
export interface EditProblem {
  readonly why: string;
  /** One-based; null where it is about the whole. */
  readonly at: { readonly line: number; readonly column: number } | null;
}

export interface LeftAlone {
  readonly error: EditProblem;
}

export type Parsed = { readonly value: Json } | LeftAlone;
export type Splices = readonly Splice[] | LeftAlone;

/** Texts come without a byte order mark. */
export interface ConfigFormat {
  readonly name: 'jsonc' | 'toml' | 'yaml';
  parse(text: string): Parsed;
  set(text: string, path: KeyPath, value: Json): Splices;
  remove(text: string, path: KeyPath): Splices;
  /** At the end of the list at the path, which is made when it is not there. */
  append(text: string, path: KeyPath, item: Json): Splices;
  removeItem(text: string, path: KeyPath, index: number): Splices;
}

export const inTheWay = (path: KeyPath): LeftAlone => ({
  error: {
    why: `${path.join('.') || 'The file'} is not what it would have to be to hold it.`,
    at: null,
  },
});

/** The value at the end of a path, with what has to be made around it. */
export const wrapped = (path: KeyPath, value: Json): Json =>
  path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
