/**
 * Reads git's machine formats. Names are bytes: as text they are Latin-1 here, one character for
 * each byte, so that a name that is no UTF-8 stays what it is.
 */
export type NameBytes = string;

export interface WorkTreeStatus {
  /** Files that are new or not as they were recorded. */
  readonly changed: readonly NameBytes[];
  /** Recorded files that are gone, or lie behind a link by now. */
  readonly gone: readonly NameBytes[];
  /** Those of them that were recorded before. */
  readonly recorded: ReadonlySet<NameBytes>;
  /** Folders with a repository of their own. */
  readonly nested: readonly NameBytes[];
  /** The index holds something that the last checkpoint does not. */
  readonly isUnfinished: boolean;
}

/** Of `status --porcelain -z --no-renames --untracked-files=all`. */
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
  /** Null where there is none. */
  readonly before: StoredFile | null;
  readonly after: StoredFile | null;
}

export interface StoredFile {
  readonly kind: 'file' | 'program' | 'link';
  readonly blob: string;
}

/** Of `diff-tree -r -z --raw --no-renames --no-abbrev`. */
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

/** Null for a name that is no UTF-8. */
export function textOfName(name: NameBytes): string | null {
  const bytes = Buffer.from(name, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}

export interface BlobPiece {
  readonly blob: string;
  readonly content: Buffer;
}

/** Of `cat-file --batch`; what is missing is left out. */
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
