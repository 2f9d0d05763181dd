/** Folders and the paths of what lies in them. */

/** Whether a real, absolute path is the folder or inside it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  return path.startsWith(below(folder, ''));
}

/** What separates the names in a path of the system that the folder is of. */
export const separatorIn = (folder: string): '/' | '\\' =>
  // A folder of Linux or macOS may have a backslash in its name.
  !folder.startsWith('/') && folder.includes('\\') ? '\\' : '/';

/** The path of an entry of a folder. */
export const below = (folder: string, name: string): string =>
  folder.endsWith(separatorIn(folder)) ? folder + name : folder + separatorIn(folder) + name;
