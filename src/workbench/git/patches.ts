/** Which part of git's patch is of which file: told by their order, since names may be quoted there. */

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
  // An order that the person has set would not be kept for what is not merged.
  '-O/dev/null',
];

const unmergedMark = '* Unmerged path ';

/** From `--name-status -z` and `--patch` of the same diff; null where they do not fit together. */
export function patchesByFile(listed: string, patch: string): readonly FilePatch[] | null {
  const files = filesIn(listed);
  const sections = patch === '' ? [] : patch.split(/\n(?=diff --|\* Unmerged path )/);
  const marks = sections.filter((one) => one.startsWith(unmergedMark));
  const diffs = sections.filter((one) => !one.startsWith(unmergedMark));
  const plain = diffs.filter((one) => one.startsWith('diff --git '));
  const combined = diffs.filter((one) => !one.startsWith('diff --git '));
  // Those come after all combined ones, out of the order of the list; their names are never quoted.
  const marked = new Map(marks.map((one) => [nameMarked(one), one]));
  const told = files.map((file): FilePatch => {
    const mark = file.status === 'U' ? marked.get(file.name) : undefined;
    if (mark !== undefined) {
      marked.delete(file.name);
      return { ...file, patch: mark };
    }
    const from = file.status === 'U' ? combined : plain;
    // What becomes a link, or is one no longer, is taken away and made anew.
    const parts = from.splice(0, file.status === 'T' ? 2 : 1);
    return { ...file, patch: parts.join('\n') };
  });
  const isWhole = told.every(({ patch: one }) => one !== '');
  return isWhole && plain.length + combined.length + marked.size === 0 ? told : null;
}

const nameMarked = (section: string): string =>
  section.slice(unmergedMark.length).replace(/\n$/, '');

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
