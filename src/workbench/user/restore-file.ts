/** Brings one file back to a recorded state, if it still is as it was recorded last. */
import { createHash } from 'node:crypto';
import fs, { constants } from 'node:fs';
import type { StoredFile } from '../../main/platform/checkpoints/git-lines.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import { openParentOf, type OpenParent, type WireRoot } from '../confined/folder.ts';
import { pinEntry, type PinnedFile } from '../confined/read.ts';
import { errorOf, isError, type ActionError } from '../confined/errors.ts';
import type { Trash } from '../files/trash.ts';
import type { WorkbenchContext } from '../workbench-context.ts';

interface FileRestore {
  readonly path: string;
  /** As it was recorded last; null for no file. */
  readonly current: StoredFile | null;
  readonly wanted: StoredFile | null;
  readonly content: Buffer;
}

interface RestoreContext {
  readonly context: Pick<WorkbenchContext, 'files' | 'emit'>;
  readonly trash: Trash;
  readonly roots: readonly WireRoot[];
  readonly entry: string;
}

const maxBytes = 64 * 1024 * 1024;

export async function restoreFile(
  { path, current, wanted, content }: FileRestore,
  around: RestoreContext,
): Promise<ActionError | null> {
  const found = stateOf(path, around.roots);
  // Too large for the checkpoint of what is there: in the trash it is not lost.
  const isUnrecorded = current === null && found !== null && !isSameState(found, wanted);
  if (isUnrecorded && wanted !== null) {
    const away = await takeAway(path, around);
    if (away) return away;
  }
  const now = isUnrecorded && wanted !== null ? null : found;
  if (isError(now)) return now;
  if (isSame(now, wanted)) return null;
  // A missing file cannot be lost; an interrupted restore may have left it missing.
  if (now !== null && !isSame(now, current))
    return refused('stale', 'It was changed in the meantime.');
  if (now !== null && wanted !== null && now.kind !== 'link' && wanted.kind !== 'link')
    return replace(path, content, wanted.kind, around);
  if (now !== null) {
    const away = await takeAway(path, around);
    if (away) return away;
  }
  if (wanted === null) return null;
  const error =
    wanted.kind === 'link'
      ? makeLink(path, content.toString('latin1'), around.roots)
      : await makeFile(path, content, wanted.kind, around);
  if (!error) around.context.emit('file_created', { path });
  return error;
}

/** The old or the new content, never a mix; the old one is in the checkpoint that was made first. */
async function replace(
  path: string,
  content: Buffer,
  kind: 'file' | 'program',
  { context, roots }: RestoreContext,
): Promise<ActionError | null> {
  // A second name of the file keeps the content of the command; this one gets the old one back.
  const written = await context.files.replace(path, roots, content, { mayBreakHardLink: true });
  if (isError(written)) return written;
  context.emit('file_saved', { path });
  return setKind(path, kind, roots);
}

/** Removed files stay in the trash until the user empties it. */
async function takeAway(
  path: string,
  { context, trash, roots, entry }: RestoreContext,
): Promise<ActionError | null> {
  const who = { sessionId: '', agentId: 'owner', entryId: entry, roots };
  const put = await trash.put(path, who, { mayBeFolder: false, mayBeLink: true });
  if (isError(put)) return put;
  context.emit('file_deleted', { path });
  return null;
}

async function makeFile(
  path: string,
  content: Buffer,
  kind: 'file' | 'program',
  { context, roots }: RestoreContext,
): Promise<ActionError | null> {
  const made = await context.files.create(path, roots, content, {
    makeFolders: true,
    anyName: true,
  });
  return isError(made) ? made : setKind(path, kind, roots);
}

/** Git records of the mode only whether it is a program; all else stays as it is. */
function setKind(
  path: string,
  kind: 'file' | 'program',
  roots: readonly WireRoot[],
): ActionError | null {
  // What a program is shows only in its name there.
  if (process.platform === 'win32') return null;
  const parent = openParentOf(path, roots);
  if (isError(parent)) return parent;
  try {
    const fd = parent.folder.open(parent.name, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = fs.fstatSync(fd);
      if (!stat.isFile()) return refused('not-a-file');
      const mode = kind === 'program' ? stat.mode | ((stat.mode & 0o444) >> 2) : stat.mode & ~0o111;
      fs.fchmodSync(fd, mode & 0o777);
      return null;
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    return errorOf(error);
  } finally {
    parent.folder.close();
  }
}

function makeLink(path: string, target: string, roots: readonly WireRoot[]): ActionError | null {
  const parent = openParentOf(path, roots, { makeFolders: true, anyName: true });
  if (isError(parent)) return parent;
  try {
    parent.folder.makeLink(parent.name, Buffer.from(target, 'latin1'));
    return null;
  } catch (error) {
    return errorOf(error);
  } finally {
    parent.folder.close();
  }
}

/** As git would record it; null for no file. */
function stateOf(path: string, roots: readonly WireRoot[]): StoredFile | ActionError | null {
  const parent = openParentOf(path, roots);
  if (isError(parent)) return parent.code === 'not-found' ? null : parent;
  try {
    const stat = parent.folder.lstat(parent.name);
    if (!stat) return null;
    if (stat.isSymbolicLink())
      return { kind: 'link', blob: blobOf(parent.folder.readLink(parent.name)) };
    const content = stat.isFile() ? contentOf(parent) : null;
    if (!content) return refused('not-a-file', 'A folder or something else is there.');
    return { kind: Number(stat.mode) & 0o100 ? 'program' : 'file', blob: blobOf(content) };
  } catch (error) {
    return errorOf(error);
  } finally {
    parent.folder.close();
  }
}

function contentOf(parent: OpenParent): Buffer | null {
  const file = pinEntry(parent);
  if (isError(file)) return null;
  try {
    return file.stat.size > BigInt(maxBytes) ? null : readPinned(file);
  } finally {
    file.close();
  }
}

/** Linux opens it without a right to read; Windows has no other path to it. */
const readPinned = ({ fd, here }: PinnedFile): Buffer =>
  fs.readFileSync(process.platform === 'win32' ? fd : here);

/** The name that git gives a content. */
const blobOf = (content: Buffer): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

const isSameState = (a: StoredFile | ActionError, b: StoredFile | null): boolean =>
  !isError(a) && isSame(a, b);

const isSame = (a: StoredFile | null, b: StoredFile | null): boolean =>
  a?.blob === b?.blob && a?.kind === b?.kind;
