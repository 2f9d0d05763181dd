/** Folders and files as people name them: the folder by its name, a file by its path inside. */
import { lastNameOf } from '../../shared/files/path-separators.ts';

export const folderName = (folder: string): string => lastNameOf(folder) || folder;

/** "src/a.ts" for a file inside one of the folders; else the whole path. */
export function pathInside(path: string, folders: readonly string[]): string {
  const inner = folders
    .filter((folder) => path.startsWith(`${folder}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return inner === undefined ? path : path.slice(inner.length + 1);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The same for every path that a sentence of ours names. */
export const withShortPaths = (sentence: string, folders: readonly string[]): string =>
  folders
    .filter((folder) => folder.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (text, folder) =>
        text
          .replaceAll(`${folder}/`, '')
          .replaceAll(new RegExp(String.raw`${escaped(folder)}(?=$|[\s,:;.)])`, 'g'), () =>
            folderName(folder),
          ),
      sentence,
    );
