/**
 * Checks paths a second time after the gate: they must lie in the session's folders and contain no
 * links, and the folder must still be the one that was granted.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { isInside } from '../../../../src/shared/files/inside.ts';
import type { Command } from '../../../../src/shared/protocols/plugin-protocol.ts';
import { refusal } from './refusal.ts';
import { systemErrorCode } from '../../../../src/shared/base/system-error.ts';

type Roots = readonly Command['roots'][number][];

/**
 * The real path; for a missing file, the real path of its nearest existing parent plus the rest.
 */
export function realPathOf(file: string): string {
  let missing = '';
  for (let at = file; ; at = path.dirname(at)) {
    try {
      return path.join(fs.realpathSync.native(at), missing);
    } catch (error) {
      const isGone = systemErrorCode(error) === 'ENOENT';
      if (!isGone || path.dirname(at) === at) throw refusal('bad-path');
      missing = path.join(path.basename(at), missing);
    }
  }
}

export const liesIn = (file: string, roots: Roots): boolean =>
  roots.some((root) => isInside(file, root.path));

/** Throws if the path is outside these folders. */
export function checkPlace(file: string, roots: Roots): void {
  const root = roots.find((item) => isInside(file, item.path));
  if (!root || !path.isAbsolute(file) || path.normalize(file) !== file) {
    throw refusal('outside-roots');
  }
  checkRoot(root);
  // A link on the way would lead to another path than the one judged.
  if (realPathOf(file) !== file) throw refusal('outside-roots', 'The path goes through a link.');
}

/** The same as a question. */
export function isInPlace(file: string, roots: Roots): boolean {
  try {
    checkPlace(file, roots);
    return true;
  } catch {
    return false;
  }
}

function checkRoot({ path: folder, device, inode }: Roots[number]): void {
  const now = fs.statSync(folder, { bigint: true, throwIfNoEntry: false });
  const isSame = String(now?.dev) === device && String(now?.ino) === inode;
  if (!isSame && process.platform !== 'win32') throw refusal('root-changed');
}

/** As the editor shows it: a folder opened through a link keeps the link's name. */
export function uriOf(file: string): vscode.Uri {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    if (uri.scheme !== 'file') continue;
    const real = realPathOf(uri.fsPath);
    if (real !== uri.fsPath && isInside(file, real)) {
      return vscode.Uri.joinPath(uri, ...path.relative(real, file).split(path.sep));
    }
  }
  return vscode.Uri.file(file);
}

/** The real path of a URI; null if it is not a local file. */
export function pathOf(uri: vscode.Uri): string | null {
  if (uri.scheme !== 'file') return null;
  try {
    return realPathOf(uri.fsPath);
  } catch {
    return null;
  }
}

/** The same, but only inside the session's folders and outside closed ones. */
export function openPathOf(
  uri: vscode.Uri,
  { roots, skip }: { readonly roots: Roots; readonly skip: readonly string[] },
): string | null {
  const file = pathOf(uri);
  if (file === null || !liesIn(file, roots)) return null;
  return skip.some((folder) => isInside(file, folder)) ? null : file;
}
