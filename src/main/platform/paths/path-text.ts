/** Rejects paths by their text alone, before the disk is read. */
import path from 'node:path';
import { newNameProblem, pathProblem } from '../../../shared/files/path-names.ts';
import { classifyWindowsPath } from '../../../shared/files/windows-paths.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';

/**
 * Absolute, without `.`, `..` and repeated separators, all resolved textually without following
 * links.
 */
export function plainPath(wanted: string): string | Refused {
  const problem = pathProblem(wanted);
  if (problem) return refused('bad-path', problem);
  if (!path.isAbsolute(wanted)) return refused('outside-roots', 'Give an absolute path.');
  // Untested on a real Windows; the table itself is tested everywhere.
  if (process.platform === 'win32') {
    const kind = classifyWindowsPath(wanted);
    if (kind !== 'plain' && kind !== 'mixed-separators')
      return refused('bad-path', `Windows would take it for something else (${kind}).`);
  }
  const plain = path.resolve(wanted);
  // Ours lead to our own process there, and a device is no file: nothing in them can be granted.
  return isOfTheKernel(plain) ? refused('outside-roots') : plain;
}

export const newNamesProblem = (names: readonly string[]): Refused | null => {
  const problem = names.map(newNameProblem).find((item) => item !== null);
  return problem ? refused('bad-path', problem) : null;
};

export const isOfTheKernel = (plain: string): boolean => /^\/(?:proc|sys|dev)(?:\/|$)/.test(plain);
