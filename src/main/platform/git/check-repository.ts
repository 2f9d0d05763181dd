/**
 * Decides whether git may be started in a working tree: everything that belongs to the repository
 * must be where the session may be, and its settings must be on the allowlist. The runner checks
 * before every git process, so results are not reused, except what plain-tree.ts knows to be
 * unchanged.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { isAllowed, replacements, type GitRunner } from './allowed-settings.ts';
import { maxConfigBytes, parseGitConfig, type GitSetting } from './config-text.ts';
import {
  commonDirOf,
  gitFoldersAt,
  isWhole,
  readSmallFile,
  type GitFolders,
} from './git-folders.ts';
import { oddEntryIn } from './plain-tree.ts';

export interface RepositoryPlace {
  /** Where git is started: the top of the working tree, possibly as a handle of it. */
  readonly cwd: string;
  /** The real path of the top; defaults to `cwd`. */
  readonly top?: string;
  /** The granted folders; only the top by default. */
  readonly within?: readonly string[];
  /** Closed folders inside the granted ones. */
  readonly skip?: readonly string[];
  /**
   * The earlier path of a linked worktree that was moved, as its git folder still records it.
   */
  readonly movedFrom?: string;
}

export interface CheckedRepository extends GitFolders {
  readonly top: string;
  readonly overrides: readonly (readonly [string, string])[];
  /** The owners of its folders, except this user. */
  readonly isForeign: boolean;
}

const away = (what: string): ActionError =>
  refused('outside-roots', `${what} leads to a folder that is not granted.`);

/** Where all parts of the repository are, whatever its settings say. */
async function checkFolders(place: RepositoryPlace): Promise<GitFolders | ActionError> {
  const { cwd, top = cwd, within = [top], skip = [] } = place;
  const folders = await gitFoldersAt(top, cwd);
  if ('why' in folders) return noRepository(folders.why);
  const { gitDir, commonDir } = folders;
  const isLinked = isLinkedWorktree(folders, place.movedFrom ?? top);
  const isGranted = (real: string): boolean =>
    within.some((item) => isInside(real, item)) && !skip.some((item) => isInside(real, item));
  // In a worktree made by git, each side names the other, so the repository belongs to it.
  const mayLeadTo = (real: string): boolean =>
    isGranted(real) || (isLinked && isInside(real, commonDir) && !isSkipped(real, skip));
  if (!mayLeadTo(gitDir) || !mayLeadTo(commonDir)) return away('Its .git');
  if (gitDir !== commonDir && !isLinked) return away('Its commondir file');
  if (await hasAwayWorktree(commonDir)) return away('The commondir file of a worktree');
  for (const folder of new Set([commonDir, gitDir])) {
    const odd = await oddEntryIn(folder, mayLeadTo);
    if (odd) return oddEntry(odd.path, odd.leadsTo);
  }
  const alternate = await awayAlternate(path.join(commonDir, 'objects'), mayLeadTo, 0);
  return alternate ?? folders;
}

/** Whether git would read the commit of a repository in the working tree from elsewhere. */
export async function leadsAway(place: RepositoryPlace): Promise<boolean> {
  const { cwd, top = cwd } = place;
  if (!isWhole(top)) return true;
  const folders = await gitFoldersAt(top, cwd);
  if ('why' in folders) return folders.why === 'broken';
  return isError(await checkFolders(place));
}

export async function checkRepository(
  place: RepositoryPlace,
  runner: GitRunner = 'ours',
): Promise<CheckedRepository | ActionError> {
  const { cwd, top = cwd } = place;
  const folders = await checkFolders(place);
  if (isError(folders)) return folders;
  const { gitDir, commonDir } = folders;
  const settings = await settingsOf(folders);
  if (isError(settings)) return settings;
  const unfit = settings.found.find(
    (item) => !isAllowed(item, runner, { isOwnWorktree: (value) => isOwn(value, folders, place) }),
  );
  if (unfit) return notAllowed(unfit.key);
  return {
    ...folders,
    ...{ top, overrides: replacements(settings.found) },
    isForeign: await isForeign([gitDir, commonDir, path.join(commonDir, 'config')]),
  };
}

const noRepository = (why: 'none' | 'broken'): ActionError =>
  why === 'none'
    ? refused('no-repository')
    : refused('no-repository', 'Its .git leads nowhere, or cannot be read.');

const isSkipped = (real: string, skip: readonly string[]): boolean =>
  skip.some((item) => isInside(real, item));

