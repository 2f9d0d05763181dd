/**
 * Whether a git that we do not control would start no other program in a folder: the folder is the
 * top of a working tree, its settings name no programs, and it has no hooks and no submodules (git
 * would follow their settings). In a subfolder, git might mistake a project folder for a
 * repository.
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

/** What cannot be read counts as existing. */
const exists = (name: string): Promise<boolean> =>
  fs.lstat(name).then(
    () => true,
    (error: unknown) => systemErrorCode(error) !== 'ENOENT',
  );

/** Git's sample hooks have names that it never runs. */
const hasHooks = (folder: string): Promise<boolean> =>
  fs.readdir(folder).then(
    (names) => names.some((name) => !name.endsWith('.sample')),
    (error: unknown) => systemErrorCode(error) !== 'ENOENT',
  );
