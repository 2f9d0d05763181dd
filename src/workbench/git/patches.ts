/** Which part of git's patch is of which file: its names for people are not read, only their order. */

export interface FilePatch {
  readonly name: string;
  /** The letter of `--name-status`; U where two sides are not merged yet. */
  readonly status: string;
  readonly patch: string;
}

/** Without what would change the form or run a program. */
export const plainDiff = [
  'diff',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--submodule=short',
];

/** From `--name-status -z` and `--patch` of the same diff; null where they do not fit together. */
export function patchesByFile(listed: string, patch: string): readonly FilePatch[] | null {
  const files = filesIn(listed);
  const sections = patch === '' ? [] : patch.split(/\n(?=diff --|\* Unmerged path )/);
  const plain = sections.filter((one) => one.startsWith('diff --git '));
  const unmerged = sections.filter((one) => !one.startsWith('diff --git '));
  const told = files.map((file): FilePatch => {
    const from = file.status === 'U' ? unmerged : plain;
    // What becomes a link, or is one no longer, is taken away and made anew.
    const parts = from.splice(0, file.status === 'T' ? 2 : 1);
    return { ...file, patch: parts.join('\n') };
  });
  const isWhole = told.every(({ patch: one }) => one !== '');
  return isWhole && plain.length === 0 && unmerged.length === 0 ? told : null;
}

/** A file that is not merged is listed twice, first as that. */
export function filesIn(listed: string): readonly Omit<FilePatch, 'patch'>[] {
  const words = listed.split('\0').slice(0, -1);
  const files = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [status = '', name = ''] = [words[at], words[at + 1]];
    if (!files.has(name)) files.set(name, status);
  }
  return Array.from(files, ([name, status]) => ({ name, status }));
}
