/** Whether a real, absolute path is the folder or inside it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  // A folder of Linux or macOS may have a backslash in its name.
  const separator = !folder.startsWith('/') && folder.includes('\\') ? '\\' : '/';
  return path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}
