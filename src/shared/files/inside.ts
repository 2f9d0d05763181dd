import { below } from './path-separators.ts';

/** Whether a real, absolute path is the folder or inside it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  return path.startsWith(below(folder, ''));
}
