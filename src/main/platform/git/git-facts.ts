/**
 * Which folders around a path git would treat as repositories. A repository is recognised by its
 * contents, not by its name: bare repositories, separate git directories, and those of submodules
 * and worktrees can have any name. Its settings may be elsewhere, where a link, `commondir`, an
 * included file or `core.hooksPath` points.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import type { GitFacts, GitFolder, GitMark } from '../../core/dependencies.ts';
import { pathsInGitConfig } from './git-config-paths.ts';
import { readSmallFile } from './small-file.ts';

const decisive: readonly GitMark[] = ['HEAD', 'objects', 'refs', 'commondir'];
const further: readonly GitMark[] = ['config', 'gitdir'];

/** Entries of a git directory that may be links to somewhere else. */
const linkable = ['config', 'config.worktree', 'hooks', 'info', 'info/attributes'];

/** `real` is a real path that need not exist; `isFolder` is true if it is an existing folder. */
export function gitFacts(real: string, isFolder: boolean): GitFacts | undefined {
  const folders: GitFolder[] = [];
  const settings: string[] = [];
  for (const folder of foldersTo(real, isFolder)) {
    const marks = marksIn(folder);
    if (marks.length > 0) folders.push({ path: folder, marks });
    settings.push(...settingsAt(folder));
  }
  return folders.length + settings.length === 0 ? undefined : { folders, settings };
}

function foldersTo(real: string, isFolder: boolean): readonly string[] {
  const folders: string[] = [];
  let folder = isFolder ? real : path.dirname(real);
  for (;;) {
    folders.push(folder);
    const parent = path.dirname(folder);
    if (parent === folder) return folders;
    folder = parent;
  }
}

const looksLikeOne = (marks: readonly GitMark[]): boolean =>
  decisive.filter((mark) => marks.includes(mark)).length > 1;

function marksIn(folder: string): readonly GitMark[] {
  const found = decisive.filter((mark) => isThere(`${folder}/${mark}`));
  if (found.length === 0) return found;
  return [...found, ...further.filter((mark) => isThere(`${folder}/${mark}`))];
}

/** A dangling link counts as existing. */
function isThere(name: string): boolean {
  try {
    return fs.lstatSync(name, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The git directory of a working tree: its `.git` folder, or the target of its `.git` file. */
function gitDirOf(folder: string): string | null {
  const entry = `${folder}/.git`;
  if (!isThere(entry)) return null;
  const text = readSmallFile(entry);
  const target = text?.startsWith('gitdir:') ? text.slice('gitdir:'.length).trim() : null;
  return target ? path.resolve(folder, target) : entry;
}

/**
 * The files below the root from which the repositories in and around these folders take settings
 * and hooks. Leaves out anything that contains the root, and anything inside one of these git
 * directories.
 */
export function namedByGit(root: string, repositories: readonly string[]): readonly string[] {
  const own = repositories.flatMap(settingsAt);
  const all = new Set([...foldersTo(root, true).flatMap(settingsAt), ...own]);
  const known = repositories.flatMap((folder) =>
    looksLikeOne(marksIn(folder)) ? [folder] : [`${folder}/.git`],
  );
  return [...all].filter(
    (place) =>
      place !== root &&
      isInside(place, root) &&
      !known.some((dir) => dir !== root && isInside(place, dir)),
  );
}

/** For the git directory that this folder is, or that it has. */
function settingsAt(folder: string): readonly string[] {
  const gitDir = gitDirOf(folder);
  return [
    ...(looksLikeOne(marksIn(folder)) ? settingsOf(folder, folder) : []),
    ...(gitDir === null ? [] : settingsOf(gitDir, folder)),
  ];
}

function settingsOf(gitDir: string, workTree: string): readonly string[] {
  const pointer = readSmallFile(`${gitDir}/commondir`)?.trim();
  const common = pointer ? path.resolve(gitDir, pointer) : gitDir;
  const dirs = [...new Set([gitDir, common])];
  const linked = dirs.flatMap((dir) => linkable.map((name) => `${dir}/${name}`));
  const configs = dirs.flatMap((dir) => [`${dir}/config`, `${dir}/config.worktree`]);
  const around = { workTree, gitDir, home: os.homedir() };
  const named = configs.flatMap((file) => pathsInGitConfig(file, around));
  // A git directory that a working tree names is protected completely, even while it is still
  // empty.
  const whole = dirs.filter((dir) => dir !== workTree);
  return [...new Set([...whole, ...linked, ...named].flatMap(bothNames))];
}

/** Both the path as written and its target. */
function bothNames(name: string): readonly string[] {
  try {
    return [name, fs.realpathSync.native(name)];
  } catch {
    return [name];
  }
}
