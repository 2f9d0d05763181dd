/** The real place behind a name, or of the nearest folder above it that is there. */
import fs from 'node:fs';
import path from 'node:path';
import { isMissing } from '../private-file.ts';

export interface NearestReal {
  readonly real: string;
  /** The names below it that are not there. */
  readonly missing: readonly string[];
}

/**
 * Null when links lead in a circle or nowhere, or when it may not be looked at. Synchronous, as all
 * looks on the path of a call: a look takes microseconds, the way through the thread pool fifty.
 */
export function nearestReal(name: string): NearestReal | null {
  try {
    return { real: fs.realpathSync.native(name), missing: [] };
  } catch (error) {
    const parent = path.dirname(name);
    // A dangling link must not pass for a missing file: what is made through it lands elsewhere.
    if (!isMissing(error) || parent === name || isLink(name)) return null;
    const above = nearestReal(parent);
    return above && { real: above.real, missing: [...above.missing, path.basename(name)] };
  }
}

export function isLink(name: string): boolean {
  try {
    return fs.lstatSync(name).isSymbolicLink();
  } catch {
    return false;
  }
}
