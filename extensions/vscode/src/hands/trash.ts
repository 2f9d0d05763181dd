/**
 * Deleted things go to the trash of the system. Editors on a desktop know it; on a server, where they
 * do not, the trash of the freedesktop specification is used, as desktops there would.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { uriOf } from '../basics/places.ts';
import { refusal } from '../basics/refusal.ts';

export async function putIntoTrash(
  file: string,
  { recursive }: { readonly recursive: boolean },
): Promise<string> {
  if (process.platform === 'linux') return moveToHomeTrash(file);
  try {
    await vscode.workspace.fs.delete(uriOf(file), { recursive, useTrash: true });
  } catch (error) {
    throw refusal('no-trash', String(error));
  }
  return `system-${randomUUID()}`;
}

/** Its note is written first, so that nothing lies there without saying where it came from. */
export function moveToHomeTrash(file: string, now = new Date()): string {
  const trash = path.join(
    process.env['XDG_DATA_HOME'] || path.join(os.homedir(), '.local/share'),
    'Trash',
  );
  const name = `${path.basename(file)}.${randomUUID().slice(0, 8)}`;
  const note = path.join(trash, 'info', `${name}.trashinfo`);
  for (const folder of ['info', 'files']) {
    fs.mkdirSync(path.join(trash, folder), { recursive: true, mode: 0o700 });
  }
  const told = file.split('/').map(encodeURIComponent).join('/');
  const at = now.toISOString().slice(0, 19);
  fs.writeFileSync(note, `[Trash Info]\nPath=${told}\nDeletionDate=${at}\n`, { mode: 0o600 });
  try {
    fs.renameSync(file, path.join(trash, 'files', name));
  } catch (error) {
    fs.rmSync(note, { force: true });
    throw refusal('no-trash', codeOf(error) === 'EXDEV' ? 'It is on another disk.' : codeOf(error));
  }
  return name.slice(-100);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
