/** Parses JSON that Gatehouse wrote itself, strictly: ambiguous text is rejected. */
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import { systemErrorCode } from '../../../shared/base/system-error.ts';

/** Throws for invalid UTF-8, invalid JSON and duplicate keys. */
export function parseStateJson(content: Buffer): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  const read = readStrictJson(text);
  if ('problem' in read) throw new Error(read.detail || read.problem);
  return read.json;
}

/**
 * A folder in place of the file counts as unreadable, like broken JSON; a missing permission is a
 * different error.
 */
export const isFolderError = (error: unknown): boolean => systemErrorCode(error) === 'EISDIR';

/** The operating system denied access, so the content does not matter. */
export const isErrno = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && systemErrorCode(error) !== null;
