/** Reads the branch and commit of a working tree from git's own files, without starting git. */
import path from 'node:path';
import type { GitFolders } from './git-folders.ts';
import { readSmallFile } from './git-folders.ts';

export interface CheckedOutHead {
  readonly branch: string | null;
  /** Null before the first commit, and if the commit is not in a file of its own. */
  readonly head: string | null;
}

const maxBytes = 4 * 1024;

/**
 * The branch that `HEAD` names; null if it is not a branch name, such as one that leads out of the
 * folder.
 */
export function branchNamed(head: string): string | null {
  const name = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  if (name === undefined || /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.$|\/$/.test(name)) return null;
  const isFit = name.split('/').every((item) => !item.startsWith('.') && !item.endsWith('.lock'));
  return isFit ? name : null;
}

/** Only a commit hash is returned; any other content of that file is not passed on. */
export const commitNamed = (text: string | null): string | null =>
  /^[0-9a-f]{40}([0-9a-f]{24})?$/.exec(text ?? '')?.[0] ?? null;

export async function readHead({
  gitDir,
  commonDir,
}: Pick<GitFolders, 'gitDir' | 'commonDir'>): Promise<CheckedOutHead | null> {
  const head = await textOf(path.join(gitDir, 'HEAD'));
  if (head === null) return null;
  const branch = branchNamed(head);
  if (branch === null) return { branch: null, head: commitNamed(head) };
  const commit = await textOf(path.join(commonDir, 'refs', 'heads', ...branch.split('/')));
  return { branch, head: commitNamed(commit) };
}

async function textOf(file: string): Promise<string | null> {
  return (await readSmallFile(file, maxBytes))?.toString('utf8').trim() ?? null;
}
