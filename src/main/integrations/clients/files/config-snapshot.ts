/** Reads a config file, or says why Gatehouse does not touch it. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { readHandle } from '../../../platform/files/bounded-read.ts';
import { isMissing } from '../../../platform/files/private-file.ts';
import { systemErrorCode } from '../../../../shared/base/system-error.ts';

export interface ConfigFileState {
  /** The path that the client uses. */
  readonly file: string;
  /** The path that is really written: a link's target. */
  readonly target: string;
  /** Null: there is no such file. */
  readonly bytes: Buffer | null;
  readonly mode: number;
}

export interface NotTouched {
  readonly why: string;
  readonly hint: string;
}

const maxBytes = 16 * 1024 ** 2;
const tooLarge: NotTouched = {
  why: 'That file is too large for a config file.',
  hint: 'Nothing was changed.',
};

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export async function readConfigFile(file: string): Promise<ConfigFileState | NotTouched> {
  const target = await targetOf(file);
  if (typeof target !== 'string') return target;
  try {
    const handle = await fs.open(target, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size, mode, uid, nlink, ...kind } = await handle
        .stat()
        .then((stat) => Object.assign(stat, { isPlain: stat.isFile() }));
      const unfit = whyUnfit({ isPlain: kind.isPlain, size, uid, nlink });
      if (unfit) return unfit;
      const bytes = await readHandle(handle, maxBytes);
      return bytes ? { file, target, bytes, mode: mode & 0o7777 } : tooLarge;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return { file, target, bytes: null, mode: 0o600 };
    return { why: `${file} cannot be read: ${reasonOf(error)}.`, hint: 'Nothing was changed.' };
  }
}

function whyUnfit(facts: {
  readonly isPlain: boolean;
  readonly size: number;
  readonly uid: number;
  readonly nlink: number;
}): NotTouched | null {
  if (!facts.isPlain) return { why: 'That is not a regular file.', hint: 'Nothing was changed.' };
  if (facts.size > maxBytes) return tooLarge;
  if (process.getuid && facts.uid !== process.getuid())
    return { why: 'That file belongs to another user.', hint: 'Change it by hand.' };
  if (facts.nlink > 1)
    return {
      why: 'That file has another name (a hard link), which writing it would disconnect.',
      hint: 'Change it by hand, or put a symbolic link in the place of one of them.',
    };
  return null;
}

/** A link stays a link; its target is written. */
async function targetOf(file: string): Promise<string | NotTouched> {
  try {
    return await fs.realpath(file);
  } catch (error) {
    if (!isMissing(error))
      return { why: `${file}: ${reasonOf(error)}.`, hint: 'Nothing was changed.' };
  }
  const isLink = await fs.lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  if (isLink)
    return {
      why: `${file} is a link that leads nowhere.`,
      hint: 'Repair or remove the link first.',
    };
  const folder = path.dirname(file);
  const real = await fs.realpath(folder).catch(() => folder);
  return path.join(real, path.basename(file));
}

/** The operating system's message for a failed call. */
export function reasonOf(error: unknown): string {
  const code = systemErrorCode(error) ?? '';
  const known: Readonly<Record<string, string>> = {
    EACCES: 'it may not be written (EACCES)',
    EPERM: 'the system does not allow it (EPERM)',
    EROFS: 'the disk is read-only (EROFS)',
    ENOSPC: 'the disk is full (ENOSPC)',
    EDQUOT: 'your share of the disk is used up (EDQUOT)',
    EXDEV: 'it lies on another disk (EXDEV)',
    ELOOP: 'its links go round in circles (ELOOP)',
    EIO: 'the disk failed (EIO)',
  };
  return known[code] ?? (error instanceof Error ? error.message : String(error));
}

/** It must not contain a secret. */
export async function isInRepository(target: string): Promise<boolean> {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const found = await fs.access(path.join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (found) return true;
    if (folder === path.dirname(folder)) return false;
  }
}