function isLinkedWorktree({ gitDir, commonDir, backTo }: GitFolders, top: string): boolean {
  const isAdministered = path.dirname(gitDir) === path.join(commonDir, 'worktrees');
  return isAdministered && backTo === path.join(top, '.git');
}

/** Git looks up the branches of all worktrees, each at the place its own file names. */
async function hasAwayWorktree(commonDir: string): Promise<boolean> {
  const all = path.join(commonDir, 'worktrees');
  const names = await fs.readdir(all).catch(() => []);
  const common = await Promise.all(names.map((name) => commonDirOf(path.join(all, name))));
  return common.some(
    (candidate, at) => candidate !== commonDir && candidate !== path.join(all, names[at] ?? ''),
  );
}

const oddEntry = (entry: string, leadsTo: string | null): ActionError =>
  leadsTo === null
    ? refused('repository-runs-programs', `${entry} is no plain file or folder.`)
    : refused('outside-roots', `${entry} is a link out of the granted folders.`);

const maxAlternatesBytes = 64 * 1024;
const deepestAlternate = 5;

/**
 * Object folders of other repositories that git would read from, and those that these name in
 * turn.
 */
async function awayAlternate(
  objects: string,
  mayLeadTo: (real: string) => boolean,
  depth: number,
): Promise<ActionError | null> {
  const info = path.join(objects, 'info');
  if (await exists(path.join(info, 'http-alternates'))) return away('Its http-alternates file');
  const file = path.join(info, 'alternates');
  if (!(await exists(file))) return null;
  const real = await fs.realpath(file).catch(() => file);
  const text = (await readSmallFile(real, maxAlternatesBytes))?.toString('utf8');
  if (text === undefined || depth >= deepestAlternate) return away('Its alternates file');
  const named = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of named) {
    const folder = await fs.realpath(path.resolve(objects, line)).catch(() => null);
    const isPlain = isWhole(`${line}${folder}`) && !line.startsWith('"');
    if (folder === null || !isPlain || !mayLeadTo(folder)) return away('Its alternates file');
    const odd = await oddEntryIn(folder, mayLeadTo);
    if (odd) return oddEntry(odd.path, odd.leadsTo);
    const further = await awayAlternate(folder, mayLeadTo, depth + 1);
    if (further) return further;
  }
  return null;
}

const exists = async (file: string): Promise<boolean> =>
  (await fs.lstat(file).catch(() => null)) !== null;

interface RepositorySettings {
  readonly found: readonly GitSetting[];
}

/**
 * The settings of every config file that git may read there, whether or not an extension enables
 * it.
 */
async function settingsOf({
  gitDir,
  commonDir,
}: GitFolders): Promise<RepositorySettings | ActionError> {
  const files = new Set([
    path.join(commonDir, 'config'),
    path.join(commonDir, 'config.worktree'),
    path.join(gitDir, 'config.worktree'),
  ]);
  const found: GitSetting[] = [];
  for (const file of files) {
    if (!(await exists(file))) continue;
    const real = await fs.realpath(file).catch(() => file);
    const bytes = await readSmallFile(real, maxConfigBytes);
    const settings = bytes && parseGitConfig(bytes);
    if (!settings) {
      const what = path.basename(file);
      return refused('repository-runs-programs', `Its ${what} file cannot be read.`);
    }
    found.push(...settings);
  }
  return { found };
}

const maxKeyLength = 120;

/** Only the setting's name: its value may be a secret. */
function notAllowed(key: string): ActionError {
  const shown = key.length > maxKeyLength ? `${key.slice(0, maxKeyLength)}…` : key;
  return refused('repository-runs-programs', `It sets ${JSON.stringify(shown)}.`);
}

/** Submodules and separate git folders name their working tree, which must be this one. */
function isOwn(value: string, { gitDir }: GitFolders, place: RepositoryPlace): boolean {
  const { cwd, top = cwd } = place;
  return path.resolve(gitDir, value) === top;
}

/**
 * In such repositories git requires `safe.directory`. We check it too, because we pass git the
 * folders by name.
 */
async function isForeign(files: readonly string[]): Promise<boolean> {
  const own = process.getuid?.();
  if (own === undefined) return false;
  const owners = await Promise.all(
    files.map(async (file) => (await fs.stat(file).catch(() => null))?.uid ?? own),
  );
  const trusted = new Set([own, ...(own === 0 ? [Number(process.env['SUDO_UID'] ?? 0)] : [])]);
  return owners.some((uid) => !trusted.has(uid));
}
