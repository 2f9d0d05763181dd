/** Splits git's patch by file, matching by order because names may be quoted in the patch. */

export interface FilePatch {
  readonly name: string;
  /** The letter of `--name-status`; U for unmerged files. */
  readonly status: string;
  /** The modes before and after, from `--raw`; empty from `--name-status`. */
  readonly modes: string;
  readonly patch: string;
}

/** On the command line, since the submodule's setting would override ours. */
export const submodulesClosed = '--ignore-submodules=dirty';

/** Whether the entry is a submodule (a commit of another repository). */
export const isCommit = ({ modes }: Pick<FilePatch, 'modes'>): boolean => modes.includes('160000');

/** Turns off everything that changes the format or runs a program. */
export const plainDiff = [
  'diff',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--submodule=short',
  submodulesClosed,
  // A file order set by the user would not apply to unmerged files.
  '-O/dev/null',
];

const unmergedMark = '* Unmerged path ';

/**
 * From `--name-status -z` or `--raw -z`, and `--patch` of the same diff; null if they do not match.
 */
export function patchesByFile(listed: string, patch: string): readonly FilePatch[] | null {
  const files = filesIn(listed);
  const sections = patch === '' ? [] : patch.split(/\n(?=diff --|\* Unmerged path )/);
  const marks = sections.filter((section) => section.startsWith(unmergedMark));
  const diffs = sections.filter((section) => !section.startsWith(unmergedMark));
  const plain = diffs.filter((item) => item.startsWith('diff --git '));
  const combined = diffs.filter((item) => !item.startsWith('diff --git '));
  // Unmerged files come after all combined diffs, out of list order; their names are never quoted.
  const marked = new Map(marks.map((mark) => [nameMarked(mark), mark]));
  const patched = files.map((file): FilePatch => {
    const mark = file.status === 'U' ? marked.get(file.name) : undefined;
    if (mark !== undefined) {
      marked.delete(file.name);
      return { ...file, patch: mark };
    }
    const from = file.status === 'U' ? combined : plain;
    // A file that becomes a link, or the reverse, is a deletion plus a creation.
    const parts = from.splice(0, file.status === 'T' ? 2 : 1);
    return { ...file, patch: parts.join('\n') };
  });
  const isWhole = patched.every(({ patch: one }) => one !== '');
  return isWhole && plain.length + combined.length + marked.size === 0 ? patched : null;
}

const nameMarked = (section: string): string =>
  section.slice(unmergedMark.length).replace(/\n$/, '');

/** An unmerged file is listed twice, first as unmerged. */
export function filesIn(listed: string): readonly Omit<FilePatch, 'patch'>[] {
  const fields = listed.split('\0').slice(0, -1);
  const files = new Map<string, Omit<FilePatch, 'patch'>>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [about = '', name = ''] = [fields[at], fields[at + 1]];
    const parts = about.split(' ');
    const modes = parts.length > 1 ? parts.slice(0, 2).join(' ') : '';
    if (!files.has(name)) files.set(name, { name, status: parts.at(-1) ?? '', modes });
  }
  return [...files.values()];
}
