/**
 * Path separators. A path that begins with a slash belongs to Linux or macOS, where a backslash is
 * an ordinary character; in all others both are separators.
 */
export const separatorsOf = (path: string): RegExp => (path.startsWith('/') ? /\// : /[/\\]/);

/** The last name of a path; empty if there is none. */
export const lastNameOf = (path: string): string =>
  path.split(separatorsOf(path)).findLast((name) => name !== '') ?? '';

/** What separates the names in a path of the system that the folder is of. */
export const separatorIn = (folder: string): '/' | '\\' =>
  // A folder of Linux or macOS may have a backslash in its name.
  !folder.startsWith('/') && folder.includes('\\') ? '\\' : '/';

/** The path of an entry of a folder. */
export const below = (folder: string, name: string): string =>
  folder.endsWith(separatorIn(folder)) ? folder + name : folder + separatorIn(folder) + name;
