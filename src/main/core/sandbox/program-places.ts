/** What of a program has to be visible inside: its file, or the folder it was installed into. */
import { isInside } from '../../../shared/files/inside.ts';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

/** A program in `…/bin` finds its libraries beside that folder; never the home folder or keys. */
export function programPlace(file: string, home: string, hidden: readonly string[] = []): string {
  const folder = folderOf(file);
  if (nameOf(folder) !== 'bin') return file;
  const prefix = folderOf(folder);
  const isSecret = hidden.some((place) => isInside(place, prefix) || isInside(prefix, place));
  const isTooMuch = prefix === '/' || isInside(home, prefix) || isSecret;
  return isTooMuch ? file : prefix;
}

/** Only those that no visible folder holds already. */
export function programPlaces(
  files: readonly (string | null)[],
  visible: readonly string[],
  home: string,
  hidden: readonly string[] = [],
): readonly string[] {
  const missing = files
    .filter((file) => file !== null)
    .filter((file) => !visible.some((folder) => isInside(file, folder)));
  return [...new Set(missing.map((file) => programPlace(file, home, hidden)))];
}
