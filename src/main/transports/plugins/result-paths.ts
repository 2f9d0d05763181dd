/**
 * Limits an editor's result to the session's folders, even if the editor did not: entries about
 * other paths, or about folders that a rule closed, are removed before an agent sees them.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../../shared/base/is-object.ts';
import { isInside } from '../../../shared/files/inside.ts';
import type { ResolvedCall } from '../../core/core.ts';
import { nearestReal } from '../../platform/paths/nearest-real.ts';

type Data = Readonly<Record<string, unknown>>;
type ResultScope = Pick<ResolvedCall, 'session' | 'skip'>;

/** Result fields that contain paths, file URLs or lists of these, at any depth. */
export const pathFields: ReadonlySet<string> = new Set([
  ...[
    'path',
    'old_path',
    'new_path',
    'paths',
    'file',
    'files',
    'filename',
    'file_path',
    'uri',
    'uris',
  ],
  ...['folder', 'folders', 'root', 'roots', 'cwd', 'staged', 'directory', 'workspace'],
]);
const deepest = 12;

/** Marks a value that is removed. */
const outside = Symbol('outside');

export class ResultPaths {
  readonly #roots: readonly string[];
  readonly #skip: readonly string[];
  readonly #followsLinks: boolean;
  readonly #known = new Map<string, boolean>();

  /**
   * `isConfined`: the executor itself never follows links, so its paths need not be resolved again.
   */
  constructor({ session, skip }: ResultScope, { isConfined }: { readonly isConfined: boolean }) {
    this.#roots = session.roots.map((root) => root.path);
    this.#skip = skip;
    this.#followsLinks = !isConfined;
  }

  /** Null when the whole result is about another path. */
  within(data: Data): Data | null {
    // Sessions for tabs, themes and the backend have no folder, so there is nothing to limit.
    if (this.#roots.length === 0) return data;
    const kept = this.#object(data, 0);
    return kept === outside ? null : kept;
  }

  holds(realPath: string): boolean {
    const known = this.#known.get(realPath);
    if (known !== undefined) return known;
    const contained = this.#looksInside(realPath);
    this.#known.set(realPath, contained);
    return contained;
  }

  /** Replaces paths outside the session in a message. */
  inWords(message: string): string {
    if (this.#roots.length === 0) return message;
    return message.replaceAll(absolutePath, (found) =>
      this.holds(found.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, ''))
        ? found
        : '(a path outside the session)',
    );
  }

  #object(data: Data, depth: number): Data | typeof outside {
    const kept: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(data)) {
      const rest = this.#value(value, pathFields.has(field), depth + 1);
      if (rest === outside) return outside;
      kept[field] = rest;
    }
    return kept;
  }

  #value(value: unknown, isPlace: boolean, depth: number): unknown {
    if (depth > deepest) return outside;
    if (typeof value === 'string') return isPlace && !this.holds(value) ? outside : value;
    if (Array.isArray(value)) {
      return value
        .map((item) => this.#value(item, isPlace, depth + 1))
        .filter((item) => item !== outside);
    }
    return isObject(value) ? this.#object(value, depth) : value;
  }

  #looksInside(named: string): boolean {
    if (named === '') return true;
    const realPath = pathNamed(named);
    if (realPath === null) return false;
    if (!path.isAbsolute(realPath)) return this.#isOpenBelow(realPath);
    return this.#isOpen(path.resolve(realPath));
  }

  /** A relative path must be allowed below every folder, because it may belong to any of them. */
  #isOpenBelow(realPath: string): boolean {
    return this.#roots.every((root) => this.#isOpen(path.resolve(root, realPath)));
  }

  #isOpen(plain: string): boolean {
    const found = this.#followsLinks ? nearestReal(plain) : null;
    if (this.#followsLinks && !found) return false;
    const real = found ? path.join(found.real, ...found.missing) : plain;
    const isGranted = this.#roots.some((root) => isInside(real, root));
    return isGranted && !this.#skip.some((closed) => isInside(real, closed));
  }
}

/** Matches absolute paths only, not the second half of a relative one. */
const absolutePath = /(?<![\w.~/\\-])(?:\/|[A-Za-z]:[\\/])[^\s'"`<>|*?]*/g;

/** Null for a URL that names no file on this machine. */
function pathNamed(named: string): string | null {
  if (named.includes('\0')) return null;
  if (!/^[a-z][a-z0-9+.-]+:/i.test(named)) return named;
  try {
    return fileURLToPath(named);
  } catch {
    return null;
  }
}
