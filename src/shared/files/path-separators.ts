/**
 * What separates the names in a path. A path that begins with a slash is one of Linux or macOS, where
 * a backslash is a character like any other; in all others both may separate.
 */
export const separatorsOf = (path: string): RegExp => (path.startsWith('/') ? /\// : /[/\\]/);

/** The last name of a path; empty where there is none. */
export const lastNameOf = (path: string): string =>
  path.split(separatorsOf(path)).findLast((name) => name !== '') ?? '';
