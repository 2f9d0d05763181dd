/** Whether a real, absolute path is a folder or lies below it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  const separator = folder.includes('\\') ? '\\' : '/';
  return path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}
