/**
 * Which debug sessions an agent may use. Evaluating an expression runs code in the debugged
 * program, so that program must lie in a granted folder.
 */
import path from 'node:path';

export interface DebugFacts {
  /** The real path of its workspace folder; null if there is none. */
  readonly folder: string | null;
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The parent session, if any. */
  readonly parent: DebugFacts | null;
}

/** Configuration fields that name the program or its folder. */
const programFields = ['program', 'cwd', 'script', 'webRoot', 'localRoot', 'rootDir', 'file'];

/**
 * Null if the session may be used; otherwise the reason. `isInRoots` says whether a real path is
 * granted.
 */
export function outOfReachReason(
  facts: DebugFacts,
  isInRoots: (file: string) => boolean,
  realPathOf: (file: string) => string,
): string | null {
  const { folder, configuration, parent } = facts;
  if (folder === null || !isInRoots(folder))
    return 'What is debugged was not started in one of your folders.';
  // An attached program can be anything, whatever the configuration says.
  if (parent === null && configuration['request'] !== 'launch')
    return 'The debugger is attached to a program that somebody else started.';
  for (const field of programFields) {
    const value = configuration[field];
    if (typeof value !== 'string' || value === '') continue;
    if (!isInRoots(realPathFrom(value, folder, realPathOf)))
      return `What is debugged lies outside your folders (${field}).`;
  }
  return parent === null ? null : outOfReachReason(parent, isInRoots, realPathOf);
}

/** A path that cannot be resolved is used as it is. */
function realPathFrom(value: string, folder: string, realPathOf: (file: string) => string): string {
  const absolute = path.resolve(folder, value);
  try {
    return realPathOf(absolute);
  } catch {
    return absolute;
  }
}
