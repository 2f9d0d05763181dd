/** A whole text file as it is on disk, and its change, with both contents kept for undo. */
import { hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FileChange } from '../../shared/file-change.ts';
import { refused } from '../../shared/outcomes.ts';
import type { Bench } from '../bench.ts';
import type { WireRoot } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import { versionOf, type FileVersion } from '../confined-version.ts';

/** Larger ones are not edited as text. */
export const mostTextBytes = 4 * 1024 * 1024;

export interface TextFile {
  readonly text: string;
  readonly bytes: Buffer;
  /** Changes whenever the content does. */
  readonly version: string;
  /** Which file it was when it was read; a write can insist on it. */
  readonly seen: FileVersion;
}

export const textVersion = (bytes: Uint8Array | string): string =>
  hash('sha256', bytes).slice(0, 16);

export async function readTextFile(
  { files }: Bench,
  path: string,
  roots: readonly WireRoot[],
): Promise<TextFile | Trouble> {
  const handle = await files.open(path, roots);
  if (isTrouble(handle)) return handle;
  try {
    return await readWhole(handle);
  } finally {
    await handle.close();
  }
}

async function readWhole(handle: FileHandle): Promise<TextFile | Trouble> {
  const seen = versionOf(await handle.stat({ bigint: true }));
  if (seen.bytes > mostTextBytes) {
    return refused('too-large-edit', `It has ${seen.bytes} bytes; ${mostTextBytes} is the most.`);
  }
  const bytes = await handle.readFile();
  if (bytes.length > mostTextBytes) return refused('stale', 'It grows while it is read.');
  const text = asText(bytes);
  return text === null ? refused('not-text') : { text, bytes, version: textVersion(bytes), seen };
}

/** Null for what is not UTF-8. A byte order mark stays part of the text. */
export function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export interface Written {
  readonly change: FileChange;
  readonly version: string;
  readonly seen: FileVersion;
}

/** Puts new text in the place of the old, if the file is still the one that was read. */
export async function replaceText(
  bench: Bench,
  path: string,
  roots: readonly WireRoot[],
  old: Pick<TextFile, 'bytes' | 'seen'>,
  text: string,
): Promise<Written | Trouble> {
  const bytes = Buffer.from(text);
  const before = await bench.keep(old.bytes);
  const after = await bench.keep(bytes);
  const seen = await bench.files.replace(path, roots, bytes, { expected: old.seen });
  if (isTrouble(seen)) return seen;
  return { change: { path, before, after }, version: textVersion(bytes), seen };
}

export async function createText(
  bench: Bench,
  path: string,
  roots: readonly WireRoot[],
  text: string,
): Promise<Written | Trouble> {
  const bytes = Buffer.from(text);
  const after = await bench.keep(bytes);
  const seen = await bench.files.create(path, roots, bytes, { makeFolders: true });
  if (isTrouble(seen)) return seen;
  return { change: { path, before: null, after }, version: textVersion(bytes), seen };
}
