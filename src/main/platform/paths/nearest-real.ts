/** The real path behind a name, or that of its nearest existing parent folder. */
import fs from 'node:fs';
import path from 'node:path';
import { isMissing } from '../files/private-file.ts';

export interface NearestReal {
  readonly real: string;
  /** The names below it that do not exist. */
  readonly missing: readonly string[];
}

/**
 * Null if links form a loop or dangle, or if it may not be read. Synchronous, like all checks on
 * the path of a call: a stat takes microseconds, going through the thread pool fifty.
 */
export function nearestReal(name: string): NearestReal | null {
  try {
    return { real: fs.realpathSync.native(name), missing: [] };
  } catch (error) {
    return isMissing(error) ? aboveMissing(name) : null;
  }
}

/**
 * The same for paths that probably do not exist: checking first is cheaper than catching an error.
 */
export function nearestRealOfNew(name: string): NearestReal | null {
  return isAbsent(name) ? aboveMissing(name) : nearestReal(name);
}

function aboveMissing(name: string): NearestReal | null {
  const parent = path.dirname(name);
  // A dangling link must not count as a missing file, because a file created through it ends up
  // elsewhere.
  if (parent === name || isLink(name)) return null;
  const above = nearestReal(parent);
  return above && { real: above.real, missing: [...above.missing, path.basename(name)] };
}

export const isLink = (name: string): boolean => statOrNull(name)?.isSymbolicLink() ?? false;

const isAbsent = (name: string): boolean => statOrNull(name) === undefined;

/** Undefined if it does not exist; null if it may not be read. */
function statOrNull(name: string): fs.Stats | undefined | null {
  try {
    return fs.lstatSync(name, { throwIfNoEntry: false });
  } catch {
    return null;
  }
}
