/**
 * Parses JSON that Gatehouse wrote itself, strictly: text that could be read in two ways is
 * rejected.
 */
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import { systemErrorCode } from '../../../shared/base/system-error.ts';

/** Throws for invalid UTF-8, invalid JSON and duplicate keys. */
export function parseStateJson(content: Buffer): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  const read = readStrictJson(text);
  if ('problem' in read) throw new Error(read.detail || read.problem);
  return read.json;
}

/** A folder in the place of a file is as unreadable as broken JSON; why it may not be read is another matter. */
export const isFolderError = (error: unknown): boolean => systemErrorCode(error) === 'EISDIR';

/** The operating system refused access, so the content does not matter. */
export const isErrno = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && systemErrorCode(error) !== null;
