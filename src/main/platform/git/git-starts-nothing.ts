/**
 * Whether a git that is not ours, started in a folder, would run only git: the folder is the top of a
 * working tree, its settings name no programs, and it has no hooks and no submodules, whose own settings
 * git would follow. In a folder below the top, git might take a folder of the project for a repository.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isError } from '../../../shared/actions/outcomes.ts';
import { systemErrorCode } from '../../../shared/base/system-error.ts';
import { findRepository } from './find-repository.ts';

export async function gitStartsNothing(cwd: string, roots: readonly string[]): Promise<boolean> {
  const grant = { roots: roots.map((root) => ({ path: root })), skip: [] };
  const repository = await findRepository(cwd, grant, 'editor');
  if (isError(repository) || repository.top !== cwd) return false;
  const { gitDir, commonDir } = repository;
  const submodules = [path.join(cwd, '.gitmodules'), path.join(commonDir, 'modules')];
  for (const name of submodules) if (await exists(name)) return false;
  for (const folder of new Set([gitDir, commonDir]))
    if (await hasHooks(path.join(folder, 'hooks'))) return false;
  return true;
}

/** What cannot be looked at counts as there. */
const exists = (name: string): Promise<boolean> =>
  fs.lstat(name).then(
    () => true,
    (error: unknown) => systemErrorCode(error) !== 'ENOENT',
  );

/** Git's own examples have names that it never runs. */
const hasHooks = (folder: string): Promise<boolean> =>
  fs.readdir(folder).then(
    (names) => names.some((name) => !name.endsWith('.sample')),
    (error: unknown) => systemErrorCode(error) !== 'ENOENT',
  );
