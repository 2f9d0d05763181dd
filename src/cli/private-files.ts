/**
 * Reads files that are credentials or say where to send one. They are trusted only if no other user
 * could have written them: our own folder and file, closed to others, without links. Otherwise a
 * foreign data folder could make us read any file and send it anywhere.
 */
import fs from 'node:fs';
import path from 'node:path';
import { systemErrorCode } from '../shared/base/system-error.ts';

/** Its message is a full sentence with a next step. */
export class NotPrivate extends Error {}

/** Permission bits that others must not have: none at all, or only write inside a closed folder. */
export const closed = { toAll: 0o077, toWriters: 0o022 } as const;
const maxFileBytes = 64 * 1024;

/** The real path of a folder private to this user. Throws the system error if it is missing. */
export function privateFolder(folder: string, mask: number = closed.toAll): string {
  const real = fs.realpathSync(folder);
  const stat = fs.statSync(real);
  if (!stat.isDirectory()) throw new NotPrivate(`${folder} is not a folder.`);
  // If we cannot read it, throw the system's own error.
  fs.accessSync(real, fs.constants.R_OK | fs.constants.X_OK);
  refuseOthers(real, stat, { mask, expected: '700' });
  return real;
}

/** A direct subfolder of a private folder, not through a link. */
export function privateFolderIn(parent: string, name: string): string {
  const folder = path.join(privateFolder(parent), name);
  if (fs.lstatSync(folder).isSymbolicLink())
    throw new NotPrivate(`${folder} is a link. Remove it.`);
  return privateFolder(folder, closed.toWriters);
}

/** `folder` must be private already. Throws the system error if there is no such file. */
export function readPrivateFile(folder: string, name: string, mask: number = closed.toAll): string {
  if (name !== path.basename(name) || name === '' || name === '.' || name === '..')
    throw new NotPrivate(`${JSON.stringify(name)} is not the name of a file in ${folder}.`);
  const file = path.join(folder, name);
  const descriptor = openWithoutLinks(file);
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile()) throw new NotPrivate(`${file} is not a regular file. Remove it.`);
    if (stat.nlink > 1) throw new NotPrivate(`${file} has another hard link. Remove one of them.`);
    if (stat.size > maxFileBytes) throw new NotPrivate(`${file} is larger than expected.`);
    refuseOthers(file, stat, { mask, expected: '600' });
    return fs.readFileSync(descriptor, 'utf8');
  } finally {
    fs.closeSync(descriptor);
  }
}

function openWithoutLinks(file: string): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  try {
    return fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ELOOP' || code === 'EMLINK')
      throw new NotPrivate(`${file} is a link. Remove it.`, { cause: error });
    throw error;
  }
}

function refuseOthers(
  file: string,
  { uid, mode }: fs.Stats,
  { mask, expected }: { readonly mask: number; readonly expected: string },
): void {
  // Windows has neither owner nor mode; the profile folder is private there.
  if (!process.getuid) return;
  if (uid !== process.getuid())
    throw new NotPrivate(
      `${file} belongs to another user. Run this as its owner, or check GATEHOUSE_DATA_DIR.`,
    );
  if ((mode & mask) !== 0)
    throw new NotPrivate(
      `Other users can access ${file}. Check its contents, then run: chmod ${expected} '${file}'`,
    );
}

/** Whether this is the address a local Gatehouse writes; no other address is ever called. */
export function isOwnAddress(url: string, port: number): boolean {
  return Number.isInteger(port) && port > 0 && port < 65_536 && url === `http://127.0.0.1:${port}`;
}
