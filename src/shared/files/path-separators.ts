/**
 * Path separators. A path that begins with a slash belongs to Linux or macOS, where a backslash is
 * an ordinary character; in all others both are separators.
 */
export const separatorsOf = (path: string): RegExp => (path.startsWith('/') ? /\// : /[/\\]/);

/** The last name of a path; empty if there is none. */
export const lastNameOf = (path: string): string =>
  path.split(separatorsOf(path)).findLast((name) => name !== '') ?? '';
