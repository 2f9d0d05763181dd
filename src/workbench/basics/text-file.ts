/** Reads and replaces whole text files; the old and new contents are stored for undo. */
import { hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { readHandle } from '../../main/platform/files/bounded-read.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { WireRoot } from '../confined/folder.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import { versionOf, type FileVersion } from '../confined/version.ts';

/** Larger files are not edited as text. */
export const maxTextBytes = 4 * 1024 * 1024;

export interface TextFile {
  readonly text: string;
  readonly bytes: Buffer;
  /** Differs for every different content. */
  readonly version: string;
  /** Identifies the file as it was read, so that a write can require it to be unchanged. */
  readonly seen: FileVersion;
}

export const textVersion = (bytes: Uint8Array | string): string =>
  hash('sha256', bytes).slice(0, 16);

export async function readTextFile(
  { files }: WorkbenchContext,
  path: string,
  roots: readonly WireRoot[],
): Promise<TextFile | ActionError> {
  const handle = await files.open(path, roots);
  if (isError(handle)) return handle;
  try {
    return await readWhole(handle);
  } finally {
    await handle.close();
  }
}

async function readWhole(handle: FileHandle): Promise<TextFile | ActionError> {
  const seen = versionOf(await handle.stat({ bigint: true }));
  if (seen.bytes > maxTextBytes) {
    return refused('too-large-edit', `It has ${seen.bytes} bytes; the limit is ${maxTextBytes}.`);
  }
  const bytes = await readHandle(handle, maxTextBytes);
  if (!bytes) return refused('stale', 'The file keeps growing while it is read.');
  const text = asText(bytes);
  return text === null ? refused('not-text') : { text, bytes, version: textVersion(bytes), seen };
}

/** Null if the bytes are not UTF-8. A byte order mark stays part of the text. */
export function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export interface WrittenText {
  readonly change: FileChange;
  readonly version: string;
  readonly seen: FileVersion;
}

/** Replaces the text if the file is unchanged since it was read. */
export async function replaceText(
  context: WorkbenchContext,
  path: string,
  roots: readonly WireRoot[],
  old: Pick<TextFile, 'bytes' | 'seen'>,
  text: string,
): Promise<WrittenText | ActionError> {
  const bytes = Buffer.from(text);
  const before = await context.keep(old.bytes);
  const after = await context.keep(bytes);
  const seen = await context.files.replace(path, roots, bytes, { expected: old.seen });
  if (isError(seen)) return seen;
  return { change: { path, before, after }, version: textVersion(bytes), seen };
}

export async function createText(
  context: WorkbenchContext,
  path: string,
  roots: readonly WireRoot[],
  text: string,
): Promise<WrittenText | ActionError> {
  const bytes = Buffer.from(text);
  const after = await context.keep(bytes);
  const seen = await context.files.create(path, roots, bytes, { makeFolders: true });
  if (isError(seen)) return seen;
  return { change: { path, before: null, after }, version: textVersion(bytes), seen };
}
