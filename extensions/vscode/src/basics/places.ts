/**
 * Paths are checked by the gate, and again here: a path of a command must lie in the folders of its
 * session, be real, and the folder must still be the one that was granted.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { isInside } from '../../../../src/shared/inside.ts';
import type { Command } from '../../../../src/shared/plugin-protocol.ts';
import { refusal } from './refusal.ts';

type Roots = readonly Command['roots'][number][];

/** What is there, or the nearest folder above it with what is missing below. */
export function realPathOf(file: string): string {
  let missing = '';
  for (let at = file; ; at = path.dirname(at)) {
    try {
      return path.join(fs.realpathSync.native(at), missing);
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isGone || path.dirname(at) === at) throw refusal('bad-path');
      missing = path.join(path.basename(at), missing);
    }
  }
}

export const liesIn = (file: string, roots: Roots): boolean =>
  roots.some((root) => isInside(file, root.path));

/** Throws for what no session with these folders may touch. */
export function checkPlace(file: string, roots: Roots): void {
  const root = roots.find((one) => isInside(file, one.path));
  if (!root || !path.isAbsolute(file) || path.normalize(file) !== file) {
    throw refusal('outside-roots');
  }
  checkRoot(root);
  // A link on the way would lead elsewhere than was judged.
  if (realPathOf(file) !== file) throw refusal('outside-roots', 'A link stands on the way.');
}

function checkRoot({ path: folder, device, inode }: Roots[number]): void {
  const now = fs.statSync(folder, { bigint: true, throwIfNoEntry: false });
  const isSame = String(now?.dev) === device && String(now?.ino) === inode;
  if (!isSame && process.platform !== 'win32') throw refusal('root-changed');
}

/** As the person sees it: a folder that was opened by a link keeps that name in the editor. */
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

/** The real path behind what the editor shows; null for what is no file of this machine. */
export function pathOf(uri: vscode.Uri): string | null {
  if (uri.scheme !== 'file') return null;
  try {
    return realPathOf(uri.fsPath);
  } catch {
    return null;
  }
}

/** The same, if it lies in the folders of the session and not in those it must leave out. */
export function heldPathOf(
  uri: vscode.Uri,
  { roots, skip }: { readonly roots: Roots; readonly skip: readonly string[] },
): string | null {
  const file = pathOf(uri);
  if (file === null || !liesIn(file, roots)) return null;
  return skip.some((one) => isInside(file, one)) ? null : file;
}
