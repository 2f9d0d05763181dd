/**
 * Moves deleted files to the system trash. Desktop editors support it; on a server, where they do
 * not, the freedesktop.org home trash is used.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { uriOf } from '../basics/allowed-paths.ts';
import { refusal } from '../basics/refusal.ts';
import { systemErrorCode } from '../../../../src/shared/base/system-error.ts';

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

/** Writes the .trashinfo first, so that every item in the trash has a known origin. */
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
  const encoded = file.split('/').map(encodeURIComponent).join('/');
  const at = now.toISOString().slice(0, 19);
  fs.writeFileSync(note, `[Trash Info]\nPath=${encoded}\nDeletionDate=${at}\n`, { mode: 0o600 });
  try {
    fs.renameSync(file, path.join(trash, 'files', name));
  } catch (error) {
    fs.rmSync(note, { force: true });
    throw refusal('no-trash', codeOf(error) === 'EXDEV' ? 'It is on another disk.' : codeOf(error));
  }
  return name.slice(-100);
}

const codeOf = (error: unknown): string => systemErrorCode(error) ?? String(error);
