/**
 * Parses git's machine-readable formats. File names are bytes; they are decoded as Latin-1, one
 * character per byte, so that names that are not UTF-8 survive unchanged.
 */
export type NameBytes = string;

export interface WorkTreeStatus {
  /** New files, and files that differ from their recorded state. */
  readonly changed: readonly NameBytes[];
  /** Recorded files that no longer exist, or are now behind a link. */
  readonly gone: readonly NameBytes[];
  /** The subset that was recorded before. */
  readonly recorded: ReadonlySet<NameBytes>;
  /** Folders that contain a repository of their own. */
  readonly nested: readonly NameBytes[];
  /** The index contains something that the last checkpoint does not. */
  readonly isUnfinished: boolean;
}

/** Parses `status --porcelain -z --no-renames --untracked-files=all`. */
export function readStatus(output: Buffer): WorkTreeStatus {
  const changed: NameBytes[] = [];
  const gone: NameBytes[] = [];
  const nested: NameBytes[] = [];
  const recorded = new Set<NameBytes>();
  let isUnfinished = false;
  for (const line of output.toString('latin1').split('\0')) {
    if (line === '') continue;
    const [inIndex, inTree] = [line[0], line[1]];
    const name = line.slice(3);
    if (inIndex === '?' && name.endsWith('/')) nested.push(name.slice(0, -1));
    else if (inTree === 'D') gone.push(name);
    else if (inTree !== ' ') changed.push(name);
    if (inIndex !== '?') recorded.add(name);
    if (inIndex !== '?' && inIndex !== ' ') isUnfinished = true;
  }
  return { changed, gone, recorded, nested, isUnfinished };
}

export interface TreeChange {
  readonly name: NameBytes;
  /** Null if there is none. */
  readonly before: StoredFile | null;
  readonly after: StoredFile | null;
}

export interface StoredFile {
  readonly kind: 'file' | 'program' | 'link';
  readonly blob: string;
}

/** Parses `diff-tree -r -z --raw --no-renames --no-abbrev`. */
export function readTreeChanges(output: Buffer): readonly TreeChange[] {
  const parts = output.toString('latin1').split('\0');
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', newMode = '', oldBlob = '', newBlob = ''] = (parts[at] ?? '')
      .slice(1)
      .split(' ');
    const name = parts[at + 1] ?? '';
    changes.push({ name, before: storedAs(oldMode, oldBlob), after: storedAs(newMode, newBlob) });
  }
  return changes;
}

function storedAs(mode: string, blob: string): StoredFile | null {
  if (mode === '100755') return { kind: 'program', blob };
  if (mode === '100644') return { kind: 'file', blob };
  return mode === '120000' ? { kind: 'link', blob } : null;
}

/** Null for a name that is not UTF-8. */
export function textOfName(name: NameBytes): string | null {
  const bytes = Buffer.from(name, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}

export interface BlobPiece {
  readonly blob: string;
  readonly content: Buffer;
}

/** Parses `cat-file --batch`; missing objects are left out. */
export function readBlobs(output: Buffer): readonly BlobPiece[] {
  const pieces: BlobPiece[] = [];
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(10, at);
    if (end < 0) return pieces;
    const [blob = '', type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    const bytes = Number(size);
    pieces.push({ blob, content: output.subarray(at, at + bytes) });
    at += bytes + 1;
  }
  return pieces;
}
